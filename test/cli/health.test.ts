import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

describe('doctor and metrics', () => {
  let workspace: TempWorkspace;
  let rootId: string;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 1}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint\\n\\n!?@bob Paint"}
  - {when: {agent: bob}, say: Painted., repeat: true}
  - {when: {agent: lead}, say: One.}
  - {when: {agent: lead}, say: Two.}
`,
    });
    const { json } = await dominds('start', 'go');
    rootId = (json.at(-1) as { rootId: string }).rootId;
  });
  afterEach(() => workspace.remove());

  const dominds = (...argv: string[]) =>
    runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env: {} });
  const index = () => path.join(workspace.folder, '.dialogs/run', rootId, 'latest.yaml');
  const found = (repaired: boolean) => ({
    kind: 'index',
    path: `.dialogs/run/${rootId}/latest.yaml`,
    id: 'index-missing',
    message: 'it is missing',
    repaired,
  });

  it('doctor says that all is well', async () => {
    const { code, json } = await dominds('doctor');
    assert.deepEqual(json, [{ ok: true, problems: [] }]);
    assert.equal(code, 0);
  });

  it('doctor tells what is wrong and changes nothing; with --repair it is put right', async () => {
    rmSync(index());
    const examined = await dominds('doctor');
    assert.deepEqual(examined.json, [{ ok: false, problems: [found(false)] }]);
    assert.equal(examined.code, 1);
    assert.equal(existsSync(index()), false);
    const repaired = await dominds('doctor', '--repair');
    assert.deepEqual(repaired.json, [{ ok: true, problems: [found(true)] }]);
    assert.equal(repaired.code, 0);
    assert.ok(existsSync(index()));
    assert.deepEqual((await dominds('doctor')).json, [{ ok: true, problems: [] }]);
  });

  it('doctor tells it to people in lines', async () => {
    rmSync(index());
    const { stdout } = await runDominds(['doctor'], { openRuntime, cwd: workspace.folder });
    assert.equal(stdout, `problem  index  .dialogs/run/${rootId}/latest.yaml: it is missing\n`);
  });

  it('doctor --repair exits 5 while another process drives, doctor does not', async () => {
    rmSync(index());
    const driving = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(driving.ok);
    try {
      assert.equal((await dominds('doctor', '--repair')).code, 5);
      assert.equal((await dominds('doctor')).code, 1);
    } finally {
      await driving.runtime.close();
    }
  });

  it('doctor works in an unused folder, and creates nothing there', async () => {
    const empty = await makeTempWorkspace();
    try {
      const { code, json } = await runDominds(['doctor', '--json'], { openRuntime, cwd: empty.folder });
      assert.deepEqual(json, [{ ok: true, problems: [] }]);
      assert.equal(code, 0);
      assert.equal(existsSync(path.join(empty.folder, '.dialogs')), false);
    } finally {
      await empty.remove();
    }
  });

  it('metrics counts what is stored, over all courses', async () => {
    const [question] = (await dominds('q4h')).json as [[{ id: string }]];
    await dominds('answer', question[0].id, 'stop');
    await dominds('clear-mind', rootId);
    writeFileSync(path.join(workspace.folder, '.minds/diligence.md'), '');
    const { code, json } = await dominds('metrics');
    assert.equal(code, 0);
    const [{ storageBytes, residentBytes, openHandles, generationMs, ...counted }] = json as [Record<string, number>];
    for (const size of [storageBytes, residentBytes]) assert.ok((size ?? 0) > 1000);
    for (const number of [openHandles, generationMs]) assert.equal(typeof number, 'number');
    assert.deepEqual(counted, {
      roots: { running: 1, completed: 0, archived: 0 },
      dialogs: { created: 3, completed: 1 },
      registry: 1,
      questions: { pending: 0, answered: 1 },
      generations: 5,
      tokens: { prompt: 0, completion: 0, cached: 0 },
      cacheHitRate: 0,
      cost: 0,
      retries: 0,
      diligence: { pushes: 1, disabledByEmptyFile: 1 },
    });
  });
});
