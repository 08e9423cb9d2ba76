// What a dialog waits for by itself: a time, a file, another root dialog (SPEC 21.4). It is a part of the open tool
// call that asked for it, so that the result of that call wakes the dialog, once. Pure.

import { callIdOf, copying, type Lists, withId } from '../base/fold-lists.ts';
import type { RootId } from '../base/ids.ts';
import { dayAndTime } from '../text/clock-time.ts';
import type { DialogState } from './state.ts';
import type { OpenToolCall, Sleep } from './tool-call.ts';

/** Why a sleep ended. `status` of a root that is gone is `deleted`. */
export type Waking =
  | { readonly kind: 'time' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'root'; readonly rootId: RootId; readonly status: 'completed' | 'archived' | 'deleted' }
  /** The dialog that is waited for waits for the end of this one. */
  | { readonly kind: 'circle'; readonly rootId: RootId }
  | { readonly kind: 'words' }
  /** A dialog below asks back. */
  | { readonly kind: 'askedBack'; readonly by: string }
  | { readonly kind: 'process' };

/** The open calls once one of them sleeps: it is not at work any more. */
export function asleep(
  calls: readonly OpenToolCall[],
  { callId, until, file, root }: Sleep & Pick<OpenToolCall, 'callId'>,
  lists: Lists = copying,
): readonly OpenToolCall[] {
  const sleep = { ...(until !== undefined && { until }), ...(file && { file }), ...(root !== undefined && { root }) };
  return withId(lists, calls, callIdOf, callId, call => ({ ...call, started: false, sleep }));
}

/** How a file is told from what it was before: its size and time, `none` when there is none. */
export function markOf(stat: { readonly size: number; readonly mtimeMs: number } | undefined): string {
  return stat ? `${stat.size}:${stat.mtimeMs}` : 'none';
}

/** The call in which a dialog sleeps, if it does: calls are performed in order, so it is the first one. */
export function sleepingCall({
  toolCalls: [call],
}: Pick<DialogState, 'toolCalls'>): (OpenToolCall & { readonly sleep: Sleep }) | undefined {
  return call?.sleep && { ...call, sleep: call.sleep };
}

/**
 * What a dialog sleeps until, if nothing else holds it up: one that was stopped, or that asks the person, is not woken.
 */
export function sleepOf(state: DialogState): Sleep | undefined {
  const isHeld = state.status !== 'running' || state.interruption !== null || state.questions.length > 0;
  return isHeld ? undefined : sleepingCall(state)?.sleep;
}

/** What is asked of the world to tell whether a sleep is over. */
export interface WakingPorts {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly markOf: (path: string) => string;
  /** `undefined` when there is no such root any more. */
  readonly statusOf: (rootId: RootId) => DialogState['status'] | undefined;
  readonly sleepsIn: SleepsIn;
}

/** What the dialogs of a root's tree sleep until. */
export type SleepsIn = (rootId: RootId) => readonly Sleep[];

/** The root whose end alone ends a sleep. */
export function onlyEndOf({ root, until, file }: Sleep): RootId | undefined {
  return until === undefined && !file ? root : undefined;
}

/** Roots whose end these sleeps last for: since they wait for nothing else, or for one whose dialogs do. */
function awaitedBy(begun: readonly Sleep[], sleepsIn: SleepsIn): ReadonlySet<RootId> {
  const awaited = new Set<RootId>();
  const sleeps = [...begun];
  for (const sleep of sleeps) {
    const root = onlyEndOf(sleep);
    if (root === undefined || awaited.has(root)) continue;
    awaited.add(root);
    sleeps.push(...sleepsIn(root));
  }
  return awaited;
}

/**
 * The roots that wait in a circle for each other's end once a dialog in the tree of `own` sleeps like this, `own` among
 * them. Empty: none, or something else ends one of the sleeps. Who sleeps so already may ask, as may who is about to.
 */
export function circleOf(sleep: Sleep, own: RootId, sleepsIn: SleepsIn): readonly RootId[] {
  const awaited = awaitedBy([sleep], sleepsIn);
  if (!awaited.has(own)) return [];
  return [...awaited].filter(root => root === own || awaitedBy(sleepsIn(root), sleepsIn).has(own));
}

/** True once the time is past that a dialog sleeps until; `now` in epoch milliseconds. */
export function isOverdue({ until }: Sleep, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}

/** True for a dialog that sleeps until a time that is past; it may not be woken yet. */
export function isPastSleep(state: DialogState, now: number): boolean {
  const sleep = sleepOf(state);
  return sleep !== undefined && isOverdue(sleep, now);
}

/** Why a sleep in the tree of `own` is over now; undefined while it is not. */
export function wakingOf(sleep: Sleep, own: RootId, ports: WakingPorts): Waking | undefined {
  const { file, root } = sleep;
  if (isOverdue(sleep, ports.now)) return { kind: 'time' };
  if (file && ports.markOf(file.path) !== file.mark) return { kind: 'file', path: file.path };
  if (root === undefined) return undefined;
  const status = ports.statusOf(root) ?? 'deleted';
  if (status !== 'running') return { kind: 'root', rootId: root, status };
  // Whoever looks finds the same one of them.
  return circleOf(sleep, own, ports.sleepsIn).toSorted().at(-1) === own ? { kind: 'circle', rootId: root } : undefined;
}

/** The words of one language for what a dialog waits for by itself. */
export interface SleepWords {
  readonly fileChanges: (path: string) => string;
  readonly dialogEnds: (rootId: RootId) => string;
  /** `first` is what comes first of several things: a time, or one of the above. */
  readonly waitingUntil: (first: readonly string[]) => string;
}

/** Says what a dialog waits for, in place of its states. */
export function saySleep({ until, file, root }: Sleep, words: SleepWords): string {
  return words.waitingUntil([
    ...(until === undefined ? [] : [dayAndTime(until)]),
    ...(file ? [words.fileChanges(file.path)] : []),
    ...(root === undefined ? [] : [words.dialogEnds(root)]),
  ]);
}
