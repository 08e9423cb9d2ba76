// Whether the dialogs of one root hang together as they must (SPEC 1.1, 3, 4.2, 14.2). Pure; judges loaded states only.
import type { HealthKind } from '../health.ts';
import type { DialogId } from './ids.ts';
import { registryKey } from './ids.ts';
import { type DialogState, openCalls } from './state.ts';

/** A fault of one dialog. `isMended`: loading the tree for driving puts it right, or goes on from it. */
export interface TreeFault {
  readonly selfId: DialogId;
  readonly kind: HealthKind;
  readonly message: string;
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

function fault({ identity: { selfId } }: DialogState, kind: HealthKind, message: string, isMended = false): TreeFault {
  return { selfId, kind, message, isMended };
}

function placeFaults(root: DialogState, state: DialogState, byId: ById): TreeFault[] {
  const { identity } = state;
  const faults: TreeFault[] = [];
  const say = (message: string) => faults.push(fault(state, 'hierarchy', message));
  if (identity.rootId !== root.identity.rootId) say(`its records name another root, ${identity.rootId}`);
  if (identity.taskDocPath !== root.identity.taskDocPath) {
    say(`its taskdoc ${identity.taskDocPath} is not that of its tree, ${root.identity.taskDocPath}`);
  }
  if (identity.kind === 'root') {
    if (state !== root) say('its records say that it is a root dialog, but it lies below one');
    return faults;
  }
  const above = byId.get(identity.supdialogId);
  if (!above) say(`its supdialog ${identity.supdialogId} is not there`);
  else if (!leadsToRoot(state, root, byId)) say('its supdialogs do not lead to the root');
  else if (identity.depth !== depthOf(above) + 1) say(`its depth is ${identity.depth}, not ${depthOf(above) + 1}`);
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
    return holder === undefined ? [] : [fault(state, 'registry', `${key} is registered by ${holder} already`)];
  });
}

function callFaults(state: DialogState, byId: ById): TreeFault[] {
  const { given, generating } = state;
  return [
    ...(generating ? [fault(state, 'records', 'it was generating when its process ended', true)] : []),
    ...openCalls(state).flatMap(({ callId, targets }) =>
      targets
        .filter(target => !byId.has(target))
        .map(target => fault(state, 'orphan', `it waits for ${target} (call ${callId}), which is not there`, true)),
    ),
    ...state.frames.flatMap(({ inbound }) => {
      if (!inbound || isWaitedFor(state, inbound.callerDialogId, inbound.callId, byId)) return [];
      const who = byId.has(inbound.callerDialogId) ? 'does not wait for it' : 'is not there';
      return [fault(state, 'orphan', `it works for ${inbound.callerDialogId}, which ${who}`, true)];
    }),
    ...(given && isWaitedFor(state, given.to, given.callId, byId)
      ? [fault(state, 'orphan', `its answer to ${given.to} was not delivered`, true)]
      : []),
  ];
}

function isWaitedFor(state: DialogState, caller: DialogId, callId: string, byId: ById): boolean {
  const waiting = byId.get(caller);
  const call = waiting && openCalls(waiting).find(each => each.callId === callId);
  return call?.targets.includes(state.identity.selfId) ?? false;
}
