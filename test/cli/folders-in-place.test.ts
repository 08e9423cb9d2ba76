// A folder where `.dialogs/` has a file: it is named with what to do, and what can work works (SPEC 18.3).
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Metrics } from '../../src/core/spending/metrics.ts';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

describe('a folder in the place of a file of .dialogs/', () => {
  let workspace: TempWorkspace;
  let rootId: string;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Well., repeat: true}\n',
    });
    rootId = settledOf(await dominds('start', 'go', '--json')).rootId;
  });
  afterEach(() => workspace.remove());

  const dominds = (...argv: string[]) => runDominds(argv, { openRuntime, cwd: workspace.folder, env: {} });
  const at = (name: string) => path.join(workspace.folder, '.dialogs', name);
  const block = (name: string) => {
    rmSync(at(name), { force: true });
    mkdirSync(path.join(at(name), 'mine'), { recursive: true });
  };
  const warning = (name: string) => `dominds: .dialogs/${name}: a folder is in the place of this file — move it away\n`;
  const fault = (kind: string, name: string) => ({
    kind,
    path: `.dialogs/${name}`,
    id: 'file-is-folder',
    message: 'a folder is in the place of this file: move it away',
    repaired: false,
  });
  const readsAll = async (stderr: string) => {
    for (const argv of [['list'], ['tree', rootId], ['show', rootId], ['prompt', rootId], ['metrics']]) {
      const run = await dominds(...argv);
      assert.deepEqual([argv[0], run.code, run.stderr], [argv[0], 0, stderr]);
    }
    const listed = (await dominds('list', '--json')).json as [{ rootId: string }[]];
    assert.deepEqual(
      listed[0].map(root => root.rootId),
      [rootId],
    );
  };
  const isNamed = async (kind: string, name: string) => {
    assert.deepEqual((await dominds('doctor', '--json')).json, [{ ok: false, problems: [fault(kind, name)] }]);
  };

  /** What a health check says of a place. */
  const found = async (name: string) => {
    const [report] = (await dominds('doctor', '--json')).json as [{ problems: { path: string; message: string }[] }];
    return report.problems.filter(each => each.path === name).map(({ message }) => message);
  };
  const isFound = async (name: string, message: string) => {
    const [told = '', ...others] = await found(name);
    assert.deepEqual([told.startsWith(message), others], [true, []], told);
  };

  it('lets the lock prevent driving and never reading', async () => {
    block('lock');
    await readsAll(warning('lock'));
    await isNamed('lock', 'lock');
    for (const argv of [['send', rootId, 'more'], ['continue'], ['start', 'new'], ['doctor', '--repair']]) {
      const { code, stderr } = await dominds(...argv);
      assert.equal(code, 1);
      const told = `dominds: ${at('lock')} is not a plain file, so no process can drive this folder — move it away, then try again\n`;
      assert.ok(stderr.endsWith(told), stderr);
    }
    assert.deepEqual(readdirSync(at('lock')), ['mine']);
  });

  it('keeps everybody from driving as a link in the place of the lock does', async function () {
    if (process.platform === 'win32') this.skip();
    symlinkSync(path.join(workspace.folder, 'elsewhere'), at('lock'));
    assert.equal((await dominds('list')).code, 0);
    const { code, stderr } = await dominds('send', rootId, 'more');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /lock is not a plain file, so no process can drive this folder — move it away, then try again\n$/,
    );
  });

  it('lets the folders decide in the place of the list of roots', async () => {
    block('roots.jsonl');
    await readsAll(warning('roots.jsonl'));
    await isNamed('index', 'roots.jsonl');
    const sent = await dominds('send', rootId, 'more', '--json');
    assert.equal(sent.code, 0);
    assert.equal(settledOf(sent).response, 'Well.');
    assert.deepEqual((await dominds('doctor', '--repair', '--json')).json, [
      { ok: false, problems: [fault('index', 'roots.jsonl')] },
    ]);
    assert.deepEqual(readdirSync(at('roots.jsonl')), ['mine']);
    assert.deepEqual(
      readdirSync(at('.')).filter(name => name.endsWith('.tmp')),
      [],
    );
  });

  it('is no reason to stop for what git alone reads', async () => {
    block('.gitignore');
    await readsAll('');
    await isNamed('orphan', '.gitignore');
    const sent = await dominds('send', rootId, 'more');
    assert.equal(sent.code, 0);
    assert.ok(sent.stderr.startsWith(warning('.gitignore')), sent.stderr);
    assert.equal((await dominds('doctor', '--repair', '--json')).code, 1);
    assert.deepEqual(readdirSync(at('.gitignore')), ['mine']);
  });

  for (const [kind, name] of [
    ['notices', 'notices.jsonl'],
    ['orphan', 'schedules.jsonl'],
    ['orphan', 'dominds.log'],
  ] as const) {
    it(`is named and prevents nothing in the place of ${name}`, async () => {
      block(name);
      await isNamed(kind, name);
      for (const command of ['list', 'metrics', 'notices', 'schedules']) assert.equal((await dominds(command)).code, 0);
      const sent = await dominds('send', rootId, 'more', '--json');
      assert.equal(settledOf(sent).response, 'Well.');
      assert.deepEqual(readdirSync(at(name)), ['mine']);
    });
  }

  it('leaves the counters as they are without the course that it stands for', async () => {
    const counted = async () => {
      const [{ dialogs, generations }] = (await dominds('metrics', '--json')).json as [Metrics];
      return [dialogs.created, generations];
    };
    assert.deepEqual(await counted(), [1, 1]);
    block(`run/${rootId}/course-001.jsonl`);
    assert.deepEqual(await counted(), [1, 0]);
  });

  for (const name of ['inbox', 'run', 'done', 'archive']) {
    it(`is told as well as a file in the place of the folder ${name}`, async () => {
      rmSync(at(name), { recursive: true, force: true });
      writeFileSync(at(name), 'mine');
      const driving = await dominds('start', 'new');
      const what = `${at(name)} is not a folder, so no process can drive this folder`;
      assert.deepEqual(
        [driving.code, driving.stderr.split('\n').at(-2)],
        [1, `dominds: ${what} — move it away, then try again`],
      );
      assert.equal((await dominds('list')).code, 0);
      const [report] = (await dominds('doctor', '--json')).json as [{ problems: { path: string; message: string }[] }];
      const message = 'a file is in the place of this folder: move it away';
      assert.ok(report.problems.some(each => each.path === `.dialogs/${name}` && each.message === message));
      assert.equal(readFileSync(at(name), 'utf8'), 'mine');
    });
  }

  it('is told of a file in the place of .dialogs itself', async () => {
    rmSync(at(''), { recursive: true });
    writeFileSync(path.join(workspace.folder, '.dialogs'), 'mine');
    const { code, stderr } = await dominds('start', 'new');
    assert.deepEqual(
      [code, stderr.includes('.dialogs is not a folder, so no process can drive this folder — move it away')],
      [1, true],
    );
    assert.equal((await dominds('list')).code, 0);
    await isFound('.dialogs', 'a file is in the place of this folder');
  });

  for (const name of ['.dialogs', '.dialogs/lock', '.dialogs/run']) {
    it(`is found by a health check as well as a link in the place of ${name}`, async function () {
      if (process.platform === 'win32') this.skip();
      const place = path.join(workspace.folder, name);
      rmSync(place, { recursive: true, force: true });
      symlinkSync(path.join(workspace.folder, '.minds'), place);
      await isFound(name, 'it is a link or not a plain file: it is not followed');
      rmSync(place);
      assert.deepEqual(await found(name), []);
    });
  }

  for (const name of ['', '/course-001.jsonl', '/latest.yaml']) {
    it(`is found by a health check as well as a link in the place of ${name || 'the folder'} of a dialog`, async function () {
      if (process.platform === 'win32') this.skip();
      const place = `${at(`run/${rootId}`)}${name}`;
      const elsewhere = path.join(workspace.folder, 'elsewhere');
      renameSync(place, elsewhere);
      symlinkSync(elsewhere, place);
      await isFound(
        `.dialogs/run/${rootId}${name}`,
        name === '/latest.yaml' ? 'it is missing' : 'it is a link or not a plain file: it is not followed',
      );
      rmSync(place);
      renameSync(elsewhere, place);
      assert.deepEqual((await dominds('doctor', '--json')).json, [{ ok: true, problems: [] }]);
    });
  }
});
