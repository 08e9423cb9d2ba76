// Two processes that drive at a store which no worker serves: each the trees that it has claimed (SPEC 20.4, 20.5).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/dialog/ids.ts';
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

  it('say that the other one drives a dialog, instead of that nothing runs in it', async () => {
    const [one, other] = [await open(), await open()];
    const started = await one.start({ text: 'Begin' });
    assert.ok(started.ok);
    const ref = rootRef(started.rootId);
    const whyOf = (outcome: { readonly ok: boolean }) =>
      (outcome as { readonly why?: { readonly id: string } }).why?.id;
    assert.equal(whyOf(await other.stop(ref, { tree: true })), 'driven-by-other');
    assert.equal(whyOf(await other.as(byPerson).retryNow(ref, { tree: true })), 'driven-by-other');
    assert.equal(whyOf(await other.say({ dialog: ref, content: 'More', msgId: 'm-1' })), 'driven-by-other');
    assert.deepEqual(await one.stop(ref, { tree: true }), { ok: true, stopped: [ref] });
  });
});
