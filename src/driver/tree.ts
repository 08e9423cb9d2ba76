// The loaded data of one root: its dialogs, its registry, and the call queues. Derived from records; nothing here is a
// source of truth.
import { invariant } from '../core/base/assert.ts';
import type { ChatMessage } from '../core/base/chat.ts';
import {
  type AgentId,
  type CallId,
  type DialogId,
  type DialogRef,
  type RootId,
  registryKey,
} from '../core/base/ids.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { CallKind, InboundCall } from '../core/dialog/record-parts.ts';
import { type DialogState, type OpenCall, openCalls } from '../core/dialog/state.ts';
import type { ToolSubject } from '../core/dialog/transcript/tool-subjects.ts';
import type { Transcript } from '../core/dialog/transcript/transcript.ts';
import type { LiveGeneration } from '../core/dialog/view/feed-event.ts';
import type { Lookup } from '../core/dialog/view/wait-graph.ts';
import type { PromptPart } from '../core/prompt/prompt-part.ts';
import type { Surroundings } from '../core/prompt/words/words.ts';
import type { Spending } from '../core/spending/spending.ts';
import type { CourseRef, LoadedDialog } from '../store/dialog-store.ts';
import type { Steering } from '../tools/tool.ts';
import type { DriverContext } from './driver-context.ts';
import type { HeldCalls } from './held-calls.ts';
import { TreeTotals } from './tree-totals.ts';

/**
 * Why running work is aborted: by the person, because it is no longer needed, because the person starts a new course or
 * rolls the dialogue state back, because this process can no longer be sure that it drives the dialog, or because it
 * ends.
 */
export type AbortReason = 'stopped' | 'dismissed' | 'new-course' | 'rolled-back' | 'lapsed' | 'closing';

/**
 * Answers that may not be synced yet. `planned`: a sync starts soon, or on `start`; `syncing`: a sync is running;
 * `refused`: the disk failed, and they are synced again before anything follows from them.
 */
export type UnsyncedAnswers =
  | { readonly kind: 'planned'; readonly synced: Promise<void>; start(): void }
  | { readonly kind: 'syncing'; readonly synced: Promise<void> }
  | { readonly kind: 'refused' };

/** A system message as a dialog keeps it in memory. */
export interface SystemMessage {
  readonly parts: readonly PromptPart[];
  readonly text: string;
  /** The same one in every request, so that it is put into a wire format once. */
  readonly message: ChatMessage;
  /** How a record names it; absent while none does. */
  readonly name?: string;
}

/** One loaded dialog. `state` is the fold of `records`, the newest course. */
export interface Dialog {
  readonly tree: Tree;
  readonly ref: DialogRef;
  /** Changed by `setState` alone. */
  readonly state: DialogState;
  records: CourseRecord[];
  /** True while its drive loop runs: the one lock of a dialog. */
  driving: boolean;
  /** Ends with the loop. */
  loop?: Promise<void>;
  /** Ends the step that runs now. */
  abort?: AbortController;
  /** What ends each work outside of this process that runs now. */
  readonly effects: Set<AbortController>;
  /** Who stopped it last, and where; undefined when that is not known. */
  stoppedBy?: AnsweredBy | undefined;
  /** Ends the Internal flow that runs beside the drive loop (SPEC 16.3). */
  background?: AbortController;
  live?: LiveGeneration;
  /** When the wait described by `live` ends (epoch ms). */
  waitsUntil?: number;
  /** Ends that wait early. */
  endWait?: () => void;
  /** Tells the command that a call runs now what a person wants of it. */
  steer?: { readonly callId: CallId; readonly listener: (how: Steering) => void };
  /** The system message of the course, how many of its records were looked at for it, and what it opens with. */
  system?: { readonly course: number; taken: number; message?: SystemMessage; around?: Surroundings };
  transcript?: { readonly builder: Transcript; readonly course: number; taken: number };
  /** What its tools had to work on in this course. */
  subjects?: { readonly seen: Set<ToolSubject>; readonly course: number; taken: number };
  /** Absent when the disk holds all answers. */
  answers?: UnsyncedAnswers;
  /** Calls that servers hold open for an answer of the person; absent when there are none. */
  held?: HeldCalls;
  /** Failed attempts in a row of the present generation. */
  attempts: number;
}

/** A call that waits in line for a dialog that is busy (SPEC 3.2, 3.3). */
export interface WaitingCall {
  readonly callId: CallId;
  readonly callKind: CallKind;
  readonly caller: DialogId;
}

export interface Tree {
  readonly ctx: DriverContext;
  readonly rootId: RootId;
  readonly dialogs: Map<DialogId, Dialog>;
  /** `agentId!session` → subdialog (SPEC 3 B). */
  readonly registry: Map<string, DialogId>;
  readonly callQueues: Map<DialogId, WaitingCall[]>;
  /** System messages that its courses were opened with, by their text. */
  readonly systems: Map<string, SystemMessage>;
  /** Expected usage of running generations and Internal flows (SPEC 10.10). */
  readonly reserved: Set<Spending & { readonly agentId: AgentId }>;
  readonly totals: TreeTotals;
  /** Dialogs whose next generation finds no room under a cap, and the reservation that it needs. */
  readonly waitingForRoom: Map<Dialog, Spending>;
  /** Of its newest record (`n`); 0 while no record has one. */
  lastNumber: number;
  /** Calls that dialogs work on, whose callers know nothing of them (`unknownCalls`). */
  unknownCalls: ReadonlySet<CallId>;
  /** Another process owns it now: nothing more is recorded or driven here. */
  isLost: boolean;
  /** Drive loops that run now. */
  driving: number;
  /** Resolved when `driving` falls to 0. */
  quiet: (() => void)[];
}

