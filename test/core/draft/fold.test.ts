// The transitions of a draft dialogue: every state by every fact and intent (SPEC 15.2-15.6, 15.10).
import assert from 'node:assert/strict';
import { chooseDraft, draftsNumbered, refusalToSend } from '../../../src/core/draft/checks.ts';
import { accepted, messageSent, pruned, runAsked, seen, stepped } from '../../../src/core/draft/fold.ts';
import { decideDraft, pausesForQuiet } from '../../../src/core/draft/next-step.ts';
import type { DraftStep } from '../../../src/core/draft/record.ts';
import { type DraftState, newDraftState, numberedDrafts, type RunRequest } from '../../../src/core/draft/state.ts';
import type { Refusal } from '../../../src/core/facts/trouble.ts';
import { sayRefusal } from '../../../src/words/say.ts';

const at = '2026-01-15T03:30:00.000Z';
const open: RunRequest = { until: 'paused', maxSteps: 20, quietSteps: 3, autoAccept: 0 };

const message = (state: DraftState, content = 'Hello?') =>
  messageSent(state, { kind: 'draftMessageSent', msgId: 'm', content }, at);
const ask = (state: DraftState, request: Partial<RunRequest> = {}) => runAsked(state, { ...open, ...request });
const acceptance = (state: DraftState, draftId: string, historyPairs = 10) =>
  accepted(state, { kind: 'draftAccepted', draftId, by: 'person', historyPairs });
const seeing = (state: DraftState, ...draftIds: string[]) => seen(state, { kind: 'draftsSeen', draftIds });

function step(state: DraftState, made: Partial<DraftStep> & { text?: string } = {}): DraftState {
  const { text, ...rest } = made;
  const draft = text === undefined ? {} : { draft: { id: `d${state.draftCount + 1}`, text } };
  return stepped(
    state,
    { kind: 'draftStepped', genseq: 1, thoughts: [], joinings: [], bufferSize: 5, poolSize: 50, ...draft, ...rest },
    at,
  );
}

const thoughts = (...texts: string[]) => texts.map((text, index) => ({ id: index + 1, text }));
const steps = (state: DraftState, ...texts: readonly (string | undefined)[]) =>
  texts.reduce((now: DraftState, text) => step(now, text === undefined ? {} : { text }), state);
const texts = ({ drafts }: DraftState) => drafts.map(({ text }) => text);

const idle = newDraftState;
const waiting = message(idle);
const drafting = steps(waiting, 'A', 'B');

describe('a draft dialogue: messages', () => {
  it('idle: the iteration goes up first, so the message has age 0', () => {
    assert.deepEqual(waiting, { ...idle, iteration: 1, awaiting: { iter: 1, time: at, text: 'Hello?' } });
    assert.equal(refusalToSend(idle), undefined);
  });

  it('drafting: refused, with and without drafts, in words of their own', () => {
    assert.equal(message(waiting), waiting);
    assert.match(remedyOf(refusalToSend(waiting)), /run/);
    assert.match(remedyOf(refusalToSend(drafting)), /accept/);
  });
});

