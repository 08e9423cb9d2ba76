// Random trees of tellasks, answers, questions and failures, disturbed at random moments: afterwards nobody waits for
// somebody who does not know it, and each call has exactly one answer from each of its targets (SPEC 3, 4).

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Dialog, Tree } from '../../src/driver/driver-context.ts';
import {
  answerAsFailed,
  clearMind,
  continueDialogs,
  dismiss,
  forceDone,
  say,
  stopDialogs,
  tellCallee,
} from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { nextTurn } from '../support/next-turn.ts';
import { runs } from '../support/properties.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree } from './check-tree.ts';
import { randomModel } from './random-model.ts';
import { finish, randomTeam, slowly, turns } from './random-play.ts';

/** What people and accidents do; `pick` chooses the dialog, the call or the question. */
type Deed = 'answer' | 'dismiss' | 'tell' | 'say' | 'stop' | 'clear' | 'continue' | 'fail' | 'crash';
interface Disturbance {
  readonly deed: Deed;
  readonly pick: number;
  /** Turns of the event loop before it. */
  readonly after: number;
}

const deeds: readonly Deed[] = [
  'answer',
  'answer',
  'say',
  'say',
  'tell',
  'dismiss',
  'stop',
  'clear',
  'continue',
  'fail',
  'crash',
];

const disturbance: fc.Arbitrary<Disturbance> = fc.record({
  deed: fc.constantFrom<Deed>(...deeds),
  pick: fc.nat(1_000),
  after: fc.nat(6),
});

interface Play {
  readonly t: TestDriver;
  readonly tree: Tree;
}

async function disturb(play: Play, { deed, pick, after }: Disturbance, number: number): Promise<Play> {
  await turns(after);
  const { t, tree } = play;
  const { driver } = t;
  const dialogs = [...tree.dialogs.values()];
  const dialog = dialogs[pick % dialogs.length] ?? rootOf(tree);
  switch (deed) {
    case 'answer':
      answerOne(play, pick);
      return play;
    case 'dismiss': {
      const calls = dialogs.flatMap(({ state }) => openCalls(state));
      const call = calls[pick % calls.length];
      if (call) dismiss(driver, tree, call.callId);
      return play;
    }
    case 'tell': {
      const calls = dialogs.flatMap(({ state }) => openCalls(state));
      const call = calls[pick % calls.length];
      if (call) tellCallee(driver, tree, { callId: call.callId, content: `job t${number}`, msgId: `told-${number}` });
      return play;
    }
    case 'say':
      say(driver, dialog, { msgId: `said-${number}`, content: `job p${number}` });
      return play;
    case 'stop':
      await stopDialogs(driver, [dialog]);
      return play;
    case 'clear':
      await clearMind(driver, dialog, undefined);
      return play;
    case 'continue':
      continueDialogs(driver, tree, dialogs);
      return play;
    case 'fail':
      failOne(play, dialogs);
      return play;
    case 'crash':
      return crash(play);
  }
}

function answerOne({ t, tree }: Play, pick: number): void {
  const questions = questionsOf(tree);
  const question = questions[pick % questions.length];
  if (question) void t.answer(tree, `answer to ${question.tellaskHead}`, question.tellaskHead);
}

function failOne({ t }: Play, dialogs: readonly Dialog[]): void {
  const interrupted = dialogs.find(({ state }) => state.interruption && state.frames.at(-1)?.inbound);
  if (interrupted) answerAsFailed(t.driver, interrupted);
}

async function crash({ t }: Play): Promise<Play> {
  const after = t.restart();
  await t.driver.close();
  const tree = await after.onlyTree();
  checkTree(after, tree);
  return { t: after, tree };
}

const tries = runs(25);

describe('random trees of tellasks', () => {
  it('come to their end, each call answered exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async seed => {
        const t = createTestDriver({ ...randomTeam(seed), script: randomModel(seed) });
        const tree = await t.start('job 1');
        checkTree(t, tree);
        await finish({ t, tree });
        checkSettled(t, tree);
      }),
      tries,
    );
  }).timeout(12_000 * tries.numRuns);

  it('stay whole whatever people do and however often the process dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(disturbance, { maxLength: 12 }), async (seed, deeds) => {
        const t = createTestDriver({ ...randomTeam(seed), script: slowly(randomModel(seed)) });
        let play: Play = { t, tree: t.launch('job 1') };
        for (const [number, deed] of deeds.entries()) play = await disturb(play, deed, number);
        await play.t.driver.quiet(play.tree);
        checkTree(play.t, play.tree);
        await finish(play);
        checkSettled(play.t, play.tree);
      }),
      tries,
    );
  }).timeout(12_000 * tries.numRuns);

  it('can be completed by force at any moment, and nothing is open or at work after', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.nat(20), async (seed, turns) => {
        const t = createTestDriver({ ...randomTeam(seed), script: randomModel(seed) });
        const tree = t.launch('job 1');
        for (let turn = 0; turn < turns; turn++) await nextTurn();
        assert.ok((await forceDone(t.driver, tree)).ok);
        const { length } = t.llm.requests;
        checkSettled(t, tree);
        const after = t.restart();
        checkSettled(after, await after.onlyTree());
        assert.equal(t.llm.requests.length, length);
      }),
      tries,
    );
  }).timeout(12_000 * tries.numRuns);
});
