import assert from 'node:assert/strict';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { pauseOf } from '../../../src/core/dialog/view/display-state.ts';
import type { PassingEvent } from '../../../src/core/dialog/view/feed-event.ts';
import type { InterruptCode } from '../../../src/core/facts/interruption.ts';
import { userAnswer, userMessage } from '../../../src/core/intents/packets.ts';
import type { ToHost, ToWebview } from '../../../src/protocol/messages.ts';
import { isBusy } from '../../../webview/dialog/conversation/live.ts';
import type { Panel } from '../../../webview/dialog/state.ts';
import { createPanel } from '../../../webview/dialog/state.ts';
import { redPixel } from '../../support/images.ts';
import {
  asked,
  created,
  dialogId,
  ended,
  prose,
  questionId,
  records,
  rootIdentity,
  said,
  snapshotOf,
  started,
  userSaid,
} from './records.ts';

const dialog = { rootId: rootIdentity.rootId, selfId: rootIdentity.selfId };

interface Rig {
  readonly panel: Panel;
  readonly posted: ToHost[];
  /** Lets the time come at which the page asks again; false when it waits for nothing. */
  wait(): boolean;
  /** Delivers messages and lets the next frame come. */
  receive(...messages: readonly ToWebview[]): void;
}

function rig(saved?: unknown): Rig {
  const posted: ToHost[] = [];
  let deliver: (message: ToWebview) => void = () => {};
  let frame: (() => void) | undefined;
  let again: (() => void) | undefined;
  let ids = 0;
  const panel = createPanel({
    host: {
      post: message => posted.push(message),
      load: () => saved,
      listen: receive => {
        deliver = receive;
      },
    },
    schedule: flush => {
      frame = flush;
    },
    later: (_, work) => {
      again = work;
      return () => {
        again = undefined;
      };
    },
    newId: () => `id${++ids}`,
  });
  return {
    panel,
    posted,
    wait() {
      const work = again;
      again = undefined;
      work?.();
      return work !== undefined;
    },
    receive(...messages) {
      messages.forEach(deliver);
      frame?.();
      frame = undefined;
    },
  };
}

/** A panel that shows these facts; `next` numbers and delivers further ones. */
function opened(...facts: readonly Fact[]): Rig & { next(...facts: readonly Fact[]): void } {
  const made = rig();
  let seq = facts.length;
  made.receive(snapshotOf(records(...facts)));
  return { ...made, next: (...more) => made.receive(...records(...more).map(record => recorded(++seq, record))) };
}

const recorded = (seq: number, record: CourseRecord): ToWebview => ({ kind: 'recorded', seq, record });
const chunk = (text: string, selfId = 'r1', genseq = 1): ToWebview => ({
  kind: 'passing',
  events: [{ type: 'chunk', rootId: 'r1', selfId, genseq, segment: 'saying', text } as unknown as PassingEvent],
});
const retrying = (selfId: string): ToWebview => ({
  kind: 'passing',
  events: [
    {
      type: 'retrying',
      rootId: 'r1',
      selfId,
      genseq: 1,
      attempt: 1,
      inMs: 4000,
      reason: 'busy',
    } as unknown as PassingEvent,
  ],
});
const kinds = (panel: Panel): string[] => panel.items.value.map(item => item.kind);
const liveText = (panel: Panel): string | undefined => {
  const part = panel.live.value?.parts[0];
  return part && 'tail' in part ? part.tail.text : undefined;
};
const interrupted = (code: InterruptCode): Fact => ({ kind: 'interrupted', code, message: 'it failed' });
const asking = [created, userSaid('m1'), started(1), ended(1), asked('q1'), asked('q2')];

