// A dialog panel and its feed over a way on which anything may be lost: in the end the page shows what was recorded
// (SPEC 8.3).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import { createPageLink } from '../../../src/host/panel/page-link.ts';
import { PanelFeed } from '../../../src/pages/panel-feed.ts';
import type { ToHost, ToWebview } from '../../../src/protocol/messages.ts';
import { sayRefusal } from '../../../src/words/say.ts';
import type { Panel } from '../../../webview/dialog/state.ts';
import { createPanel } from '../../../webview/dialog/state.ts';
import { manualTimer } from '../../host-unit/support.ts';
import { created, records, snapshotOf, userSaid } from './records.ts';

type Loss = 'none' | 'told' | 'silent';

function rig() {
  const stored = [...records(created)];
  const clock = manualTimer();
  const editor = { loss: 'none' as Loss, isHostThere: true, isVisible: true };
  const [first] = stored;
  assert.ok(first?.kind === 'dialogCreated');
  const dialog = { rootId: first.identity.rootId, selfId: first.identity.selfId };
  let page: { panel: Panel; deliver: (message: ToWebview) => void } | undefined;
  const link = createPageLink<ToWebview>({
    async post(message) {
      const { loss } = editor;
      if (loss === 'none') page?.deliver(message);
      return loss !== 'told' && page !== undefined;
    },
    isVisible: () => editor.isVisible,
    isConnected: () => feed.isAskedFor,
    timer: clock.timer,
  });
  const feed = new PanelFeed({
    dialog,
    words: refusal => sayRefusal(refusal, 'en'),
    post: message => link.post(message),
    takeSnapshot: async () => ({ ok: true, snapshot: snapshotOf([...stored]) }),
    onError: error => {
      throw error;
    },
    timer: clock.timer,
  });
  const toHost = (message: ToHost) => {
    if (!editor.isHostThere || editor.loss !== 'none') return;
    if (message.kind === 'ready' || message.kind === 'resync') void feed.ask();
  };
  return {
    editor,
    clock,
    get shown() {
      return page?.panel.view.value?.state.seq;
    },
    get stored() {
      return foldCourse(stored)?.seq;
    },
    load() {
      let deliver: (message: ToWebview) => void = () => {};
      const later = (ms: number, work: () => void) => {
        // A page that is gone does nothing any more.
        const waiting = clock.timer(ms, () => page === loaded && work());
        return () => waiting.dispose();
      };
      const host = {
        post: toHost,
        load: () => undefined,
        listen: (receive: typeof deliver) => {
          deliver = receive;
        },
      };
      const panel = createPanel({ host, schedule: flush => flush(), later, newId: () => 'id' });
      const loaded = { panel, deliver: (message: ToWebview) => page === loaded && deliver(message) };
      page = loaded;
      if (!feed.isAskedFor) link.viewChanged();
    },
    /** The editor tells the host that the panel is hidden; late, if the page is back by then. */
    hide() {
      feed.close();
      link.viewChanged();
    },
    record() {
      const [record] = records(userSaid(`m${stored.length}`));
      assert.ok(record);
      stored.push(record);
      feed.receive({ type: 'recorded', ...dialog, seq: stored.length, record });
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe('a dialog panel over a way that loses messages', () => {
  it('shows the dialog though the host starts after the page', async () => {
    const made = rig();
    made.editor.isHostThere = false;
    made.load();
    await settle();
    assert.equal(made.shown, undefined);
    made.editor.isHostThere = true;
    made.clock.fire();
    await settle();
    assert.equal(made.shown, 1);
  });

  it('shows the dialog though the first snapshot was lost without a word', async () => {
    const made = rig();
    made.editor.loss = 'silent';
    made.load();
    await settle();
    made.editor.loss = 'none';
    made.clock.fire();
    await settle();
    assert.equal(made.shown, 1);
  });

  it('goes on though the editor says that the page is hidden after it is back', async () => {
    const made = rig();
    made.load();
    await settle();
    made.hide();
    made.record();
    await settle();
    assert.equal(made.shown, 1);
    made.clock.fire();
    await settle();
    assert.equal(made.shown, 2);
  });

  it('shows all that was recorded in the end, whatever was lost', async () => {
    const step = fc.constantFrom('record', 'none', 'told', 'silent', 'load', 'hide', 'time', 'host gone', 'host there');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const made = rig();
        made.load();
        for (const what of steps) {
          if (what === 'record') made.record();
          else if (what === 'load') made.load();
          else if (what === 'hide') made.hide();
          else if (what === 'time') made.clock.fire();
          else if (what === 'host gone') made.editor.isHostThere = false;
          else if (what === 'host there') made.editor.isHostThere = true;
          else made.editor.loss = what;
          await settle();
        }
        made.editor.loss = 'none';
        made.editor.isHostThere = true;
        // After a silent loss the next record shows the gap.
        made.record();
        for (let times = 0; times < 4; times++) {
          made.clock.fire();
          await settle();
        }
        assert.equal(made.shown, made.stored);
      }),
    );
  });
});
