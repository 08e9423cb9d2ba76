// Follows trees from an intent until they settle, then prints their state. With --json: the events and, as the last
// line of each tree, `settled`. Never decides what is driven; that is up to the runtime.

import type { AgentId, DialogId, RootId } from '../core/base/ids.ts';
import { formatRef, rootRef } from '../core/base/ids.ts';
import { saySleep } from '../core/dialog/sleep.ts';
import { bodyBeside } from '../core/dialog/view/answer-options.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { DialogNode, PendingQuestion } from '../core/dialog/view/projection.ts';
import type { Outcome, Refusal } from '../core/facts/trouble.ts';
import { withoutMention } from '../core/tellask/title.ts';
import type { Runtime, Settled } from '../runtime.ts';
import type { CommandCall } from './command.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes, settledExitCode, worstExitCode } from './exit-code.ts';
import type { DrivingRole } from './open.ts';
import { refused } from './open.ts';
import { printDrafts } from './print/draft-text.ts';
import type { EventView } from './print/live-view.ts';
import { createLiveView } from './print/live-view.ts';
import { shorten, told } from './print/output.ts';
import { createProgress, drawsProgress } from './print/progress.ts';
import { remedyFor } from './print/remedies.ts';
import { createScreen } from './print/screen.ts';
import { nodesOf, settledJson, settledNow, settledState } from './print/shapes.ts';
import { summaryOf } from './print/state-text.ts';
import { createStillWorking } from './still-working.ts';

/** A command's call of the runtime; returns the roots to follow. */
export type DriveIntent = () => Promise<Outcome<{ rootIds: readonly RootId[] }>>;

interface Driving {
  readonly runtime: Runtime;
  readonly role: DrivingRole;
}

/** Carries an intent out and follows its roots until they settle. Ctrl-C stops their trees: exit code 4. */
export async function driveRoots(call: CommandCall, driving: Driving, intent: DriveIntent): Promise<ExitCode> {
  const feed = holdEvents(driving.runtime);
  const interrupt = awaitInterrupt(call);
  try {
    const outcome = await intent();
    if (!outcome.ok) return refused(call, outcome);
    const { rootIds } = outcome;
    const view = await createView(call, driving.runtime, rootIds);
    feed.release(rootIds, view);
    const onSleep = createSleepNotes(call, rootIds.length);
    const settled = await untilSettled(driving, { rootIds, interrupted: interrupt.requested, onSleep });
    feed.dispose();
    view.end();
    const codes = settled.map(each => {
      const code = judgeSettled(call, driving.runtime, each);
      printSettled(call, each);
      return code;
    });
    const gone = await refusalOfGone(driving.runtime, settled);
    if (gone) return refused(call, gone);
    return interrupt.isRequested() ? exitCodes.interrupted : worstExitCode(codes);
  } finally {
    feed.dispose();
    interrupt.dispose();
  }
}

/**
 * The exit code of a tree that was followed. One that no worker serves any more stopped in the middle, though nothing
 * in it is recorded as interrupted: that is said as an error.
 */
export function judgeSettled(
  { output, flags }: CommandCall,
  runtime: Pick<Runtime, 'unserved' | 'drivenBy' | 'listRoots'>,
  settled: Settled,
): ExitCode {
  const { rootId, sleeps } = settled;
  const code = settledExitCode(settled);
  if (code === exitCodes.ok && flags.text('require') === 'verified' && settled.evidence?.state !== 'verified') {
    output.error({ code: 'not-verified', ...told(output.words.notVerified(settled.evidence?.state)) });
    return exitCodes.failed;
  }
  const workspace = code === exitCodes.ok ? runtime.unserved() : undefined;
  if (workspace === undefined || runtime.drivenBy() !== 'nobody') return code;
  if (sleeps.length === 0 && !summaryOf(runtime, rootId)?.needsDrive) return code;
  output.error({ code: 'unserved', ...told(output.words.leftUnserved(rootId, workspace)) });
  return exitCodes.interrupted;
}

