// Random intents of people in random trees, while the process dies after any record: no word is lost, and the tree
// comes to its end.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openCalls, topFrame } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { forkRoot } from '../../src/driver/intents/fork-root.ts';
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
import { changeQueued } from '../../src/driver/intents/queued-messages.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../support/memory-files.ts';
import { runs } from '../support/properties.ts';
import type { Script } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, storedRecords } from './check-tree.ts';
import { randomModel } from './random-model.ts';
import { finish, randomTeam, slowly, turns } from './random-play.ts';

type Deed =
  | 'answer'
  | 'say'
  | 'change'
  | 'tell'
  | 'dismiss'
  | 'stop'
  | 'continue'
  | 'clear'
  | 'fail'
  | 'done'
  | 'fork'
  | 'kill';

const deeds: readonly Deed[] = [
  'answer',
  'answer',
  'say',
  'say',
  'say',
  'change',
  'tell',
  'dismiss',
  'stop',
  'stop',
  'continue',
  'clear',
  'clear',
  'fail',
  'done',
  'fork',
  'kill',
  'kill',
  'kill',
];

const disturbance = fc.record({
  deed: fc.constantFrom<Deed>(...deeds),
  pick: fc.nat(1_000),
  /** Turns of the event loop before it. */
  after: fc.nat(8),
});

/** How many records a process that dies may have been about to write. */
const MOMENTS = 12;

/** One history: the processes of it follow each other. */
class Play {
  t!: TestDriver;
  tree!: Tree;
  /** All that models read. */
  readonly read: string[] = [];
  readonly #seed: number;
  readonly #script: Script;
  #moments: Map<string, string>[] = [];
  #words = 0;

  constructor(seed: number) {
    this.#seed = seed;
    const model = randomModel(seed, 80);
    this.#script = slowly(request => {
      this.read.push(JSON.stringify(request.prompt.messages));
      return model(request);
    });
    this.#open(createMemoryFiles());
    this.tree = this.t.launch('job 1');
  }

  #open(files: MemoryFiles): void {
    this.#moments = [];
    const disk = (inner: MemoryFiles) =>
      watchLines(inner, () => {
        this.#moments.push(new Map(inner.texts));
        if (this.#moments.length > MOMENTS) this.#moments.shift();
      });
    this.t = createTestDriver({ ...randomTeam(this.#seed), script: this.#script, files, disk });
  }

  #word(): string {
    return `job p${++this.#words}`;
  }

  async act(deed: Deed, pick: number): Promise<void> {
    const { t, tree } = this;
    const { driver } = t;
    const dialogs = [...tree.dialogs.values()];
    const dialog = dialogs[pick % dialogs.length] ?? rootOf(tree);
    const calls = dialogs.flatMap(({ state }) => openCalls(state));
    const call = calls[pick % Math.max(1, calls.length)];
    switch (deed) {
      case 'answer': {
        const questions = questionsOf(tree);
        const question = questions[pick % Math.max(1, questions.length)];
        if (question) void t.answer(tree, this.#word(), question.tellaskHead);
        return;
      }
      case 'say': {
        const content = this.#word();
        say(driver, dialog, { msgId: content, content });
        return;
      }
      case 'change': {
        const [queued] = dialog.state.queued;
        const content = this.#word();
        if (queued) changeQueued(dialog, { queuedMsgId: queued.msgId, content });
        return;
      }
      case 'tell': {
        const content = this.#word();
        if (call) tellCallee(driver, tree, { callId: call.callId, content, msgId: content });
        return;
      }
      case 'dismiss':
        if (call) dismiss(driver, tree, call.callId);
        return;
      case 'stop':
        await stopDialogs(driver, [dialog]);
        return;
      case 'continue':
        continueDialogs(driver, tree, dialogs);
        return;
      case 'clear':
        await clearMind(driver, dialog, undefined);
        return;
      case 'fail': {
        const stuck = dialogs.find(({ state }) => state.interruption && topFrame(state).inbound);
        if (stuck) answerAsFailed(driver, stuck);
        return;
      }
      case 'done':
        await forceDone(driver, tree);
        return;
      case 'fork':
        return this.#fork(pick);
      case 'kill':
        return this.#kill(pick);
    }
  }

  async #fork(pick: number): Promise<void> {
    const { driver } = this.t;
    const { course, genseq } = rootOf(this.tree).state;
    const made = await forkRoot(driver, this.tree, { course, genseq: genseq - (pick % 3) });
    const fork = made.ok && (await driver.tree(made.rootId));
    if (fork) checkTree(this.t, fork);
  }

  /** The process dies after one of its last records. */
  async #kill(pick: number): Promise<void> {
    const moment = this.#moments.at(-1 - (pick % MOMENTS)) ?? this.#moments[0];
    const before = this.t;
    if (!moment) return;
    this.#open(createMemoryFiles(new Map(moment)));
    await before.driver.close();
    const tree = await this.t.driver.tree(this.tree.rootId);
    assert.ok(tree);
    this.tree = tree;
    checkTree(this.t, tree);
  }

  async finish(): Promise<void> {
    if (rootOf(this.tree).state.status === 'running') await finish(this);
  }

  /** Words that are recorded, and that no model has read. */
  unread(): readonly string[] {
    const all = this.read.join('\n');
    const { t, tree } = this;
    return [...tree.dialogs.values()].flatMap(dialog =>
      storedRecords(t, dialog).flatMap(record => {
        const content = record.kind === 'userSaid' || record.kind === 'questionAnswered' ? record.content : '';
        return content.startsWith('job p') && !new RegExp(`${content}\\b`).test(all)
          ? [`${dialog.ref.selfId} ${record.kind} ${content}`]
          : [];
      }),
    );
  }
}

const tries = runs(15);

describe('people and a process that dies after any record', () => {
  it('leave trees that come to their end, and every word is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(disturbance, { maxLength: 14 }), async (seed, disturbances) => {
        const play = new Play(seed);
        for (const { deed, pick, after } of disturbances) {
          await turns(after);
          await play.act(deed, pick);
        }
        await play.t.driver.quiet(play.tree);
        checkTree(play.t, play.tree);
        await play.finish();
        checkSettled(play.t, play.tree);
        // Who is completed before it reads an answer need not be driven again.
        if (!disturbances.some(({ deed }) => deed === 'done')) assert.deepEqual(play.unread(), []);
      }),
      tries,
    );
  }).timeout(12_000 * tries.numRuns);
});
