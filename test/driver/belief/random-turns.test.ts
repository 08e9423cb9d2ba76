// Random turns of a driven dialog, disturbed at random moments by people and crashes: the stored records fold to the
// state in memory, and the state after every turn can be had again (SPEC 16.8).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stateAt } from '../../../src/core/belief/history/turn-entry.ts';
import type { BeliefIntent } from '../../../src/core/belief/intent.ts';
import { type BeliefState, isLive } from '../../../src/core/belief/state.ts';
import { applyRecord } from '../../../src/core/dialog/fold/apply.ts';
import { openCourse } from '../../../src/core/dialog/fold/open-course.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { beliefIntent, beliefView } from '../../../src/driver/belief/intents.ts';
import type { Tree } from '../../../src/driver/driver-context.ts';
import { answerQuestion, clearMind, continueDialogs, say, stopDialogs } from '../../../src/driver/intents/intents.ts';
import { questionsOf } from '../../../src/driver/queries.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { shopText } from '../../core/belief/support.ts';
import { byPerson } from '../../support/by-person.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { closingOf, lastOfTalk } from '../../support/prompt-parts.ts';
import { runs } from '../../support/properties.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../../support/test-driver.ts';
import { checkTree } from '../check-tree.ts';
import { numberOf } from '../random-model.ts';

const flows = ['query', 'count', 'pick', 'trip', 'chat', 'step1'];

/** What is predicted and done follows from the seed and the request alone. */
function randomBeliever(seed: number): (request: LlmRequest) => Reply {
  return ({ purpose, prompt }) => {
    const text = `${prompt.messages.length} ${lastOfTalk(prompt)?.content} ${closingOf(prompt)}`;
    const pick = (what: string, count: number) => numberOf(`${seed} ${what} ${text}`) % count;
    const flow = (what: string) => flows[pick(what, flows.length)] ?? 'chat';
    const setting = (what: string) => ({ flow: flow(what), slot: 'source', value: [`e${pick(`${what} v`, 3)}`] });
    if (purpose) {
      const commands = Array.from({ length: pick('count', 4) }, (_, index) => {
        const kinds = [
          { start: flow(`${index}`) },
          { set: setting(`${index}`) },
          { correct: setting(`${index}`) },
          { cancel: flow(`${index}`) },
        ];
        return pick(`rare ${index}`, 9) === 0 ? { clarify: 'Which?' } : kinds[pick(`kind ${index}`, kinds.length)];
      });
      const predictions = [{ flow: flow('p'), confidence: pick('c', 11) / 10 }];
      return pick('broken', 8) === 0 ? 'nonsense' : JSON.stringify({ predictions, commands });
    }
    const calls = [
      { name: 'finish_flow', args: { outcome: pick('outcome', 4) === 0 ? 'invalid' : 'completed', findings: ['f'] } },
      { name: 'fall_back', args: { to: flow('to') } },
      { name: 'set_slot', args: setting('set') },
      { name: 'keep_going', args: { on: pick('on', 2) === 0 } },
      { name: 'propose_plan', args: { steps: [{ flow: flow('a') }, { flow: flow('b'), slots: { source: ['e1'] } }] } },
    ];
    const call = calls[pick('call', calls.length)];
    return pick('acts', 3) > 0 && call && prompt.messages.length < 60
      ? { tools: [call] }
      : `Said ${pick('said', 1_000)}.`;
  };
}

type Deed = 'say' | 'answer' | 'edit' | 'rollBack' | 'stop' | 'clear' | 'crash';
const disturbance = fc.record({
  deed: fc.constantFrom<Deed>(
    'say',
    'say',
    'say',
    'answer',
    'answer',
    'answer',
    'edit',
    'rollBack',
    'stop',
    'clear',
    'crash',
  ),
  pick: fc.nat(1_000),
  after: fc.nat(8),
});
type Disturbance = typeof disturbance extends fc.Arbitrary<infer T> ? T : never;

interface Play {
  readonly t: TestDriver;
  readonly tree: Tree;
  /** States as they were when their turns ended. */
  readonly recorded: Map<number, BeliefState>;
}

/**
 * Folds what is published from a state on; absent: from the first record. A late store publishes after the state has
 * gone on.
 */
function watch({ t, recorded }: Pick<Play, 't' | 'recorded'>, from?: DialogState): void {
  let state = from;
  t.driver.ctx.feed.subscribe(event => {
    if (event.type !== 'recorded') return;
    state = state ? applyRecord(state, event.record) : openCourse(event.record);
    const belief = state?.belief;
    if (!belief || event.record.kind !== 'turnEnded') return;
    assert.ok(!recorded.has(belief.state.turn), 'a turn ended twice');
    recorded.set(belief.state.turn, belief.state);
  });
}

