// A dialog with a domain on the test driver: a model that predicts from a table of words, and speaks from a list.
import assert from 'node:assert/strict';
import type { BeliefProgress } from '../../../src/core/belief/belief-progress.ts';
import { historyOf } from '../../../src/core/belief/history/read-history.ts';
import type { TurnEntry } from '../../../src/core/belief/history/turn-entry.ts';
import type { BeliefIntent } from '../../../src/core/belief/intent.ts';
import type { BeliefState } from '../../../src/core/belief/state.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import type { PendingQuestion } from '../../../src/core/dialog/view/projection.ts';
import { type Believed, beliefIntent } from '../../../src/driver/belief/intents.ts';
import type { Tree } from '../../../src/driver/driver-context.ts';
import { questionsOf } from '../../../src/driver/queries.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { shopText } from '../../core/belief/support.ts';

import { lastOfTalk } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import {
  createTestDriver,
  type StartOptions,
  type TestDriver,
  type TestDriverOptions,
} from '../../support/test-driver.ts';
import { storedRecords } from '../check-tree.ts';

/** What a prediction answers to words that contain the key; a text is said as it is. */
export type Predictions = Readonly<Record<string, string | { predictions?: Json; commands?: readonly Json[] }>>;

export interface Believer {
  readonly t: TestDriver;
  readonly tree: Tree;
  belief(): BeliefProgress;
  state(): BeliefState;
  questions(): readonly PendingQuestion[];
  /** The last messages of the talk's requests, predictions left out. */
  prompts(): string[];
  say(content: string): Promise<void>;
  answer(content: string): Promise<void>;
  change(intent: BeliefIntent): Promise<Believed>;
}

/** Predicts as the table says, without any change for other words; speaks the replies in order, then `Done.`. */
export function believing(predictions: Predictions, replies: readonly Reply[]): (request: LlmRequest) => Reply {
  let spoken = 0;
  return ({ purpose, prompt }) => {
    if (purpose === undefined) return replies[spoken++] ?? `Done ${spoken}.`;
    const words = prompt.messages.at(-1)?.content ?? '';
    const found = Object.entries(predictions).find(([key]) => words.includes(key))?.[1] ?? { commands: [] };
    return typeof found === 'string' ? found : JSON.stringify(found);
  };
}

/** A dialog whose first message is said. */
export async function believer(
  first: string,
  options: { predictions: Predictions; replies?: readonly Reply[]; start?: StartOptions } & Partial<TestDriverOptions>,
): Promise<Believer> {
  const { predictions, replies = [], start, ...others } = options;
  const t = createTestDriver({ script: believing(predictions, replies), domains: { shop: shopText }, ...others });
  const tree = await t.start(first, { domain: 'shop', noDiligence: true, ...start });
  return believerOn(t, tree);
}

/** The same on a tree that is there. */
export function believerOn(t: TestDriver, tree: Tree): Believer {
  const belief = () => {
    const tracked = rootOf(tree).state.belief;
    assert.ok(tracked);
    return tracked;
  };
  return {
    t,
    tree,
    belief,
    state: () => belief().state,
    questions: () => questionsOf(tree),
    prompts: () =>
      t.llm.requests.flatMap(({ purpose, prompt }) => (purpose ? [] : [lastOfTalk(prompt)?.content ?? ''])),
    say: content => t.say(tree, content),
    answer: content => t.answer(tree, content),
    async change(intent) {
      const outcome = await beliefIntent(t.driver, tree, intent);
      await t.driver.quiet(tree);
      return outcome;
    },
  };
}

/** The turns that are over, whole. */
export function turnsOf(t: TestDriver, tree: Tree): readonly TurnEntry[] {
  return historyOf(storedRecords(t, rootOf(tree))).entries.slice(1);
}

export const start = (flow: string) => ({ start: flow });
export const setSlot = (flow: string, slot: string, value: Json) => ({ set: { flow, slot, value } });
export const finish = (outcome = 'completed', findings: readonly string[] = []): Reply => ({
  tools: [{ name: 'finish_flow', args: { outcome, findings } }],
});
