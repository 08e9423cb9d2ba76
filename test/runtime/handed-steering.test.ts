// Words for running calls, dismissals and edits of beliefs that a process hands over to the one that drives (SPEC 9.4,
// 16.11, 19.2).
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { CallId, RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { IntentOf } from '../../src/core/intents/intents.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { type CliRun, runDominds } from '../cli/run-support.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';
import { shopDomain } from '../support/shop-domain.ts';

/** Resolves when a dialog begins to wait for its next attempt. */
function nextRetry(runtime: Runtime): Promise<void> {
  return new Promise(resolve => {
    const subscription = runtime.subscribe(event => {
      if (event.type !== 'retrying') return;
      subscription.dispose();
      resolve();
    });
  });
}

describe('what is handed over to the process that drives', () => {
  let workspace: OpenedWorkspace;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/domains/shop.yaml': shopDomain,
    });
  });
  afterEach(() => workspace.close());

  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);
  const open = (mode: OpenOptions['mode']) => workspace.open(mode);
  const start = async (runtime: Runtime, input: Omit<IntentOf<'start'>, 'kind'>): Promise<RootId> => {
    const started = await runtime.perform({ kind: 'start', ...input });
    assert.ok(started.ok, JSON.stringify(started));
    return started.rootId;
  };
  const dominds = (...argv: readonly string[]): Promise<CliRun> =>
    runDominds(['-C', workspace.folder, '--json', ...argv], { openRuntime });
  const inbox = () => {
    const folder = path.join(workspace.folder, '.dialogs/inbox');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const viewOf = async (runtime: Runtime, rootId: RootId) => {
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    return viewed.view;
  };
  const recordsOf = async (runtime: Runtime, rootId: RootId, kind: string) =>
    (await viewOf(runtime, rootId)).records.filter(record => record.kind === kind);

  /** A driver whose lead waits for bob, who asks the person; and the open call. */
  async function waiting() {
    await play(`
  - {when: {agent: lead, contains: go}, say: "!?@bob paint"}
  - {when: {agent: bob, contains: paint}, say: "!?@human Which?"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: Then not.}
`);
    const driver = await open('drive');
    const rootId = await start(driver, { text: 'go' });
    await driver.settled(rootId);
    const [call] = openCalls((await viewOf(driver, rootId)).state);
    assert.ok(call);
    return { driver, rootId, callId: call.callId };
  }

  /** A driver whose dialog asks for the limit of a lookup. */
  async function believing() {
    await play('  - {say: Looked up., repeat: true}\n');
    const driver = await open('drive');
    const rootId = await start(driver, { domain: 'shop' });
    assert.ok(
      (await driver.perform({ kind: 'belief', dialog: rootRef(rootId), belief: { kind: 'startFlow', flow: 'query' } }))
        .ok,
    );
    assert.equal((await driver.settled(rootId)).questions.length, 1);
    return { driver, rootId };
  }

  it('dismisses a call for a window that follows', async () => {
    const { rootId, callId } = await waiting();
    const reader = await open('read');
    assert.deepEqual(await reader.perform({ kind: 'dismiss', dialog: rootRef(rootId), callId }), { ok: true, callId });
    const settled = await reader.settled(rootId);
    assert.deepEqual([settled.response, settled.questions, inbox()], ['Then not.', [], []]);
    const again = await reader.perform({ kind: 'dismiss', dialog: rootRef(rootId), callId });
    assert.equal(!again.ok && again.code, 'unknown-call');
  });

  it('tells the member that works on a call', async () => {
    const { driver, rootId, callId } = await waiting();
    const reader = await open('read');
    const words = { callId, content: 'Use oak.', msgId: 'm-1' };
    assert.deepEqual(await reader.perform({ kind: 'tell', dialog: rootRef(rootId), ...words }), { ok: true, callId });
    const [told] = await recordsOf(driver, rootId, 'calleeTold');
    assert.deepEqual(told?.kind === 'calleeTold' && [told.content, told.by], ['Use oak.', 'person']);
    const empty = await reader.perform({ kind: 'tell', dialog: rootRef(rootId), ...words, content: ' ', msgId: 'm-2' });
    assert.equal(!empty.ok && empty.code, 'empty-message');
    const unknown = await reader.perform({
      kind: 'tell',
      dialog: rootRef(rootId),
      ...words,
      callId: 'none' as CallId,
      msgId: 'm-3',
    });
    assert.equal(!unknown.ok && unknown.code, 'unknown-call');
    assert.deepEqual(inbox(), []);
  });

  it('retries a request now for a window that follows and for a terminal, and records which', async () => {
    const busy = '{status: 503, retryAfterMs: 60000, message: busy}';
    await play(`  - {fail: ${busy}}\n  - {fail: ${busy}}\n  - {say: Back again.}\n`);
    const driver = await open('drive');
    const retrying = nextRetry(driver);
    const rootId = await start(driver, { text: 'go' });
    await retrying;
    const reader = await open('read');
    const retryingAgain = nextRetry(driver);
    const by = { kind: 'person', surface: 'panel' } as const;
    assert.deepEqual(await reader.perform({ kind: 'retryNow', dialog: rootRef(rootId), tree: false }, by), {
      ok: true,
      retried: [rootRef(rootId)],
    });
    await retryingAgain;
    const typed = await dominds('retry', rootId);
    assert.deepEqual([typed.code, typed.json], [0, [{ retried: [rootRef(rootId)] }]]);
    assert.equal((await driver.settled(rootId)).response, 'Back again.');
    const said = await recordsOf(driver, rootId, 'retriedNow');
    assert.deepEqual(
      said.map(record => record.kind === 'retriedNow' && record.by.surface),
      ['panel', 'cli'],
    );
    const late = await reader.perform({ kind: 'retryNow', dialog: rootRef(rootId), tree: false }, by);
    assert.deepEqual(!late.ok && late.why.id, 'not-retrying');
    assert.deepEqual(inbox(), []);
  });

  it('applies a dismissal once, also in a later process', async () => {
    const { driver, rootId, callId } = await waiting();
    const dismiss = { kind: 'dismiss', msgId: 'm-1', dialog: rootRef(rootId), callId } as const;
    for (const _ of [1, 2]) assert.deepEqual(await driver.perform(dismiss), { ok: true, callId });
    await driver.settled(rootId);
    await driver.close();
    const later = await open('drive');
    assert.deepEqual(await later.perform(dismiss), { ok: true, callId });
    assert.equal((await recordsOf(later, rootId, 'responseSupplied')).length, 1);
  });

  it('dismisses and tells on the command line', async () => {
    const { driver, rootId, callId } = await waiting();
    const told = await dominds('tell', rootId, callId, 'Use oak.');
    assert.deepEqual([told.code, told.json], [0, [{ callId }]], told.stderr);
    const dismissed = await dominds('dismiss', rootId, callId);
    assert.deepEqual([dismissed.code, dismissed.json], [0, [{ callId }]], dismissed.stderr);
    assert.equal((await driver.settled(rootId)).response, 'Then not.');
    assert.equal((await recordsOf(driver, rootId, 'calleeTold')).length, 1);
  });

  it('edits beliefs for a window that follows, and gives what is believed then', async () => {
    const { driver, rootId } = await believing();
    const reader = await open('read');
    const set = await reader.perform({
      kind: 'belief',
      dialog: rootRef(rootId),
      belief: { kind: 'setSlot', flow: 'query', slot: 'limit', value: 7 },
    });
    assert.equal(set.ok && set.belief.state.stack[0]?.slots.limit?.value, 7);
    assert.equal((await reader.settled(rootId)).response, 'Looked up.');
    const refused = await reader.perform({
      kind: 'belief',
      dialog: rootRef(rootId),
      belief: { kind: 'setSlot', flow: 'query', slot: 'limit', value: 700 },
    });
    assert.equal(!refused.ok && refused.code, 'invalid-argument');
    const back = await reader.perform({
      kind: 'belief',
      dialog: rootRef(rootId),
      belief: { kind: 'rollBack', turn: 0 },
    });
    assert.deepEqual(back.ok && [back.rolledBack?.to, back.belief.state.stack.length], [0, 0]);
    assert.match((back.ok && back.note) || '', /not undone|stay/i);
    assert.deepEqual(inbox(), []);
    assert.equal((await recordsOf(driver, rootId, 'rolledBack')).length, 1);
  });

  it('rolls beliefs back on the command line', async () => {
    const { driver, rootId } = await believing();
    const { code, json, stderr } = await dominds('state', 'rollback', rootId, '0');
    assert.deepEqual([code, (json[0] as { rolled_back: unknown }).rolled_back], [0, { from: 1, to: 0 }], stderr);
    assert.equal((await recordsOf(driver, rootId, 'rolledBack')).length, 1);
  });

  it('applies an edit of beliefs once', async () => {
    const { driver, rootId } = await believing();
    const change = { kind: 'belief', dialog: rootRef(rootId) } as const;
    for (const _ of [1, 2]) {
      const belief = { kind: 'setSlot', flow: 'query', slot: 'limit', value: 7 } as const;
      assert.ok((await driver.perform({ ...change, msgId: 'm-1', belief })).ok);
      await driver.settled(rootId);
    }
    for (const _ of [1, 2])
      assert.ok((await driver.perform({ ...change, msgId: 'm-2', belief: { kind: 'rollBack', turn: 0 } })).ok);
    assert.equal((await recordsOf(driver, rootId, 'turnBegan')).length, 2);
    assert.equal((await recordsOf(driver, rootId, 'rolledBack')).length, 1);
  });
});
