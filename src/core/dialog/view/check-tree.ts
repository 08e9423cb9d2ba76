// Checks that the dialogs of one root are consistent (SPEC 1.1, 3, 4.2, 14.2). Pure; looks at loaded states only.

import type { DialogId } from '../../base/ids.ts';
import { registryKey } from '../../base/ids.ts';
import type { Finding } from '../../facts/findings.ts';
import type { HealthKind } from '../../facts/health.ts';
import { type DialogState, openCalls } from '../state.ts';

/** A fault of one dialog. `isMended`: loading the tree for driving puts it right, or goes on from it. */
export interface TreeFault {
  readonly selfId: DialogId;
  readonly kind: HealthKind;
  readonly finding: Finding;
  readonly isMended: boolean;
}

/** Faults of a tree. `root` is its root dialog, `dialogs` are all of it. */
export function checkTree(root: DialogState, dialogs: readonly DialogState[]): TreeFault[] {
  const byId = new Map(dialogs.map(state => [state.identity.selfId, state]));
  const faults = dialogs.flatMap(state => placeFaults(root, state, byId));
  if (root.status !== 'running') return faults;
  return [...faults, ...sessionFaults(dialogs), ...dialogs.flatMap(state => callFaults(state, byId))];
}

type ById = ReadonlyMap<DialogId, DialogState>;

function fault({ identity: { selfId } }: DialogState, kind: HealthKind, finding: Finding, isMended = false): TreeFault {
  return { selfId, kind, finding, isMended };
}

function placeFaults(root: DialogState, state: DialogState, byId: ById): TreeFault[] {
  const { identity } = state;
  const faults: TreeFault[] = [];
  const find = (finding: Finding) => faults.push(fault(state, 'hierarchy', finding));
  if (identity.rootId !== root.identity.rootId) find({ id: 'other-root', root: identity.rootId });
  if (identity.taskDocPath !== root.identity.taskDocPath) {
    find({ id: 'other-taskdoc', taskdoc: identity.taskDocPath, ofTree: root.identity.taskDocPath });
  }
  if (identity.kind === 'root') {
    if (state !== root) find({ id: 'root-below-root' });
    return faults;
  }
  const above = byId.get(identity.supdialogId);
  if (!above) find({ id: 'supdialog-missing', supdialog: identity.supdialogId });
  else if (!leadsToRoot(state, root, byId)) find({ id: 'not-below-root' });
  else if (identity.depth !== depthOf(above) + 1)
    find({ id: 'wrong-depth', depth: identity.depth, expected: depthOf(above) + 1 });
  return faults;
}

function leadsToRoot(state: DialogState, root: DialogState, byId: ById): boolean {
  const seen = new Set<DialogState>();
  for (let at: DialogState | undefined = state; at && !seen.has(at); ) {
    if (at === root) return true;
    seen.add(at);
    at = at.identity.kind === 'sub' ? byId.get(at.identity.supdialogId) : undefined;
  }
  return false;
}

function depthOf({ identity }: DialogState): number {
  return identity.kind === 'sub' ? identity.depth : 0;
}

/** A key of the registry names one subdialog. */
function sessionFaults(dialogs: readonly DialogState[]): TreeFault[] {
  const holders = new Map<string, DialogId>();
  return dialogs.flatMap(state => {
    const { identity } = state;
    if (identity.kind !== 'sub' || identity.tellaskSession === undefined) return [];
    const key = registryKey(identity.agentId, identity.tellaskSession);
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, identity.selfId);
    return holder === undefined ? [] : [fault(state, 'registry', { id: 'registered-twice', key, holder })];
  });
}

function callFaults(state: DialogState, byId: ById): TreeFault[] {
  const { given, generating } = state;
  return [
    ...(generating ? [fault(state, 'records', { id: 'was-generating' }, true)] : []),
    ...openCalls(state).flatMap(({ callId, targets }) =>
      targets
        .filter(target => !byId.has(target))
        .map(target => fault(state, 'orphan', { id: 'callee-missing', callee: target, callId }, true)),
    ),
    ...state.frames.flatMap(({ inbound }) => {
      if (!inbound || isWaitedFor(state, inbound.callerDialogId, inbound.callId, byId)) return [];
      const id = byId.has(inbound.callerDialogId) ? 'caller-not-waiting' : 'caller-missing';
      return [fault(state, 'orphan', { id, caller: inbound.callerDialogId }, true)];
    }),
    ...(given && isWaitedFor(state, given.to, given.callId, byId)
      ? [fault(state, 'orphan', { id: 'answer-undelivered', to: given.to }, true)]
      : []),
  ];
}

function isWaitedFor(state: DialogState, caller: DialogId, callId: string, byId: ById): boolean {
  const waiting = byId.get(caller);
  const call = waiting && openCalls(waiting).find(each => each.callId === callId);
  return call?.targets.includes(state.identity.selfId) ?? false;
}
