// Two processes that drive at a store which no worker serves: each the trees that it has claimed (SPEC 20.4, 20.5).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('two processes that drive at a store without workers', function () {
  this.timeout(30_000);
  let workspace: TempWorkspace;
  let url: string;
  let runtimes: Runtime[];

  beforeEach(async () => {
    runtimes = [];
    url = await emptyStore();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Done., delayMs: 100000}\n',
    });
  });
  afterEach(async () => {
    await Promise.all(runtimes.map(runtime => runtime.close()));
    await workspace.remove();
  });

  const open = async () => {
    const store = { url, drive: 'workers' } as const;
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', store });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtimes.push(opened.runtime);
    return opened.runtime;
  };

  it('hand what is said to a dialog to the one that drives it, a stop included', async () => {
    const [one, other] = [await open(), await open()];
    const started = await one.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    const ref = rootRef(started.rootId);
    const said = await other.perform({ kind: 'say', dialog: ref, content: 'More', msgId: 'm-1' }, byPerson);
    assert.deepEqual(said, { ok: true, queued: true, handedOver: true });
    const viewed = await one.view(ref, { tail: 0 });
    assert.ok(viewed.ok);
    assert.deepEqual(
      viewed.view.state.queued.map(({ content }) => content),
      ['More'],
    );
    const settled = other.settled(started.rootId);
    assert.deepEqual(await other.perform({ kind: 'stop', dialog: ref, tree: true }), { ok: true, stopped: [ref] });
    assert.deepEqual(
      (await settled).interrupted.map(({ code }) => code),
      ['stopped'],
    );
  });

  it('drive a dialog after each other: who is spoken to claims one that rests', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - {say: Done., repeat: true}\n');
    const [one, other] = [await open(), await open()];
    const started = await one.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    const { rootId } = started;
    await one.settled(rootId);
    for (const [index, runtime] of [other, one, other].entries()) {
      const said = await runtime.perform({
        kind: 'say',
        dialog: rootRef(rootId),
        content: 'More',
        msgId: `m-${index}`,
      });
      assert.ok(said.ok, JSON.stringify(said));
      assert.equal((await runtime.settled(rootId)).response, 'Done.');
    }
    const viewed = await one.view(rootRef(rootId));
    assert.ok(viewed.ok);
    assert.equal(viewed.view.records.filter(({ kind }) => kind === 'userSaid').length, 4);
  });
});