describe('the panel', () => {
  it('notices that another model answers since the dialog was interrupted', () => {
    const facts = [created, userSaid('m1'), interrupted('not-configured')];
    const { panel, receive } = opened(...facts);
    assert.equal(panel.view.value?.otherModel, undefined);
    receive({ ...snapshotOf(records(...facts)), model: 'mock-large' });
    assert.equal(panel.view.value?.otherModel, true);
    receive({ ...snapshotOf(records(...facts)), model: 'mock-large' });
    assert.equal(panel.view.value?.otherModel, true);
    const again = [...facts, interrupted('auth')];
    receive({ ...snapshotOf(records(...again)), model: 'mock-small' });
    assert.equal(panel.view.value?.otherModel, undefined);
  });

  it('says that it is ready, and shows the snapshot', () => {
    const { panel, posted } = opened(created, userSaid('m1'));
    assert.deepEqual(posted, [{ kind: 'ready' }]);
    assert.deepEqual(kinds(panel), ['user']);
  });

  it('asks again until a snapshot comes', () => {
    const { posted, wait, receive } = rig();
    assert.equal(wait(), true);
    assert.equal(wait(), true);
    assert.deepEqual(posted, [{ kind: 'ready' }, { kind: 'ready' }, { kind: 'ready' }]);
    receive(snapshotOf(records(created)));
    assert.equal(wait(), false);
  });

  it('asks no more when it is told why there is no snapshot', () => {
    const { panel, wait, receive } = rig();
    receive({ kind: 'refused', message: 'Gone', remedy: 'open another' });
    assert.equal(wait(), false);
    assert.deepEqual(panel.notice.value, { message: 'Gone', remedy: 'open another' });
  });

  it('asks for a new snapshot until it comes, after a record was missing', () => {
    const { posted, wait, receive } = opened(created);
    const [third] = records(userSaid('m3'));
    assert.ok(third);
    receive(recorded(3, third));
    receive(recorded(4, third));
    wait();
    assert.deepEqual(posted.slice(1), [{ kind: 'resync' }, { kind: 'resync' }]);
    receive(snapshotOf(records(created, userSaid('m2'), userSaid('m3'))));
    assert.equal(wait(), false);
  });

  it('asks at a hello, unless it asks already', () => {
    const early = rig();
    early.receive({ kind: 'hello' });
    assert.deepEqual(early.posted, [{ kind: 'ready' }]);
    const { posted, receive } = opened(created);
    receive({ kind: 'hello' });
    assert.deepEqual(posted.slice(1), [{ kind: 'resync' }]);
  });

  it('takes what is told once also while it asks for a new snapshot: focus, refusals', () => {
    const { panel, receive } = opened(...asking);
    panel.intents.type('Typed before');
    receive({ kind: 'hello' });
    receive({ kind: 'focus', focus: { kind: 'question', questionId: 'q2' } });
    assert.equal(panel.question.value?.questionId, 'q2');
    receive({ kind: 'refused', message: 'Full', remedy: 'wait' });
    assert.deepEqual(panel.notice.value, { message: 'Full', remedy: 'wait' });
  });

  it('folds what follows by the same rules as the host', () => {
    const { panel, next } = opened(created, userSaid('m1'));
    next(started(1));
    assert.equal(panel.view.value?.state.generating, true);
    next(said(1, prose('Hi')), ended(1));
    assert.equal(panel.view.value?.state.generating, false);
    assert.deepEqual(kinds(panel), ['user', 'prose', 'meta']);
  });

  it('asks for a new snapshot once when a record is missing, and shows nothing wrong until it comes', () => {
    const { panel, posted, receive } = opened(created);
    const [first, second] = records(userSaid('m2'), userSaid('m3'));
    assert.ok(first && second);
    receive(recorded(3, first), recorded(4, second));
    assert.deepEqual(posted.slice(1), [{ kind: 'resync' }]);
    assert.deepEqual(kinds(panel), []);
    receive(snapshotOf(records(created, userSaid('m1'), userSaid('m2'), userSaid('m3'))));
    assert.deepEqual(kinds(panel), ['user', 'user', 'user']);
  });

  it('takes a record that comes twice once', () => {
    const { panel, receive } = opened(created);
    const [record] = records(userSaid('m1'));
    assert.ok(record);
    receive(recorded(2, record), recorded(2, record));
    assert.deepEqual(kinds(panel), ['user']);
  });

  it('appends live text and drops it when the saying is recorded', () => {
    const { panel, next, receive } = opened(created, userSaid('m1'), started(1));
    receive(chunk('Hel'), chunk('lo'));
    assert.equal(liveText(panel), 'Hello');
    next(said(1, prose('Hello')));
    assert.equal(panel.live.value, undefined);
  });

  it('drops live text of a generation that ends without a saying', () => {
    const { panel, next, receive } = opened(created, userSaid('m1'), started(1));
    receive(chunk('Hel'));
    next({ kind: 'generationEnded', genseq: 1, outcome: 'stopped' });
    assert.equal(panel.live.value, undefined);
  });

  it('ignores text of another dialog, of another generation and after the end', () => {
    const { panel, next, receive } = opened(created, userSaid('m1'), started(1));
    receive(chunk('x', 's1'), chunk('y', 'r1', 7));
    assert.equal(liveText(panel), undefined);
    next(ended(1));
    receive(chunk('z'));
    assert.equal(panel.live.value, undefined);
  });

  it('puts earlier records before those it has', () => {
    const all = records(created, userSaid('m1'), userSaid('m2'), userSaid('m3'));
    const { panel, receive } = rig();
    receive(snapshotOf(all, { records: all.slice(3), earlier: 3 }));
    receive({ kind: 'earlier', course: 1, records: all.slice(1, 3), earlier: 1 });
    assert.deepEqual(kinds(panel), ['user', 'user', 'user']);
    assert.equal(panel.view.value?.earlier, 1);
  });

  it('keeps an older course as it is while the newest goes on', () => {
    const all = records(created, userSaid('m1'));
    const { panel, receive } = rig();
    const snapshot = snapshotOf(all);
    receive({ ...snapshot, state: { ...snapshot.state, course: 2 } });
    const [record] = records(userSaid('m2'));
    assert.ok(record);
    receive(recorded(3, record));
    assert.deepEqual(kinds(panel), ['user']);
    assert.equal(panel.view.value?.state.seq, 3);
  });

  it('keeps the output of a running tool until its result', () => {
    const callId = 't1' as never;
    const { panel, next, receive } = opened(created, started(1), {
      kind: 'toolCalled',
      genseq: 1,
      callId,
      name: 'run_shell',
      args: '{}',
    });
    const output = {
      type: 'tool_output',
      rootId: 'r1',
      selfId: 'r1',
      callId,
      text: 'line\n',
    } as unknown as PassingEvent;
    receive({ kind: 'passing', events: [output, output] });
    assert.equal(panel.outputs.value.get('t1'), 'line\nline\n');
    next({ kind: 'toolReturned', callId, ok: true, content: 'all' });
    assert.equal(panel.outputs.value.size, 0);
  });

  it('announces a finished saying, never a chunk', () => {
    const { panel, next, receive } = opened(created, userSaid('m1'), started(1));
    receive(chunk('Hel'));
    assert.equal(panel.announcement.value, '');
    next(said(1, prose('Hello')));
    assert.equal(panel.announcement.value, 'Hello');
  });

  it('announces a question without the signs of its syntax', () => {
    const { panel, next } = opened(created, userSaid('m1'));
    next(asked('q1', { headline: '@human May I turn `minify` off?\n' }));
    assert.equal(panel.announcement.value, 'Question for you: May I turn minify off?');
  });
});

