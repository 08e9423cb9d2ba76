// The loaded data of one root: its dialogs, its registry, and the call queues. Derived from records; nothing here is a
// source of truth.
import { invariant } from '../core/base/assert.ts';
import { type CallId, type DialogId, type RootId, registryKey } from '../core/base/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { InboundCall } from '../core/dialog/record-parts.ts';
import { type DialogState, type OpenCall, openCalls } from '../core/dialog/state.ts';
import type { Lookup } from '../core/dialog/view/wait-graph.ts';
import type { CourseRef, LoadedDialog } from '../store/dialog-store.ts';
import type { Dialog, DriverContext, Tree, WaitingCall } from './driver-context.ts';
import { TreeTotals } from './tree-totals.ts';

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