/** A tree of loaded dialogs, with registry and lines derived from their open calls. */
export function createTree(ctx: DriverContext, rootId: RootId, loaded: readonly LoadedDialog[]): Tree {
  const tree: Tree = {
    ctx,
    rootId,
    dialogs: new Map(),
    registry: new Map(),
    callQueues: new Map(),
    reserved: new Set(),
    systems: new Map(),
    totals: new TreeTotals(),
    waitingForRoom: new Map(),
    lastNumber: 0,
    unknownCalls: new Set(),
    isLost: false,
    driving: 0,
    quiet: [],
  };
  for (const { state, records } of loaded) addDialog(tree, state, records);
  for (const dialog of tree.dialogs.values()) {
    for (const call of openCalls(dialog.state)) {
      if (call.session === undefined) continue;
      for (const target of call.targets) tree.registry.set(registryKey(call.agentId, call.session), target);
    }
  }
  return tree;
}

/** Adds a dialog around a loaded or new state to its tree, and to the registry when it has a session. */
export function addDialog(tree: Tree, state: DialogState, records: readonly CourseRecord[]): Dialog {
  const { rootId, selfId } = state.identity;
  const idle = { driving: false, effects: new Set<AbortController>(), attempts: 0 };
  const dialog: Dialog = { tree, ref: { rootId, selfId }, state, records: [...records], ...idle };
  tree.totals.change(tree.dialogs.get(selfId)?.state, state);
  tree.dialogs.set(selfId, dialog);
  tree.lastNumber = Math.max(tree.lastNumber, dialog.records.findLast(({ n }) => n !== undefined)?.n ?? 0);
  const { identity } = dialog.state;
  if (identity.kind === 'sub' && identity.tellaskSession !== undefined) {
    tree.registry.set(registryKey(identity.agentId, identity.tellaskSession), identity.selfId);
  }
  return dialog;
}

/** A dialog has another state from now on. */
export function setState(dialog: Dialog, state: DialogState): void {
  const changing: { state: DialogState } = dialog;
  dialog.tree.totals.change(changing.state, state);
  changing.state = state;
}

/** The number of the next record of a tree. One that is not stored after all leaves a gap. */
export function nextNumber(tree: Tree): number {
  tree.lastNumber += 1;
  return tree.lastNumber;
}

/** Script cursors of scripted providers, for all dialogs (SPEC 10.1). */
export function marksOf({ dialogs, totals }: Tree): readonly string[] {
  if (totals.marked.size === 0) return [];
  return [...dialogs.values()].flatMap(({ state }) => state.marks);
}

/** The root dialog of a tree. */
export function rootOf(tree: Tree): Dialog {
  const root = tree.dialogs.get(tree.rootId as string as DialogId);
  invariant(root, 'a tree has its root');
  return root;
}

/**
 * The dialogs that a dialog's record depends on, the root first and the dialog last: its ancestors, and the callers and
 * callees of its answers.
 */
export function restsOn(dialog: Dialog): CourseRef[] {
  const { tree } = dialog;
  const found = new Set<Dialog>();
  const visit = (each: Dialog | undefined) => {
    if (!each || found.has(each)) return;
    found.add(each);
    const { identity, frames, caller } = each.state;
    if (identity.kind === 'sub') visit(tree.dialogs.get(identity.supdialogId));
    if (caller) visit(tree.dialogs.get(caller.dialogId));
    for (const { inbound } of frames) visit(inbound && tree.dialogs.get(inbound.callerDialogId));
  };
  visit(dialog);
  return [...found].reverse().map(({ ref, state }) => ({ ...ref, course: state.course }));
}

/** Looks up states of the tree's dialogs. */
export function lookupIn(tree: Tree): Lookup {
  return selfId => tree.dialogs.get(selfId)?.state;
}

/** True if a tree may be driven: its root is neither completed nor archived, and no other process owns it. */
export function isRunning(tree: Tree): boolean {
  return !tree.isLost && rootOf(tree).state.status === 'running';
}

/** States of all dialogs of a tree. */
export function statesOf(tree: Tree): DialogState[] {
  return [...tree.dialogs.values()].map(dialog => dialog.state);
}

/** Puts a call into the line of its target, behind those that came first. */
export function enqueue(tree: Tree, target: DialogId, call: WaitingCall): void {
  const line = tree.callQueues.get(target) ?? [];
  if (line.some(each => each.callId === call.callId)) return;
  tree.callQueues.set(
    target,
    [...line, call].sort((a, b) => (a.callId < b.callId ? -1 : 1)),
  );
}

/** Takes a call out of the line of its target. */
export function dequeue(tree: Tree, target: DialogId, callId: CallId): void {
  const line = (tree.callQueues.get(target) ?? []).filter(each => each.callId !== callId);
  if (line.length > 0) tree.callQueues.set(target, line);
  else tree.callQueues.delete(target);
}

/** The call as its target receives it. */
export function asInbound(caller: Dialog, call: OpenCall): InboundCall {
  const { callId, callKind, headline, body } = call;
  const { selfId, agentId } = caller.state.identity;
  return { callId, callKind, callerDialogId: selfId, callerAgentId: agentId, headline, body };
}