describe('the composer', () => {
  it('sends the message and is empty again', () => {
    const { panel, posted } = opened(created);
    panel.intents.type('\n  Do it\n');
    assert.equal(panel.intents.send(), 'sent');
    assert.deepEqual(posted.at(-1), userMessage(dialog, { msgId: 'id1', content: '  Do it' }));
    assert.equal(panel.drafts.value[''], undefined);
  });

  it('refuses an empty message', () => {
    const { panel, posted } = opened(created);
    panel.intents.type(' \n ');
    assert.equal(panel.intents.send(), 'empty');
    assert.deepEqual(posted, [{ kind: 'ready' }]);
  });

  it('shows a sent message until it is recorded', () => {
    const { panel, next } = opened(created);
    panel.intents.type('Do it');
    panel.intents.send();
    assert.equal(panel.outbox.value.length, 1);
    next(userSaid('id1', 'Do it'));
    assert.equal(panel.outbox.value.length, 0);
  });

  it('gives a refused message back before what was typed since', () => {
    const { panel, receive } = opened(created);
    panel.intents.type('first');
    panel.intents.send();
    panel.intents.type('second');
    receive({ kind: 'refused', msgId: 'id1', message: 'No.', remedy: 'Wait.' });
    assert.equal(panel.drafts.value[''], 'first\nsecond');
    assert.deepEqual(panel.notice.value, { message: 'No.', remedy: 'Wait.' });
    assert.equal(panel.outbox.value.length, 0);
  });

  it('sends images with a message or an answer, and gives them back when it was refused', () => {
    const { panel, posted, receive } = opened(...asking);
    const images = [{ name: 'a.png', data: redPixel }];
    receive({ kind: 'attached', images });
    assert.deepEqual(posted.at(-1), { kind: 'holdImages', images });
    panel.intents.startAnswer('q1');
    panel.intents.type('the answer');
    panel.intents.send();
    const answer = { msgId: 'id1', questionId: 'q1', content: 'the answer' };
    assert.deepEqual(posted.at(-2), userAnswer(dialog, { ...answer, images }));
    assert.equal(panel.attached.value.length, 0);
    receive({ kind: 'attached', images });
    panel.intents.writeMessage();
    panel.intents.send();
    assert.deepEqual(posted.slice(-2), [
      userMessage(dialog, { msgId: 'id2', content: '', images }),
      { kind: 'holdImages', images: [] },
    ]);
    receive({ kind: 'refused', msgId: 'id2', message: 'No.', remedy: 'Wait.' });
    assert.deepEqual(
      panel.attached.value.map(({ name, bytes }) => [name, bytes]),
      [['a.png', 70]],
    );
  });

  it('takes an image once, and none that is no image or one too many', () => {
    const { panel, receive } = opened(created);
    const image = { name: 'a.png', data: redPixel };
    receive({ kind: 'attached', images: [image, image] });
    assert.equal(panel.attached.value.length, 1);
    receive({ kind: 'attached', images: [{ name: 'a.txt', data: btoa('text') }] });
    assert.match(panel.notice.value?.message ?? '', /a\.txt is not a supported image/);
    receive({ kind: 'attached', images: [{ name: 'b.png', data: '%%%' }] });
    assert.match(panel.notice.value?.message ?? '', /b\.png is not a supported image/);
    const others = Array.from({ length: 8 }, (_, at) => ({
      name: `${at}.png`,
      data: Buffer.concat([Buffer.from(redPixel, 'base64'), Buffer.from([at])]).toString('base64'),
    }));
    receive({ kind: 'attached', images: others });
    assert.equal(panel.attached.value.length, 8);
    assert.match(panel.notice.value?.message ?? '', /up to 8 images/);
  });

  it('names every image that was kept out, here or by the host, with each reason once', () => {
    const { panel, receive } = opened(created);
    const images = ['a.txt', 'b.txt'].map(name => ({ name, data: btoa(name) }));
    receive({ kind: 'attached', images, refused: [{ name: 'c.png', why: 'too-large' }] });
    assert.deepEqual(panel.notice.value, {
      message: 'c.png is too large. a.txt and b.txt are not supported images.',
      remedy: 'Attach images of up to 5 MB. Attach PNG, JPEG, GIF or WebP.',
    });
    const next = { kind: 'attached', images: [{ name: 'd.png', data: redPixel }] } as const;
    const said = () => panel.notice.value?.message;
    receive(next);
    assert.equal(said(), undefined);
    receive({ kind: 'refused', message: 'No.', remedy: 'Wait.' });
    receive(next);
    assert.equal(said(), 'No.');
  });

  it('answers the chosen question, then goes on to the next', () => {
    const { panel, posted } = opened(...asking);
    panel.intents.writeMessage();
    panel.intents.type('a message');
    panel.intents.startAnswer('q1');
    panel.intents.type('the answer');
    panel.intents.send();
    assert.deepEqual(posted.at(-1), userAnswer(dialog, { msgId: 'id1', questionId: 'q1', content: 'the answer' }));
    assert.equal(panel.question.value?.questionId, 'q2');
    panel.intents.writeMessage();
    assert.equal(panel.drafts.value[''], 'a message');
  });

  it('goes on to the next question when one was answered elsewhere', () => {
    const { panel, next } = opened(...asking);
    panel.intents.startAnswer('q1');
    next({ kind: 'questionAnswered', questionId: questionId('q1'), msgId: 'm9', content: 'x' });
    assert.equal(panel.question.value?.questionId, 'q2');
  });

  it('answers a question that arrives while nothing is being written', () => {
    const { panel, posted, next } = opened(created);
    next(asked('q1'));
    panel.intents.type('the answer');
    panel.intents.send();
    assert.deepEqual(posted.at(-1), userAnswer(dialog, { msgId: 'id1', questionId: 'q1', content: 'the answer' }));
    assert.equal(panel.question.value, undefined);
  });

  it('never turns a message that is being written into an answer, and answers after it is sent', () => {
    const { panel, posted, next } = opened(created);
    panel.intents.type('half a mess');
    next(asked('q1'));
    panel.intents.type('half a message');
    panel.intents.send();
    assert.deepEqual(posted.at(-1), userMessage(dialog, { msgId: 'id1', content: 'half a message' }));
    assert.equal(panel.question.value?.questionId, 'q1');
  });

  it('keeps writing messages when the person chose so, until the questions are closed', () => {
    const { panel, posted, next } = opened(created);
    next(asked('q1'));
    panel.intents.writeMessage();
    for (const text of ['one', 'two']) {
      panel.intents.type(text);
      panel.intents.send();
    }
    assert.deepEqual(
      posted.slice(-2).map(message => 'content' in message && message.content),
      ['one', 'two'],
    );
    next({ kind: 'questionAnswered', questionId: questionId('q1'), msgId: 'm9', content: 'x' });
    next(asked('q2'));
    assert.equal(panel.question.value?.questionId, 'q2');
  });

  it('answers a question of a subdialog once it is chosen, and never by default', () => {
    const { panel, posted, receive } = opened(created);
    const questions = [{ questionId: questionId('q7'), questionKind: 'ask', headline: 'Who reads it?' }] as const;
    const sub = { agentId: 'writer', state: 'awaiting-q4h', headline: '' } as const;
    const related = (more: object) => ({
      kind: 'related' as const,
      rootStatus: 'running' as const,
      related: [
        { ...sub, selfId: 'r1' },
        { ...sub, selfId: 's1', supdialogId: 'r1' },
        { ...sub, selfId: 's2', supdialogId: 's1', ...more },
      ],
    });
    receive(related({ questions }));
    assert.equal(panel.question.value, undefined);
    assert.deepEqual(
      panel.open.value.below.map(({ from }) => from),
      [{ selfId: 's2', agentId: 'writer' }],
    );
    panel.intents.startAnswer('q7');
    panel.intents.type('engineers');
    panel.intents.send();
    assert.deepEqual(
      posted.at(-1),
      userAnswer({ ...dialog, selfId: dialogId('s2') }, { msgId: 'id1', questionId: 'q7', content: 'engineers' }),
    );
    assert.deepEqual([panel.outbox.value.length, panel.open.value.below], [1, []]);
    receive(related({}));
    assert.equal(panel.outbox.value.length, 0);
  });

  it('answers with an option at once', () => {
    const { panel, posted } = opened(...asking);
    panel.intents.choose('q2', 'yes');
    assert.deepEqual(posted.at(-1), userAnswer(dialog, { msgId: 'id1', questionId: 'q2', content: 'yes' }));
  });

  it('is in answer mode when the host brings a question into view', () => {
    const { panel, receive } = opened(...asking);
    receive({ kind: 'focus', focus: { kind: 'question', questionId: 'q2' } });
    assert.equal(panel.question.value?.questionId, 'q2');
    assert.deepEqual(panel.focus.value, { nth: 1, on: { kind: 'question', questionId: 'q2' } });
  });
});

