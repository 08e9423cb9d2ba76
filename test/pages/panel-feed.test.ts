import assert from 'node:assert/strict';
import type { FeedEvent, PassingEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { Outcome } from '../../src/core/facts/trouble.ts';
import { toldRefusal } from '../../src/core/facts/trouble.ts';
import { PanelFeed } from '../../src/pages/panel-feed.ts';
import { createPassingBatch } from '../../src/pages/passing-batch.ts';
import type { Snapshot, ToWebview } from '../../src/protocol/messages.ts';
import { sayRefusal } from '../../src/words/say.ts';
import { manualTimer } from '../host-unit/support.ts';
import { lead, recordOf, researcher } from '../support/fake-runtime.ts';

describe('the feed of a dialog panel', () => {
  it('sends a snapshot when the panel is ready, then records in order', async () => {
    const { feed, sent } = panel({ seqs: [3] });
    await feed.open();
    feed.receive(recorded(4));
    feed.receive(recorded(5));
    assert.deepEqual(kinds(sent), ['snapshot 3', 'recorded 4', 'recorded 5']);
  });

  it('sends nothing before the panel is ready and after it is closed', async () => {
    const { feed, sent, clock } = panel({ seqs: [3] });
    feed.receive(recorded(3));
    await feed.open();
    feed.receive(chunk('a'));
    feed.close();
    feed.receive(recorded(4));
    feed.receive(chunk('b'));
    clock.fire();
    assert.deepEqual(kinds(sent), ['snapshot 3']);
  });

  it('holds records that come while the snapshot is taken, and drops those that are in it', async () => {
    const { feed, sent } = panel({ seqs: [4] });
    const opening = feed.open();
    feed.receive(recorded(4));
    feed.receive(recorded(5));
    await opening;
    assert.deepEqual(kinds(sent), ['snapshot 4', 'recorded 5']);
  });

  it('asks for a new snapshot when a record is missing', async () => {
    const { feed, sent } = panel({ seqs: [3, 6] });
    await feed.open();
    feed.receive(recorded(5));
    feed.receive(recorded(6));
    await settle();
    assert.deepEqual(kinds(sent), ['snapshot 3', 'snapshot 6']);
  });

  it('sends passing events once a frame, neighbouring chunks joined', async () => {
    const { feed, sent, clock } = panel({ seqs: [3] });
    await feed.open();
    feed.receive(chunk('a'));
    feed.receive(chunk('b'));
    assert.equal(sent.length, 1);
    clock.fire();
    assert.deepEqual(passingTexts(sent), [['ab']]);
  });

  it('keeps the chunks of two dialogs apart, which are unfolded in one panel', () => {
    const sent: (readonly PassingEvent[])[] = [];
    const batch = createPassingBatch(events => sent.push(events), manualTimer().timer);
    for (const event of [chunk('a'), { ...chunk('b'), ...researcher }]) batch.add(event as PassingEvent);
    batch.flush();
    assert.deepEqual(
      sent[0]?.map(event => 'text' in event && event.text),
      ['a', 'b'],
    );
  });

  it('sends what passed before the record that follows it', async () => {
    const { feed, sent } = panel({ seqs: [3] });
    await feed.open();
    feed.receive(chunk('a'));
    feed.receive(recorded(4));
    assert.deepEqual(kinds(sent), ['snapshot 3', 'passing', 'recorded 4']);
  });

  it('ignores other dialogs', async () => {
    const { feed, sent } = panel({ seqs: [3] });
    await feed.open();
    feed.receive({ ...recorded(4), ...researcher });
    assert.deepEqual(kinds(sent), ['snapshot 3']);
  });

  it('keeps a focus until the snapshot can carry it, and sends it at once when live', async () => {
    const { feed, sent } = panel({ seqs: [3] });
    const focus = { kind: 'question', questionId: 'q-1' } as const;
    feed.focus(focus);
    await feed.open();
    feed.focus(focus);
    assert.deepEqual((sent[0] as Snapshot).focus, focus);
    assert.deepEqual(sent[1], { kind: 'focus', focus });
  });

  it('goes back to the newest course for a question, since open questions are there', async () => {
    const { feed, sent } = panel({ seqs: [3, 4], older: true });
    await feed.open(1);
    feed.focus({ kind: 'call', callId: 'c-1' });
    feed.focus({ kind: 'question', questionId: 'q-1' });
    await settle();
    assert.deepEqual(kinds(sent), ['snapshot 3', 'focus', 'snapshot 4']);
  });

  it('goes to the course of words that were searched for, and stays where it is shown', async () => {
    const { feed, sent, courses } = panel({ seqs: [3, 4] });
    const focus = { kind: 'words', query: 'kettle', course: 1 } as const;
    await feed.open();
    feed.focus(focus);
    feed.focus({ ...focus, course: 7 });
    await settle();
    assert.deepEqual(kinds(sent), ['snapshot 3', 'focus', 'snapshot 4']);
    assert.deepEqual(courses, [undefined, 7]);
  });

  it('drops a snapshot that a newer opening overtook', async () => {
    const { feed, sent } = panel({ seqs: [3, 4] });
    await Promise.all([feed.open(), feed.open()]);
    assert.deepEqual(kinds(sent), ['snapshot 4']);
  });

  it('answers every ask with a snapshot, and takes one that is on its way only once', async () => {
    const { feed, sent } = panel({ seqs: [3, 4] });
    await Promise.all([feed.ask(), feed.ask()]);
    assert.deepEqual(kinds(sent), ['snapshot 3']);
    await feed.ask();
    assert.deepEqual(kinds(sent), ['snapshot 3', 'snapshot 4']);
    assert.equal(feed.isAskedFor, true);
  });

  it('takes another snapshot for an ask of another course, and for one after the page was hidden', async () => {
    const { feed, sent } = panel({ seqs: [3, 4, 5, 6] });
    await Promise.all([feed.ask(), feed.ask(1)]);
    assert.deepEqual(kinds(sent), ['snapshot 4']);
    const hidden = feed.ask();
    feed.close();
    await Promise.all([hidden, feed.ask()]);
    assert.deepEqual(kinds(sent), ['snapshot 4', 'snapshot 6']);
  });

  it('answers the next ask after a snapshot could not be taken, and holds nothing back for it', async () => {
    const { feed, sent, errors } = panel({ seqs: [Number.NaN, 5] });
    await feed.ask();
    assert.equal(errors.length, 1);
    feed.receive(recorded(4));
    assert.deepEqual(sent, []);
    await feed.ask();
    assert.deepEqual(kinds(sent), ['snapshot 5']);
  });

  it('says why there is no snapshot', async () => {
    const { feed, sent } = panel({ seqs: [] });
    await feed.open();
    assert.deepEqual(sent, [{ kind: 'refused', message: 'gone', remedy: 'open another' }]);
    assert.equal(feed.isLive, false);
  });
});

function panel({ seqs, older = false }: { seqs: readonly number[]; older?: boolean }) {
  const sent: ToWebview[] = [];
  const clock = manualTimer();
  let taken = 0;
  const errors: unknown[] = [];
  const courses: (number | undefined)[] = [];
  const takeSnapshot = async (course?: number): Promise<Outcome<{ snapshot: Snapshot }>> => {
    courses.push(course);
    const seq = seqs[taken++];
    if (seq !== undefined && Number.isNaN(seq)) throw new Error('the disk refuses');
    if (seq === undefined) return toldRefusal('unknown-dialog', 'gone', 'open another');
    return { ok: true, snapshot: { kind: 'snapshot', course: 1, state: { seq, course: older ? 2 : 1 } } as Snapshot };
  };
  const feed = new PanelFeed({
    dialog: lead,
    words: refusal => sayRefusal(refusal, 'en'),
    post: message => sent.push(message),
    takeSnapshot,
    onError: error => errors.push(error),
    timer: clock.timer,
  });
  return { feed, sent, clock, errors, courses };
}

function recorded(seq: number): Extract<FeedEvent, { type: 'recorded' }> {
  return { type: 'recorded', ...lead, seq, record: recordOf({ kind: 'resumed' }) };
}

function chunk(text: string): PassingEvent {
  return { type: 'chunk', ...lead, genseq: 1, segment: 'saying', text };
}

function kinds(sent: readonly ToWebview[]): string[] {
  return sent.map(message => {
    if (message.kind === 'snapshot') return `snapshot ${message.state.seq}`;
    return message.kind === 'recorded' ? `recorded ${message.seq}` : message.kind;
  });
}

function passingTexts(sent: readonly ToWebview[]): string[][] {
  const passing = sent.filter(message => message.kind === 'passing');
  return passing.map(({ events }) => events.map(event => ('text' in event ? event.text : event.type)));
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}
