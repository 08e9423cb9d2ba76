// A dialog that its first message begins (SPEC 25.6), over a real runtime.
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { userMessage } from '../../src/core/intents/packets.ts';
import { DialogSession } from '../../src/pages/dialog-session.ts';
import type { DialogSurface } from '../../src/pages/dialog-surface.ts';
import type { Snapshot, ToHost, ToWebview } from '../../src/protocol/messages.ts';
import type { NewDialog } from '../../src/protocol/new-dialog.ts';
import type { Runtime } from '../../src/runtime.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';

const dialog = rootRef('mi8x2k9q0-00-k3f9' as RootId);
const files = {
  '.minds/team.yaml': `default_responder: lead
members: {lead: {name: Lena, diligence-push-max: 0}, robin: {name: Robin, diligence-push-max: 0}}
`,
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': 'replies: [{say: Done., repeat: true}]\n',
};

describe('a dialog that is not begun', () => {
  let workspace: OpenedWorkspace;
  let runtime: Runtime;
  let begun = 0;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace(files);
    runtime = await workspace.open('drive');
    begun = 0;
  });
  afterEach(() => workspace.close());

  function openSession(unbegun: NewDialog) {
    const posted: ToWebview[] = [];
    const none = { dispose() {} };
    const surface = {
      name: 'panel',
      post: message => posted.push(message),
      language: () => 'en',
      frame: () => ({ language: 'en', scripted: false }),
      open: () => assert.fail('opens nothing'),
      perform: () => assert.fail('performs nothing'),
      complete: () => assert.fail('completes nothing'),
      retitle: () => {},
      begun: () => {
        begun += 1;
      },
      failed: error => assert.fail(String(error)),
      dropped: what => assert.fail(what),
    } satisfies DialogSurface as DialogSurface;
    const rtws = {
      runtime,
      open: async () => ({ ok: true, runtime }) as const,
      refusalToDrive: () => undefined,
      onEvent: () => none,
      onChange: () => none,
    };
    const session = new DialogSession({ dialog, rtws, surface, timer: () => none, unbegun });
    return {
      session,
      send: (message: ToHost) => session.receive(message),
      snapshots: () => posted.filter((message): message is Snapshot => message.kind === 'snapshot'),
      refused: () => posted.filter(({ kind }) => kind === 'refused'),
    };
  }

  const say = (content: string, msgId = 'm-1') => userMessage(dialog, { content, msgId });
  const stored = () => runtime.listRoots().length > 0;

  it('looks like an empty one, follows the choices, and stores nothing', async () => {
    const { send, snapshots } = openSession({ domain: 'rooms' });
    await send({ kind: 'ready' });
    await send({ kind: 'chooseMember', agentId: 'robin' });
    await send({ kind: 'changePermissions', change: { mode: 'edits' } });
    const shown = snapshots().map(({ state, related, unbegun }) => [
      state.identity.agentId,
      related[0]?.permissionMode,
      unbegun,
    ]);
    assert.deepEqual(shown, [
      ['lead', undefined, { domain: 'rooms' }],
      ['robin', undefined, { domain: 'rooms', agentId: 'robin' }],
      ['robin', 'edits', { domain: 'rooms', agentId: 'robin', permissionMode: 'edits' }],
    ]);
    assert.equal(stored(), false);
  });

  it('begins with the first message, which is said once, to the chosen member in the chosen mode', async () => {
    const { session, send, snapshots } = openSession({ agentId: 'robin', permissionMode: 'edits' });
    await send({ kind: 'ready' });
    await Promise.all([send(say('First\n\nof two lines')), send(say('Second', 'm-2'))]);
    await runtime.settled(dialog.rootId);
    const viewed = await runtime.view(dialog);
    assert.ok(viewed.ok);
    const said = viewed.view.records.flatMap(record => (record.kind === 'userSaid' ? record.content : []));
    assert.deepEqual(said, ['First\n\nof two lines', 'Second']);
    assert.equal(viewed.view.state.identity.agentId, 'robin');
    const tree = await runtime.tree(dialog.rootId);
    assert.equal(tree.ok && tree.tree.permissionMode, 'edits');
    await send({ kind: 'resync' });
    assert.equal(snapshots().at(-1)?.unbegun, undefined);
    assert.deepEqual([session.unbegun, begun], [undefined, 1]);
  });

  it('stays as it is when its message is refused, and gives the text back', async () => {
    const { session, send, refused } = openSession({ agentId: 'gone' });
    await send(say('Hello'));
    assert.equal((refused()[0] as { msgId?: string }).msgId, 'm-1');
    assert.deepEqual(session.unbegun, { agentId: 'gone' });
    assert.equal(stored(), false);
  });

  it('is shown with the default member when the chosen one has left the team', async () => {
    const { send, snapshots } = openSession({ agentId: 'gone' });
    await send({ kind: 'ready' });
    assert.equal(snapshots()[0]?.state.identity.agentId, 'lead');
  });

  it('is begun once by two pages: the second one says its words in it', async () => {
    const [one, two] = [openSession({}), openSession({})];
    await one.send({ kind: 'ready' });
    await two.send({ kind: 'ready' });
    await one.send(say('First'));
    await two.send(say('Second', 'm-2'));
    await runtime.settled(dialog.rootId);
    const viewed = await runtime.view(dialog);
    assert.ok(viewed.ok);
    const said = viewed.view.records.flatMap(record => (record.kind === 'userSaid' ? record.content : []));
    assert.deepEqual(said, ['First', 'Second']);
    assert.deepEqual([one.session.unbegun, two.session.unbegun, begun], [undefined, undefined, 2]);
  });

  it('is known as begun by a page that still has the choices', async () => {
    await runtime.perform({ kind: 'start', rootId: dialog.rootId, text: 'Begun before' });
    const { session, send, snapshots } = openSession({});
    await send({ kind: 'ready' });
    assert.equal(snapshots()[0]?.state.headline, 'Begun before');
    assert.deepEqual([session.unbegun, begun], [undefined, 1]);
  });
});
