// The health check of dialogs in a PostgreSQL store, and its repair: one row for each kind of damage (SPEC 14.2).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { type OpenMode, openRuntime, type Runtime } from '../../src/runtime.ts';
import { emptyStore, sharedPostgres } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('the doctor over a store', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let url: string;
  let schema: string;
  let rootId: RootId;
  let subId: string;

  /** A root that asks, with a subdialog that answered, and an older course. */
  beforeEach(async () => {
    url = await emptyStore();
    schema = new URL(url).searchParams.get('schema') ?? '';
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmember_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: Done.}
  - {when: {agent: lead}, say: "!?@human Which?\\n!?Red or blue"}
`,
    });
    await using('drive', async driver => {
      const started = await driver.perform({ kind: 'start', text: 'go' });
      assert.ok(started.ok);
      rootId = started.rootId;
      await driver.settled(rootId);
      await driver.perform({ kind: 'clearMind', dialog: rootRef(rootId) });
      await driver.settled(rootId);
      const tree = await driver.tree(rootId);
      assert.ok(tree.ok);
      subId = tree.tree.children[0]?.selfId ?? '';
    });
  });
  afterEach(() => workspace.remove());

  const using = async <T>(mode: OpenMode, use: (runtime: Runtime) => Promise<T>): Promise<T> => {
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode, store: { url, drive: 'here' } });
    assert.ok(opened.ok, JSON.stringify(opened));
    try {
      return await use(opened.runtime);
    } finally {
      await opened.runtime.close();
    }
  };
  const sql = async (statement: string) =>
    (await sharedPostgres()).run(`set search_path to ${schema}`, statement.replaceAll('<root>', rootId));
  const report = (repair = false) =>
    using('read', async runtime => {
      const outcome = await runtime.doctor({ repair });
      assert.ok(outcome.ok, JSON.stringify(outcome));
      return outcome.report.problems.map(({ kind, path, finding, repaired }) => {
        const at = path.replaceAll(rootId, '<root>').replaceAll(subId, '<sub>');
        return `${repaired ? 'repaired ' : ''}${kind} ${at} ${finding.id}`;
      });
    });

  it('finds nothing in a healthy store, and leaves nothing claimed', async () => {
    assert.deepEqual(await report(), []);
    assert.deepEqual(await report(true), []);
  });

  for (const [name, damage, found, isRepaired] of [
    [
      'a record that is gone',
      `delete from record where root = '<root>' and seq = 2`,
      ['records <root> records-missing'],
      false,
    ],
    [
      'a record by a worker that was replaced',
      `update tree set epoch = 5; update record set epoch = 4 where seq > 3; update record set epoch = 2 where seq = 5`,
      ['records <root>/<root>/course-001.jsonl epoch-outdated'],
      false,
    ],
    [
      'a line that is no record',
      `update record set body = 'x' where seq = 3`,
      ['records <root>/<root>/course-001.jsonl:3 not-a-record'],
      false,
    ],
    [
      'courses that are not known',
      `delete from course where course = 2; update course set seq = seq + 1 where dialog = '<root>'`,
      ['index <root>/<root>/course-001.jsonl index-outdated', 'index <root>/<root>/course-002.jsonl index-outdated'],
      true,
    ],
    [
      'a line of the list that does not say what the records say',
      `update tree set summary = replace(summary, '"questions":1', '"questions":0')`,
      ['index <root> list-line-outdated'],
      true,
    ],
    ['a line that is missing', 'update tree set summary = null', ['index <root> list-line-missing'], true],
    ['another status', `update tree set status = 'archived'`, ['index <root> list-line-outdated'], true],
    [
      'a system message with another content',
      `update blob set bytes = 'x' where kind = 'system' and hash = (select min(hash) from blob where kind = 'system')`,
      ['records <root>/<root>/system/<hash> content-changed'],
      false,
    ],
  ] as const)
    it(`finds ${name}${isRepaired ? ', and repairs it' : ', which nothing can repair'}`, async () => {
      await sql(damage);
      const told = (lines: readonly string[]) => lines.map(line => line.replace(/[0-9a-f]{64}\.json/, '<hash>'));
      assert.deepEqual(told(await report()), found);
      const repaired = isRepaired ? found.map(line => `repaired ${line}`) : found;
      assert.deepEqual(told(await report(true)), repaired);
      assert.deepEqual(told(await report()), isRepaired ? [] : found);
    });

  it('tells a worker of a tree that was forgotten with something to do', async () => {
    await using('record', async runtime => {
      const started = await runtime.perform({ kind: 'start', text: 'go on' });
      assert.ok(started.ok);
      rootId = started.rootId;
    });
    assert.deepEqual(await report(), []);
    await sql('update tree set due_at = null');
    assert.deepEqual(await report(true), ['repaired index <root> not-due']);
  });

  it('finds faults of the files that people write', async () => {
    await workspace.write('.minds/team.yaml', 'workspace: shop\nmembers: {lead: {}, bob: {nose: 1}}\n');
    assert.deepEqual(
      (await report()).map(line => line.split(' ').slice(0, 2).join(' ')),
      ['minds .minds/team.yaml:2:27'],
    );
  });
});