describe('what a panel keeps over a reload', () => {
  it('draft, answer mode, folds and place come back', () => {
    const { panel } = opened(...asking);
    panel.intents.writeMessage();
    panel.intents.type('draft');
    panel.intents.startAnswer('q1');
    panel.intents.toggle('1.3');
    const saved = JSON.parse(JSON.stringify(panel.saved.value));
    const again = rig(saved);
    again.receive(snapshotOf(records(...asking)));
    assert.equal(again.panel.drafts.value[''], 'draft');
    assert.equal(again.panel.question.value?.questionId, 'q1');
    assert.deepEqual([...again.panel.toggled.value], ['1.3']);
    assert.deepEqual([saved.rootId, saved.selfId, saved.course], ['r1', 'r1', 0]);
  });

  it('an ended course that is being read is asked for again, the newest one is not fixed', () => {
    const { panel, receive } = opened(...asking);
    const snapshot = snapshotOf(records(...asking));
    receive({ ...snapshot, state: { ...snapshot.state, course: 2 } });
    assert.deepEqual(rig(panel.saved.value).posted, [{ kind: 'ready', course: 1 }]);
    receive(snapshot);
    assert.deepEqual(rig(panel.saved.value).posted, [{ kind: 'ready' }]);
  });

  it('holds no dialog data', () => {
    const { panel } = opened(created, userSaid('m1', 'a secret of the dialog'));
    assert.doesNotMatch(JSON.stringify(panel.saved.value), /secret/);
  });

  it('starts afresh from anything that is not its own', () => {
    for (const saved of [
      undefined,
      null,
      7,
      'x',
      [],
      { v: 2 },
      { v: 1, drafts: [], toggled: 'x', scroll: { kind: 'item' } },
    ])
      assert.deepEqual(rig(saved).panel.drafts.value, {});
  });

  it('streams in an unfolded subdialog, from what its host has of it on, and nowhere else', () => {
    const { panel, receive } = opened(created);
    const dialog = snapshotOf(records(created, started(1)));
    const live = { genseq: 1, segments: [{ segment: 'saying' as const, text: 'It ' }] };
    receive({ kind: 'nested', selfId: 's1', state: dialog.state, records: dialog.records, earlier: 0, live });
    const nested = () => panel.nested.value.get('s1');
    const before = nested()?.dialog;
    receive(chunk('is so', 's1'), chunk('of another', 's2'), chunk('of another generation', 's1', 7));
    assert.deepEqual(nested()?.live?.parts, [
      { kind: 'prose', blocks: [], tail: { kind: 'text', text: 'It is so' }, growing: true },
    ]);
    assert.equal(nested()?.dialog, before);
    assert.equal(panel.live.value, undefined);
    const later = snapshotOf(records(created, started(1), said(1, prose('It is so.')), ended(1)));
    receive({ kind: 'nested', selfId: 's1', state: later.state, records: later.records, earlier: 0 });
    assert.equal(nested()?.live, undefined);
  });

  it('was left at work when its generation ended without a stop and nothing followed', () => {
    const ofNobody: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'stopped' };
    const { panel, next } = opened(created, userSaid('m1'), started(1), ofNobody);
    const left = () => panel.view.value && pauseOf(panel.view.value.state, 'running')?.kind;
    assert.equal(left(), 'left');
    next(started(2));
    assert.equal(left(), undefined);
    const byPerson: Fact = { kind: 'interrupted', code: 'stopped', message: 'stopped by you' };
    const stopped = opened(created, userSaid('m1'), started(1), ofNobody, byPerson).panel;
    assert.equal(stopped.view.value && pauseOf(stopped.view.value.state, 'running'), undefined);
  });

  it('shows that it waits to try again between two attempts, when nothing is generated, and that it can be stopped', () => {
    const failed: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'failed', retryAt: '2026-01-01T00:00:06.750Z' };
    const { panel, receive, next } = opened(created, userSaid('m1'), started(1), failed);
    const wait = () => panel.live.value?.retrying?.inMs;
    receive(retrying('r1'));
    assert.equal(wait(), 4000);
    assert.equal(isBusy(panel.view.value?.state as DialogState), true);
    next(started(2));
    assert.equal(wait(), undefined);
    next({ ...failed, genseq: 2 }, { kind: 'interrupted', code: 'stopped', message: '' });
    assert.equal(panel.live.value, undefined);
  });

  it('shows so of a wait that began before it was opened, and of an unfolded subdialog', () => {
    const failed: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'failed' };
    const all = records(created, userSaid('m1'), started(1), failed);
    const live = { genseq: 1, segments: [], retrying: { attempt: 1, inMs: 900, reason: 'busy' } };
    const { panel, receive } = rig();
    receive(snapshotOf(all, { live }));
    assert.equal(panel.live.value?.retrying?.inMs, 900);
    const { state } = snapshotOf(all);
    receive({ kind: 'nested', selfId: 's1', state, records: all, earlier: 0 });
    receive(retrying('s1'));
    assert.equal(panel.nested.value.get('s1')?.live?.retrying?.inMs, 4000);
  });
});