async function disturb(play: Play, { deed, pick, after }: Disturbance, at: number): Promise<Play> {
  for (let turn = 0; turn < after; turn++) await nextTurn();
  const { t, tree } = play;
  const root = rootOf(tree);
  switch (deed) {
    case 'say':
      say(t.driver, root, { msgId: `said-${at}`, content: `words ${at}` });
      return play;
    case 'answer': {
      const questions = questionsOf(tree);
      const question = questions[pick % Math.max(1, questions.length)];
      const content = ['approve', 'drop', `answer ${at}`][pick % 3] ?? '';
      if (question)
        answerQuestion(t.driver, tree, { questionId: question.id, content, msgId: `answer-${at}`, by: byPerson });
      return play;
    }
    case 'edit':
      await beliefIntent(t.driver, tree, editOf(pick));
      return play;
    case 'rollBack':
      await beliefIntent(t.driver, tree, { kind: 'rollBack', turn: pick % ((root.state.belief?.lastTurn ?? 0) + 1) });
      return play;
    case 'stop':
      await stopDialogs(t.driver, [root]);
      continueDialogs(t.driver, tree, [root]);
      return play;
    case 'clear':
      await clearMind(t.driver, root, undefined);
      return play;
    case 'crash':
      return crash(play);
  }
}

function editOf(pick: number): BeliefIntent {
  const flow = flows[pick % flows.length] ?? 'chat';
  const intents: readonly BeliefIntent[] = [
    { kind: 'startFlow', flow },
    { kind: 'cancelFlow', flow },
    { kind: 'setSlot', flow, slot: 'source', value: [`by hand ${pick}`] },
    { kind: 'clearSlot', flow, slot: 'source' },
  ];
  return intents[pick % intents.length] ?? { kind: 'startFlow', flow };
}

async function crash({ t, recorded }: Play): Promise<Play> {
  const again = t.restart();
  await t.driver.close();
  const tree = await again.onlyTree();
  checkTree(again, tree);
  // What the first process stored after the second began is not on the files of the second.
  for (const turn of [...recorded.keys()])
    if (turn > (rootOf(tree).state.belief?.base.turn ?? 0)) recorded.delete(turn);
  for (const { entry } of await endedTurns(again, tree))
    if (!recorded.has(entry)) recorded.set(entry, await stateOf(again, tree, entry));
  watch({ t: again, recorded }, rootOf(tree).state);
  continueDialogs(again.driver, tree, [rootOf(tree)]);
  return { t: again, tree, recorded };
}

async function endedTurns({ driver }: TestDriver, tree: Tree): Promise<{ entry: number }[]> {
  const viewed = await beliefView(driver, tree);
  assert.ok(viewed.ok);
  return viewed.view.turns.filter(({ turn }) => turn > 0).map(({ turn }) => ({ entry: turn }));
}

async function stateOf({ driver }: TestDriver, tree: Tree, turn: number): Promise<BeliefState> {
  const viewed = await beliefView(driver, tree);
  assert.ok(viewed.ok);
  const found = stateAt(viewed.view, turn);
  assert.ok(found.ok, `there is no turn ${turn}`);
  return found.state;
}

async function check({ t, tree, recorded }: Play): Promise<void> {
  checkTree(t, tree);
  const { belief } = rootOf(tree).state;
  assert.ok(belief);
  for (const { stack } of [belief.state, ...recorded.values()]) {
    const live = stack.filter(isLive);
    assert.ok(live.every(({ status }, index) => (status === 'Active') === (index === 0)));
  }
  for (const [turn, state] of recorded) assert.deepEqual(await stateOf(t, tree, turn), state, `turn ${turn}`);
  const ids = (await endedTurns(t, tree)).map(({ entry }) => entry);
  assert.equal(new Set(ids).size, ids.length);
}

const tries = runs(25);

describe('random turns of a dialog with a domain', () => {
  it('stay whole whatever people do and however often the process dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(disturbance, { maxLength: 20 }), async (seed, deeds) => {
        const t = createTestDriver({ script: randomBeliever(seed), domains: { shop: shopText } });
        const recorded = new Map<number, BeliefState>();
        watch({ t, recorded });
        let play: Play = { t, recorded, tree: t.launch('words', { domain: 'shop', noDiligence: true }) };
        for (const [at, deed] of deeds.entries()) play = await disturb(play, deed, at);
        await play.t.driver.quiet(play.tree);
        await check(play);
        for (let round = 0; round < 5; round++) {
          await play.t.goOn(play.tree);
          if (questionsOf(play.tree).length > 0) await play.t.answer(play.tree, 'drop');
          else await play.t.say(play.tree, `and ${round}`);
        }
        await check(play);
      }),
      tries,
    );
  }).timeout(4_000 * tries.numRuns);
});