/** Of a tree that was taken away while it was followed; one that is gone stands like one that never said anything. */
async function refusalOfGone(runtime: Runtime, settled: readonly Settled[]): Promise<Refusal | undefined> {
  for (const { rootId, state, response } of settled) {
    const found = state === 'idle' && response === null ? await runtime.tree(rootId) : undefined;
    if (found && !found.ok) return found;
  }
  return undefined;
}

/** Keeps events back until it is known which roots are followed: an intent publishes before it returns. */
function holdEvents(runtime: Runtime) {
  let held: FeedEvent[] = [];
  let show = (event: FeedEvent): void => void held.push(event);
  const subscription = runtime.subscribe(event => show(event));
  return {
    release(rootIds: readonly RootId[], view: EventView) {
      const followed = new Set(rootIds);
      show = event => {
        if (followed.has(event.rootId)) view.show(event);
      };
      for (const event of held) show(event);
      held = [];
    },
    dispose: () => subscription.dispose(),
  };
}

function awaitInterrupt({ io }: CommandCall) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isRequested = false;
  const subscription = io.onInterrupt(() => {
    isRequested = true;
    resolve();
  });
  return { requested: promise, isRequested: () => isRequested, dispose: () => subscription.dispose() };
}

async function createView(call: CommandCall, runtime: Runtime, rootIds: readonly RootId[]): Promise<EventView> {
  const { json, quiet, output, io } = call;
  if (json) return { show: output.json, end: () => {} };
  if (quiet) return { show: () => {}, end: () => {} };
  const showsStatus = drawsProgress(io);
  const printed = createScreen(output, { showsStatus });
  const agents = await agentsOf(runtime, rootIds);
  const trees = () => treesOf(runtime, rootIds);
  const shown = { screen: printed, io, output, trees };
  const { screen, progress } = showsStatus
    ? { screen: printed, progress: createProgress(shown) }
    : createStillWorking(shown);
  for (const rootId of rootIds) screen.note(output.words.dialogOf(rootId, agents.get(rootRef(rootId).selfId) ?? ''));
  progress.changed();
  return createLiveView({
    screen,
    agents,
    words: output.words.live,
    progress,
    streams: rootIds.length === 1,
  });
}

/** The trees of these roots that are there. */
export async function treesOf(runtime: Runtime, rootIds: readonly RootId[]): Promise<readonly DialogNode[]> {
  const found = await Promise.all(rootIds.map(rootId => runtime.tree(rootId)));
  return found.flatMap(each => (each.ok ? [each.tree] : []));
}

/** The members of the dialogs of these roots. */
export async function agentsOf(runtime: Runtime, rootIds: readonly RootId[]): Promise<Map<DialogId, AgentId>> {
  const nodes = (await treesOf(runtime, rootIds)).flatMap(nodesOf);
  return new Map(nodes.map(({ selfId, agentId }) => [selfId, agentId]));
}

interface Waiting {
  readonly rootId: RootId;
  readonly interrupted: Promise<void>;
  /** Called while the command waits for a tree that sleeps. */
  readonly onSleep: (settled: Settled) => void;
}

/**
 * Says once what a tree waits for, so that a command that runs on has said why. The drawn progress shows it by itself.
 */
function createSleepNotes({ output, io }: CommandCall, roots: number): Waiting['onSleep'] {
  if (drawsProgress(io)) return () => {};
  const said = new Map<RootId, string>();
  return ({ rootId, sleeps }) => {
    const text = sleeps.map(sleep => saySleep(sleep, output.words.asleep)).join('; ');
    if (said.get(rootId) === text) return;
    said.set(rootId, text);
    output.note(roots === 1 ? text : `${rootId}: ${text}`);
  };
}

