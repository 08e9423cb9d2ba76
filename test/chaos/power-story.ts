// Random histories for the power to fail in: trees of tellasks with questions, tools that act, drafts, and what people
// do with whole roots. Each is a list of steps of the disk, and what was shown as done after which of them (SPEC 9.1).
import * as z from 'zod';
import type { AgentId, DialogRef, RootId } from '../../src/core/base/ids.ts';
import { factTraits, type Lasting } from '../../src/core/dialog/fact-traits.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import { draftIntent } from '../../src/driver/draft/intents.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { createRoot } from '../../src/driver/intents/create-root.ts';
import { archiveRoot, clearMind, dismiss, forceDone, reopenRoot } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import type { Files } from '../../src/store/disk-files.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import { members, randomModel } from '../driver/random-model.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { type DiskStep, inSteps } from './disk-steps.ts';
import { seeded } from './seeded.ts';

/** What must be on the disk from some step on. */
export interface Promised {
  /** How many steps the disk had done when it was shown. */
  readonly after: number;
  readonly dialog: DialogRef;
  /** The record, or the call of a tool that has begun to act. */
  readonly what: { readonly record: CourseRecord } | { readonly acting: string };
}

export interface History {
  readonly steps: readonly DiskStep[];
  readonly promises: readonly Promised[];
}

/** What must last by the time it is shown. */
const shown: ReadonlySet<Lasting> = new Set(['atOnce', 'beforeShown']);

/** So many requests are answered at random, then the model only answers. */
const REQUESTS = 8;
const DEEDS = 6;

/**
 * Where a history is played, in place of files in memory that tell each step; and who is told at each promise of all
 * until then.
 */
export interface Stage {
  readonly disk?: () => Files;
  readonly onPromise?: (promises: readonly Promised[]) => void;
}

/** Plays the history that follows from a seed. */
export async function playHistory(seed: number, { disk, onPromise }: Stage = {}): Promise<History> {
  const steps: DiskStep[] = [];
  const promises: Promised[] = [];
  const promise = (dialog: DialogRef, what: Promised['what']) => {
    promises.push({ after: steps.length, dialog, what });
    onPromise?.(promises);
  };
  const acting = actingTool((dialog, callId) => promise(dialog, { acting: callId }));
  const t = createTestDriver({
    script: scriptOf(seed),
    members: [...members, 'drafter'],
    limits: { depth: 3, subdialogs: 8 },
    tools: [acting],
    disk:
      disk ??
      (memory =>
        inSteps(memory, (step, perform) => {
          perform();
          steps.push(step);
        })),
  });
  t.driver.ctx.feed.subscribe(event => {
    if (event.type !== 'recorded' || !shown.has(factTraits[event.record.kind].lasts)) return;
    const { rootId, selfId, record } = event;
    promise({ rootId, selfId }, { record });
  });
  await play(t, seed);
  t.close();
  return { steps, promises };
}

async function play(t: TestDriver, seed: number): Promise<void> {
  const random = seeded(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const trees = [await t.start('job 1')];
  for (let deed = 0; deed < DEEDS; deed++) {
    const tree = trees[pick(trees.length)] as Tree;
    await deeds[pick(deeds.length)]?.({ t, tree, trees, pick, deed });
    for (const each of trees) await t.driver.quiet(each);
  }
}

interface Deed {
  readonly t: TestDriver;
  readonly tree: Tree;
  readonly trees: Tree[];
  readonly pick: (count: number) => number;
  readonly deed: number;
}

const answer = ({ t, tree, pick }: Deed) => answerOne(t, tree, pick);

const deeds: readonly ((deed: Deed) => Promise<unknown>)[] = [
  answer,
  answer,
  answer,
  async ({ t, tree }) => t.goOn(tree),
  async ({ t, tree, deed }) =>
    rootOf(tree).state.status === 'running' && !rootOf(tree).state.draft && t.say(tree, `job s${deed}`),
  ({ t, tree, pick }) =>
    clearMind(t.driver, [...tree.dialogs.values()][pick(tree.dialogs.size)] ?? rootOf(tree), 'note'),
  ({ t, tree }) => forceDone(t.driver, tree),
  ({ t, tree }) => archiveRoot(t.driver, tree),
  ({ t, tree }) => reopenRoot(t.driver, tree),
  async ({ t, tree, pick }) => {
    const calls = [...tree.dialogs.values()].flatMap(({ state }) => openCalls(state));
    const call = calls[pick(calls.length)];
    if (call) dismiss(t.driver, tree, call.callId);
  },
  async ({ t, tree }) => {
    t.driver.forget(tree.rootId);
    await t.driver.tree(tree.rootId);
  },
  async ({ t, trees, pick }) => {
    if (trees.length < 3) trees.push(await (pick(2) === 0 ? t.start('job 2') : draftsIn(t)));
  },
];

async function answerOne(t: TestDriver, tree: Tree, pick: (count: number) => number): Promise<void> {
  const questions = questionsOf(tree);
  const question = questions[pick(questions.length)];
  if (!question) return;
  const content = question.kind === 'permission' ? (['allow once', 'always'][pick(2)] ?? '') : 'fine';
  await t.answer(tree, content, question.tellaskHead);
}

/** A draft dialogue with a message, a draft, and its acceptance. */
async function draftsIn(t: TestDriver): Promise<Tree> {
  const tree = createRoot(t.driver, { agentId: 'drafter' as AgentId, dialect: 'tellask', mode: 'draft' });
  draftIntent(t.driver, tree, { kind: 'send', msgId: t.driver.ctx.newId(), content: 'Hello?', run: 'draft' });
  await t.driver.quiet(tree);
  draftIntent(t.driver, tree, { kind: 'accept', n: 1 });
  return tree;
}

function scriptOf(seed: number): (request: LlmRequest) => Reply {
  const others = randomModel(seed, REQUESTS);
  return request => (request.origin.agentId === 'drafter' ? 'draft: A' : others(request));
}

/** The tool that the random model calls: a person is asked, and what it does cannot be undone. */
export function actingTool(acts: (dialog: DialogRef, callId: string) => void): Tool {
  return defineTool({
    name: 'nothing',
    description: 'test',
    args: () => z.object({}),
    review: () => ({
      kind: 'acts',
      action: { tool: 'nothing', toolset: 'shell', paths: [], otherwise: 'ask' },
      question: () => Promise.resolve({ headline: 'Act', body: '' }),
    }),
    run: (_, { state: { identity }, callId }) => {
      acts({ rootId: identity.rootId as RootId, selfId: identity.selfId }, callId);
      return { ok: true, content: 'done' };
    },
  });
}
