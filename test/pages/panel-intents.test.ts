import assert from 'node:assert/strict';
import type { CallId } from '../../src/core/base/ids.ts';
import type { Intent } from '../../src/core/intents/intents.ts';
import { userAnswer, userMessage } from '../../src/core/intents/packets.ts';
import { performIntent, readMessage } from '../../src/pages/intents.ts';
import { shownModel } from '../../src/pages/shown-model.ts';
import { type SnapshotRequest, TAIL, takeSnapshot, treeRelations } from '../../src/pages/snapshot.ts';
import { parseToHost, type ToHost } from '../../src/protocol/messages.ts';
import type { ActingRuntime, DialogView } from '../../src/runtime.ts';
import { fakeRuntime, lead, node, researcher } from '../support/fake-runtime.ts';
import { redPixel } from '../support/images.ts';

describe('what a panel asks of the runtime', () => {
  it('says and answers with the ids that make each apply once', async () => {
    await check(userMessage(researcher, { msgId: 'm-1', content: 'Hello' }), {
      kind: 'say',
      dialog: researcher,
      content: 'Hello',
      msgId: 'm-1',
    });
    const packet = userAnswer(lead, { msgId: 'm-2', questionId: 'q-1', content: 'Blue' });
    const answer = { ...packet, kind: 'answer' } as const;
    const { selfId } = researcher;
    await check({ ...packet, targetSubdialogId: selfId }, { ...answer, targetSubdialogId: selfId });
    await check(
      { ...packet, dialog: researcher, queuedMsgId: 'm-1' },
      { ...answer, dialog: researcher, queuedMsgId: 'm-1' },
    );
  });

  it('says what becomes of a message that is queued in its dialog', async () => {
    const change = { kind: 'changeQueued', queuedMsgId: 'm-1', content: 'Blue' } as const;
    await check(change, { ...change, dialog: researcher });
    const removal = { kind: 'removeQueued', queuedMsgId: 'm-1' } as const;
    await check(removal, { ...removal, dialog: researcher });
  });

  it('takes packets by their names alone, for dialogs that can be', () => {
    const packet = userAnswer(lead, { msgId: 'm-2', questionId: 'q-1', content: 'Blue' });
    assert.equal(packet.kind, 'drive_dialog_by_user_answer');
    assert.equal(userMessage(lead, { msgId: 'm', content: 'x' }).kind, 'drive_dlg_by_user_msg');
    assert.deepEqual(parseToHost(packet), packet);
    assert.equal(parseToHost({ ...packet, continuationType: 'guess' }), undefined);
    assert.equal(parseToHost({ ...packet, dialog: { rootId: '../up', selfId: 'x' } }), undefined);
    assert.equal(parseToHost({ ...packet, kind: 'answer' }), undefined);
  });

  it('says with images, and what is no image of a message is not understood', async () => {
    const images = [{ name: 'a.png', data: redPixel }];
    await check(userMessage(researcher, { msgId: 'm-1', content: '', images }), {
      kind: 'say',
      dialog: researcher,
      content: '',
      msgId: 'm-1',
      images,
    });
    const message = userMessage(researcher, { msgId: 'm-1', content: '' });
    const said = (given: unknown) => parseToHost({ ...message, images: given });
    assert.deepEqual(said(images), { ...message, images });
    for (const given of [[redPixel], [{ name: 'a.png' }], Array(9).fill(images[0]), 'x']) {
      assert.equal(said(given), undefined, JSON.stringify(given).slice(0, 60));
    }
    assert.equal(said([{ name: 'a.png', data: 'x'.repeat(8_000_000) }]), undefined);
    assert.equal(parseToHost({ kind: 'showImage', hash: 'x', type: 'image/svg+xml' }), undefined);
  });

  it('names its dialog', async () => {
    await check({ kind: 'stop' }, { kind: 'stop', dialog: lead }, lead);
    await check({ kind: 'retryNow' }, { kind: 'retryNow', dialog: researcher });
    await check({ kind: 'reopen' }, { kind: 'reopen', dialog: researcher });
    const dismissal = { kind: 'dismiss', callId: 'c-1' as CallId } as const;
    await check(dismissal, { ...dismissal, dialog: researcher });
    const draft = { kind: 'prune', pairs: 1 } as const;
    await check({ kind: 'draft', intent: draft }, { kind: 'draft', dialog: researcher, draft });
    const belief = { kind: 'cancelFlow', flow: 'f' } as const;
    await check({ kind: 'belief', intent: belief }, { kind: 'belief', dialog: researcher, belief });
    await check({ kind: 'setDiligence', on: false }, { kind: 'setDiligence', dialog: researcher, on: false });
  });

  it('leaves what concerns the view alone, and what needs a confirmation, to the host', () => {
    for (const kind of ['ready', 'resync', 'markDone'] as const)
      assert.deepEqual(readMessage({ kind }, lead), { intent: undefined, view: { kind } });
  });
});

