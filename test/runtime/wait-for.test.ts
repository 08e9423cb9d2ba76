// `wait_for` in a whole runtime: the process that drives next wakes the dialog (SPEC 21.4).
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import * as path from 'node:path';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { nextTurn } from '../support/next-turn.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const HOUR = 3_600_000;

async function sleepingWorkspace(args: string) {
  const workspace = await makeTempWorkspace({
    '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': `replies:\n  - tools: [{name: wait_for, args: ${args}}]\n  - say: Awake.\n`,
    'build.log': '',
  });
  let ahead = 0;
  const open = async (mode: 'drive' | 'read' = 'drive', { wakes = true } = {}) => {
    const now = () => Date.now() + ahead;
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode, ...(wakes && { wakes }), now });
    assert.ok(opened.ok);
    return opened.runtime;
  };
  return { workspace, open, jump: (ms: number) => (ahead += ms) };
}

async function begin(runtime: Runtime) {
  const started = await runtime.perform({ kind: 'start', text: 'Begin' });
  assert.ok(started.ok);
  return runtime.settled(started.rootId);
}

async function awake(runtime: Runtime): Promise<string | null> {
  for (;;) {
    const [root] = runtime.listRoots();
    assert.ok(root);
    const settled = await runtime.settled(root.rootId);
    if (settled.sleeps.length === 0) return settled.response;
    await nextTurn();
  }
}

describe('wait_for', () => {
  it('wakes its dialog in the next process when the time came in between', async () => {
    const { workspace, open, jump } = await sleepingWorkspace('{minutes: 90}');
    const first = await open();
    assert.equal((await begin(first)).sleeps.length, 1);
    const [line] = first.listRoots();
    assert.equal(line?.pause?.kind, 'asleep');
    await first.close();
    jump(HOUR);
    const second = await open();
    assert.equal(second.listRoots()[0]?.pause?.kind, 'asleep');
    await second.close();
    jump(HOUR);
    const third = await open();
    assert.equal((await awake(third))?.trim(), 'Awake.');
    await third.close();
    await workspace.remove();
  });

  it('shows a reader until when, then that it is left, and leaves the waking to who drives', async () => {
    const { workspace, open, jump } = await sleepingWorkspace('{minutes: 90}');
    const first = await open();
    const { rootId } = await begin(first);
    await first.close();
    const pauses = async (reader: Runtime) => {
      const line = reader.listRoots()[0]?.pause?.kind;
      const found = await reader.tree(rootId);
      return [line, found.ok && found.tree.pause?.kind, reader.listRoots()[0]?.pause?.kind];
    };
    const reader = await open('read');
    assert.deepEqual(await pauses(reader), ['asleep', 'asleep', 'asleep']);
    jump(2 * HOUR);
    assert.deepEqual(await pauses(reader), ['left', 'left', 'left']);
    await reader.close();
    const second = await open();
    assert.equal((await awake(second))?.trim(), 'Awake.');
    await second.close();
    await workspace.remove();
  });

  it('wakes its dialog with Continue All after its process died before it had noted the sleep', async () => {
    const { workspace, open, jump } = await sleepingWorkspace('{minutes: 90}');
    const first = await open();
    const { rootId } = await begin(first);
    await first.close();
    const index = '.dialogs/roots.jsonl';
    const [line = ''] = (await workspace.read(index)).split('\n');
    assert.match(line, /"needsDrive":true.*"sleeps":null/);
    await workspace.write(index, `${line}\n`);
    rmSync(path.join(workspace.folder, `.dialogs/run/${rootId}/latest.yaml`));
    jump(2 * HOUR);
    const command = await open('drive', { wakes: false });
    assert.deepEqual(await command.perform({ kind: 'continueAll' }), {
      ok: true,
      continued: [{ rootId, selfId: rootId }],
    });
    assert.equal((await awake(command))?.trim(), 'Awake.');
    await command.close();
    await workspace.remove();
  });

  it('wakes its dialog when a file changes', async () => {
    const { workspace, open } = await sleepingWorkspace('{file: build.log}');
    const runtime = await open();
    await begin(runtime);
    await workspace.write('build.log', 'done');
    assert.equal((await awake(runtime))?.trim(), 'Awake.');
    await runtime.close();
    await workspace.remove();
  });

  it('wakes its dialog when a file comes into a folder that was not there', async () => {
    const { workspace, open } = await sleepingWorkspace('{file: out/logs/build.log}');
    const runtime = await open();
    await begin(runtime);
    await workspace.write('out/logs/build.log', 'done');
    assert.equal((await awake(runtime))?.trim(), 'Awake.');
    await runtime.close();
    await workspace.remove();
  });

  it('refuses files that the member may not read, and what is over', async () => {
    for (const [args, why] of [
      ['{file: ../secret}', /outside of the workspace/],
      ['{until: "2020-01-01T00:00"}', /is over already/],
      ['{until: soon}', /not a date/],
      ['{root: nobody}', /There is no root dialog nobody/],
      ['{}', /Say what to wait for/],
    ] as const) {
      const { workspace, open } = await sleepingWorkspace(args);
      const runtime = await open();
      const { rootId, response } = await begin(runtime);
      assert.equal(response?.trim(), 'Awake.');
      const found = await runtime.resolve(rootId);
      assert.ok(found.ok);
      const viewed = await runtime.view(found.dialog);
      assert.ok(viewed.ok);
      const returned = viewed.view.records.find(record => record.kind === 'toolReturned');
      assert.match(returned?.content ?? '', why);
      await runtime.close();
      await workspace.remove();
    }
  });
});