describe('a draft dialogue: steps', () => {
  it('with a draft: it becomes the latest, with the iteration of its step', () => {
    const { iteration, drafts, draftCount } = step(step(waiting, { text: 'A' }), { text: 'B', note: 'sure' });
    assert.deepEqual([iteration, draftCount], [3, 2]);
    assert.deepEqual(drafts, [
      { id: 'd1', iter: 1, time: at, text: 'A', seen: false },
      { id: 'd2', iter: 2, time: at, text: 'B', seen: false, note: 'sure' },
    ]);
  });

  it('with nothing: only the iteration goes on', () => {
    assert.deepEqual(step(drafting), { ...drafting, iteration: 4, quiet: 1 });
  });

  it('with an earlier text: it is appended and the latest', () => {
    assert.deepEqual(texts(step(drafting, { text: 'A' })), ['A', 'B', 'A']);
  });

  it('with more drafts than are kept: the oldest go, their ids never come back', () => {
    const full = steps(drafting, 'C', 'D', 'E', 'F');
    assert.deepEqual(texts(full), ['B', 'C', 'D', 'E', 'F']);
    assert.equal(step(full, { text: 'G' }).drafts.at(-1)?.id, 'd7');
    assert.equal(step(full, { text: 'G', bufferSize: 0 }).drafts.length, 6);
    assert.deepEqual(texts(step(full, { text: 'G', bufferSize: 1 })), ['G']);
  });

  it('without a pending message: thoughts stay, a draft is ignored', () => {
    const next = step(ask(idle), { text: 'early', thoughts: thoughts('one') });
    assert.deepEqual([next.drafts, next.draftCount, next.iteration], [[], 0, 1]);
    assert.deepEqual(next.thoughts, [{ id: 1, iter: 0, text: 'one' }]);
  });

  it('with broken output: the warning stands until the next step, and it is no silence', () => {
    const warned = step(step(drafting), { warning: 'broken' });
    assert.deepEqual([warned.warning, warned.quiet, texts(warned)], ['broken', 0, ['A', 'B']]);
    assert.equal(step(warned).warning, undefined);
  });

  it('keep the newest thoughts active, and clusters with all that ever joined', () => {
    const ten = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, text: `t${index + 1}` }));
    const joinings = [1, 2, 60].map(thought => ({ thought, cluster: 1 }));
    const next = step(waiting, { thoughts: ten, joinings });
    assert.deepEqual([next.thoughts.length, next.thoughts[0]?.id, next.thoughtCount], [50, 11, 60]);
    assert.deepEqual(next.clusters, [{ id: 1, size: 3 }]);
    assert.equal(next.thoughts.at(-1)?.cluster, 1);
    const moved = step(next, { joinings: [{ thought: 60, cluster: 2 }] });
    assert.equal(moved.thoughts.at(-1)?.cluster, 1);
    assert.equal(step(waiting, { thoughts: ten, poolSize: 0 }).thoughts.length, 60);
  });
});

describe('a draft dialogue: acceptance', () => {
  it('of every index: message and text become history with the times of their creation, the rest is cleared', () => {
    for (const [n, text, iter] of [
      [1, 'B', 2],
      [2, 'A', 1],
    ] as const) {
      const chosen = chooseDraft(drafting, { n });
      assert.ok(chosen.ok);
      const next = acceptance(ask(drafting), chosen.draft.id);
      assert.deepEqual(next, {
        ...drafting,
        awaiting: null,
        drafts: [],
        run: null,
        history: [
          { role: 'user', iter: 1, time: at, text: 'Hello?' },
          { role: 'mind', iter, time: at, text },
        ],
      });
    }
  });

  it('without a number: the latest; by id alone: that one, wherever it is by now', () => {
    const chosen = (choice: object) => {
      const outcome = chooseDraft(drafting, choice);
      return outcome.ok ? outcome.draft.id : sayRefusal(outcome, 'en').message;
    };
    assert.equal(chosen({}), 'd2');
    assert.equal(chosen({ id: 'd1' }), 'd1');
    assert.equal(chosen({ n: 2, id: 'd1' }), 'd1');
    assert.match(chosen({ n: 1, id: 'd1' }), /Draft 1 is d2 now, not d1/);
    assert.match(chosen({ id: 'd9' }), /no longer there/);
  });

  it('is refused out of range, without a draft, and without a message', () => {
    for (const n of [0, -1, 3, 1.5]) assert.equal(chooseDraft(drafting, { n }).ok, false);
    for (const state of [idle, waiting, acceptance(drafting, 'd1')]) assert.equal(chooseDraft(state, {}).ok, false);
    assert.equal(acceptance(drafting, 'd9'), drafting);
    assert.equal(acceptance(waiting, 'd1'), waiting);
  });

  it('keeps the last pairs', () => {
    const exchange = (state: DraftState, pairs: number) => {
      const next = step(message(state), { text: 'A' });
      return acceptance(next, next.drafts.at(-1)?.id ?? '', pairs);
    };
    const three = [2, 2, 2].reduce(exchange, idle);
    assert.equal(three.history.length, 4);
    assert.equal([0, 0, 0].reduce(exchange, idle).history.length, 6);
    assert.deepEqual(
      three.history.map(({ role }) => role),
      ['user', 'mind', 'user', 'mind'],
    );
    assert.equal(pruned(three, { kind: 'exchangesPruned', pairs: 1 }).history.length, 2);
    assert.deepEqual(pruned(three, { kind: 'exchangesPruned', pairs: 9 }).history, []);
  });
});