/** A driver stops its trees on an interrupt; a follower leaves them to who drives them. */
async function untilSettled(
  { runtime, role }: Driving,
  { rootIds, interrupted, onSleep }: Omit<Waiting, 'rootId'> & { readonly rootIds: readonly RootId[] },
): Promise<readonly Settled[]> {
  const settled = Promise.all(rootIds.map(rootId => settledAwake(runtime, { rootId, interrupted, onSleep })));
  const ended = interrupted.then(async () => {
    if (role === 'follower') return asTheyStand(runtime, rootIds);
    await Promise.all(rootIds.map(rootId => runtime.perform({ kind: 'stop', dialog: rootRef(rootId) })));
    return settled;
  });
  return Promise.race([settled, ended]);
}

/** A tree that sleeps goes on by itself, as long as somebody drives (SPEC 21.4). */
async function settledAwake(runtime: Runtime, { rootId, interrupted, onSleep }: Waiting): Promise<Settled> {
  for (;;) {
    const settled = await runtime.settled(rootId);
    if (settled.sleeps.length === 0) return settled;
    const stirred = nextStir(runtime, rootId);
    try {
      const present = await runtime.settled(rootId);
      if (present.sleeps.length === 0 || runtime.drivenBy() === 'nobody') return present;
      onSleep(present);
      if (await Promise.race([stirred.came, interrupted.then(() => true)])) return runtime.settled(rootId);
    } finally {
      stirred.dispose();
    }
  }
}

/** Resolves when something is recorded in a tree, or another process drives. */
function nextStir(runtime: Runtime, rootId: RootId) {
  const { promise: came, resolve } = Promise.withResolvers<false>();
  const subscriptions = [
    runtime.subscribe(event => {
      if (event.type === 'recorded' && event.rootId === rootId) resolve(false);
    }),
    runtime.onDriverChange(() => resolve(false)),
  ];
  return {
    came,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

async function asTheyStand(runtime: Runtime, rootIds: readonly RootId[]): Promise<readonly Settled[]> {
  const found = await Promise.all(rootIds.map(rootId => settledNow(runtime, rootId)));
  return found.flatMap(each => (each.ok ? [each.settled] : []));
}

/** Says how a tree stands: what interrupts it as errors, then the `settled` line, or questions and state for people. */
export function printSettled(call: CommandCall, settled: Settled): void {
  const { output, quiet } = call;
  printInterruptions(call, settled);
  output.json(settledJson(settled));
  const { rootId: root, questions } = settled;
  if (settled.draft) printDrafts(output, settled.draft, { root, asks: questions.length > 0 });
  else if (quiet && settled.response !== null) output.line(settled.response.replace(/\n$/, ''));
  for (const question of settled.questions) output.text(questionText(call, question));
  const { settled: standing, facts: say } = output.words;
  const state = standing(settled.rootId, settledState(settled));
  output.note(output.paint('dim', settled.facts ? `${state} · ${say(settled.facts)}` : state));
}

/** Prints the interruptions of a tree as errors. */
export function printInterruptions({ output }: CommandCall, { interrupted }: Settled): void {
  for (const { dialog, code, message } of interrupted) {
    const name = formatRef(dialog);
    output.error({ code, message: `${name}: ${message}`, remedy: remedyFor(output, code, name) });
  }
}

/** An open question for people, with the command that answers it. */
export function questionText({ output }: CommandCall, question: PendingQuestion): string {
  const { id, agentId, kind, tellaskHead, bodyContent, options } = question;
  const head = `${output.paint('yellow', '?')} ${output.paint('bold', output.words.asks(agentId, kind))} `;
  const body = bodyBeside(options ?? [], bodyContent).trim();
  return [
    '',
    `${head}${shorten(withoutMention(tellaskHead), 200)}`,
    ...(body === '' ? [] : body.split('\n').map(line => `  ${line}`.trimEnd())),
    ...(options === undefined ? [] : [`  ${output.words.options(options)}`]),
    `  ${output.paint('dim', `dominds answer ${id} "…"`)}`,
    '',
  ].join('\n');
}