describe('the snapshot of a panel', () => {
  const identity = { kind: 'root', agentId: 'lead' };
  const view = { state: { seq: 7, marks: [], identity }, rootStatus: 'running', course: 1, records: [], earlier: 0 };
  const request: SnapshotRequest = { dialog: lead, language: 'en', scripted: false };

  it('holds the tail of the newest course, the members and the other dialogs', async () => {
    const asked: unknown[] = [];
    const runtime = snapshotRuntime(view, page => asked.push(page));
    const taken = await takeSnapshot(runtime, request);
    assert.ok(taken.ok);
    assert.deepEqual(asked, [{ tail: TAIL }]);
    assert.deepEqual(
      taken.snapshot.related.map(({ selfId }) => selfId),
      [lead.selfId, researcher.selfId],
    );
    assert.equal('scripted' in taken.snapshot, false);
  });

  it('labels a dialog that a scripted model has spoken in', async () => {
    const runtime = snapshotRuntime({ ...view, state: { ...view.state, marks: ['playbook:0'] } });
    const taken = await takeSnapshot(runtime, request);
    assert.equal(taken.ok && taken.snapshot.scripted, 'playbook');
  });

  it('names the model that answers next, of the responder', async () => {
    const asked: unknown[] = [];
    const models = {
      configured: (agentId: string) => {
        asked.push(agentId);
        return { type: 'openai', baseUrl: 'http://127.0.0.1:1234/v1', from: {} };
      },
    } as unknown as ActingRuntime['models'];
    const taken = await takeSnapshot({ ...snapshotRuntime(view), models }, request);
    assert.deepEqual([taken.ok && taken.snapshot.model, asked], ['127.0.0.1:1234', ['lead']]);
    assert.equal(shownModel({ type: 'openai', model: 'gpt', from: {} }), 'gpt');
    assert.equal(shownModel({ type: undefined, from: {} }), undefined);
  });

  it('says that the model takes no images only where that is known', async () => {
    const said = async (takesImages: boolean | undefined) => {
      const configured = () => ({
        type: 'openai',
        model: 'm',
        from: {},
        ...(takesImages !== undefined && { takesImages }),
      });
      const models = { configured } as unknown as ActingRuntime['models'];
      const taken = await takeSnapshot({ ...snapshotRuntime(view), models }, request);
      return taken.ok && taken.snapshot.textOnly;
    };
    assert.deepEqual([await said(false), await said(true), await said(undefined)], [true, undefined, undefined]);
  });

  it('says that the model that answers next is asked without tools, and nothing of it for any other', async () => {
    const said = async (more: object) => {
      const configured = () => ({ type: 'openai', model: 'm', from: {}, ...more });
      const models = { configured } as unknown as ActingRuntime['models'];
      const taken = await takeSnapshot({ ...snapshotRuntime(view), models }, request);
      return taken.ok && taken.snapshot.withoutTools;
    };
    assert.deepEqual([await said({ withoutTools: true }), await said({})], [true, undefined]);
  });

  it('names an agent of another vendor, which has no model to choose', async () => {
    const members = new Map([['lead', { acp: 'npx codex-acp' }]]);
    const team = (() => ({ team: { members }, problems: [] })) as unknown as ActingRuntime['team'];
    const taken = await takeSnapshot({ ...snapshotRuntime(view), team }, request);
    assert.deepEqual([taken.ok && taken.snapshot.model, taken.ok && taken.snapshot.isAgent], ['npx codex-acp', true]);
  });

  it('says how often the responder of a root is pushed, and of a subdialog nothing', async () => {
    const ofRoot = await takeSnapshot(snapshotRuntime(view), request);
    assert.equal(ofRoot.ok && ofRoot.snapshot.pushMax, 2);
    const state = { ...view.state, identity: { kind: 'sub', agentId: 'lead' } };
    const ofSub = await takeSnapshot(snapshotRuntime({ ...view, state }), request);
    assert.equal(ofSub.ok && 'pushMax' in ofSub.snapshot, false);
  });

  it('says why nothing can be sent from this window', async () => {
    const taken = await takeSnapshot(snapshotRuntime(view), { ...request, readOnly: 'Not trusted.' });
    assert.equal(taken.ok && taken.snapshot.readOnly, 'Not trusted.');
  });

  it('takes the status of the root from its tree', () => {
    assert.equal(treeRelations(node(lead, 'lead', { state: 'awaiting-q4h' })).rootStatus, 'running');
    assert.equal(treeRelations(node(lead, 'lead', { state: 'archived' })).rootStatus, 'archived');
  });
});

/** Performs what the panel of a dialog asks, and compares it with the intent that the runtime performs. */
async function check(message: ToHost, expected: Intent, dialog = researcher) {
  const performed: Intent[] = [];
  const { intent } = readMessage(message, dialog);
  assert.ok(intent);
  const note = async (asked: Intent) => {
    performed.push(asked);
    return { ok: true } as never;
  };
  await performIntent(fakeRuntime({ intents: { [expected.kind]: note } }).runtime, intent);
  assert.deepEqual(performed, [expected]);
}

function snapshotRuntime(view: object, asked: (page: unknown) => void = () => {}) {
  const tree = node(lead, 'lead', { children: [node(researcher, 'researcher')] });
  return fakeRuntime({
    keepsGoing: () => true,
    models: { configured: () => ({ type: undefined, from: {} }) } as unknown as ActingRuntime['models'],
    tree: async () => ({ ok: true, tree }),
    view: async (_dialog, page) => {
      asked(page);
      return { ok: true, view: view as DialogView };
    },
    team: () => ({
      team: {
        dialect: 'tellask',
        members: new Map([['lead', { id: 'lead', name: 'Lena', diligencePushMax: 2 }]]) as never,
        defaultResponder: 'lead' as never,
      },
      problems: [],
    }),
  }).runtime;
}