describe('a draft dialogue: what was seen', () => {
  it('is marked by id, and changes nothing else', () => {
    const next = seeing(drafting, 'd1', 'd9');
    assert.deepEqual(
      next.drafts.map(draft => draft.seen),
      [true, false],
    );
    assert.deepEqual({ ...next, drafts: [] }, { ...drafting, drafts: [] });
  });

  it('is named by numbers from the newest; unknown ones are told', () => {
    const ids = (numbers: readonly number[]) => {
      const { drafts, unknown } = draftsNumbered(drafting, numbers);
      return [drafts.map(({ id }) => id), unknown];
    };
    assert.deepEqual(ids([]), [['d2', 'd1'], []]);
    assert.deepEqual(ids([1, 7, 0, 7]), [['d2'], [7, 0]]);
    assert.deepEqual(
      numberedDrafts(drafting).map(({ n, id }) => [n, id]),
      [
        [1, 'd2'],
        [2, 'd1'],
      ],
    );
  });
});

describe('the loop of a draft dialogue', () => {
  const pause = (state: DraftState) => {
    const decision = decideDraft(state);
    return decision.kind === 'pause' ? decision.why : decision.kind;
  };

  it('rests until it is asked, with and without a message', () => {
    assert.equal(pause(idle), 'idle');
    assert.equal(pause(waiting), 'not-asked');
    assert.equal(pause(ask(waiting)), 'refine');
    assert.equal(pause(ask(idle)), 'refine');
  });

  it('pauses after quiet steps once there is a draft', () => {
    assert.equal(pause(steps(ask(drafting), undefined, undefined)), 'refine');
    assert.equal(pause(steps(ask(drafting), undefined, 'B', undefined)), 'quiet');
    assert.equal(pause(steps(ask(drafting), undefined, 'C', undefined, undefined)), 'refine');
    assert.equal(pause(steps(ask(waiting), undefined, undefined, undefined)), 'refine');
    assert.equal(pause(steps(ask(drafting, { quietSteps: 0 }), undefined, undefined, undefined)), 'refine');
    assert.equal(pause(steps(ask(idle), undefined, undefined, undefined)), 'quiet');
  });

  it('pauses at the limit of iterations; 0 is without limit', () => {
    const three = (maxSteps: number) => steps(ask(waiting, { maxSteps }), undefined, undefined, undefined);
    assert.equal(pause(three(3)), 'limit');
    assert.equal(pause(three(4)), 'refine');
    assert.equal(pause(three(0)), 'refine');
    assert.equal(pause(ask(three(3))), 'refine');
  });

  it('ends with a new draft, or when its steps are made, if that was asked', () => {
    assert.equal(pause(step(ask(drafting, { until: 'draft' }), { text: 'C' })), 'drafted');
    assert.equal(pause(step(ask(drafting, { until: 'draft' }))), 'refine');
    const quiet: Partial<RunRequest> = { until: 'steps', maxSteps: 5, quietSteps: 1 };
    assert.equal(pause(steps(ask(drafting, quiet), undefined, undefined, undefined, undefined)), 'refine');
    assert.equal(pause(steps(ask(drafting, quiet), 'C', 'D', 'E', 'F', 'G')), 'steps-made');
  });

  it('is ended by quiet steps where any limit or the acceptance by itself is on, once there is a draft', () => {
    const none = { quietSteps: 0, autoAccept: 0, maxSteps: 0 };
    for (const on of [{ quietSteps: 1 }, { autoAccept: 1 }, { maxSteps: 1 }])
      assert.equal(pausesForQuiet(ask(steps(waiting, 'A'), { ...none, ...on })), true, JSON.stringify(on));
    assert.equal(pausesForQuiet(ask(drafting, none)), false);
    assert.equal(pausesForQuiet(ask(waiting)), false);
    assert.equal(pausesForQuiet(ask(waiting, { until: 'steps' })), true);
    assert.equal(pausesForQuiet(drafting), true);
  });

  it('accepts the latest by itself after quiet steps, when that is on', () => {
    const quiet = steps(ask(drafting, { autoAccept: 2 }), undefined, undefined);
    assert.deepEqual(decideDraft(quiet), { kind: 'accept', draftId: 'd2' });
    assert.equal(pause(steps(ask(waiting, { autoAccept: 1 }), undefined)), 'refine');
    const later = steps(ask(drafting, { autoAccept: 4 }), undefined, undefined, undefined);
    assert.equal(pause(later), 'refine');
    assert.equal(decideDraft(step(later)).kind, 'accept');
  });

  it('is forgotten with acceptance and with a message', () => {
    assert.equal(pause(acceptance(ask(drafting), 'd2')), 'idle');
    assert.equal(pause(message(ask(idle))), 'not-asked');
  });
});

function remedyOf(refusal: Refusal | undefined): string {
  return refusal ? sayRefusal(refusal, 'en').remedy : '';
}
