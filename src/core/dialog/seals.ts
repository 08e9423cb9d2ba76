// Distinguishes actions of a person on this machine from data that a folder brings along (SPEC 18.6). A seal is made
// with a secret outside of every folder, so that a cloned folder, or another machine that shares it, cannot make one.
// Pure: defines what is sealed.
import type { CallId, DialogRef, RootId } from '../base/ids.ts';
import type { RaisedCap } from '../spending/spending.ts';
import type { PermissionMode } from '../team/permissions.ts';
import type { Grant } from '../team/policy.ts';
import type { Reach } from './tool-call.ts';

/** Texts that a seal is for; the first one says what they are. */
export type Sealed = readonly [
  kind:
    | 'permission'
    | 'grant'
    | 'grantOfDefinition'
    | 'grantOfCommands'
    | 'mode'
    | 'cap'
    | 'intent'
    | 'root'
    | 'browser'
    | 'browser-path'
    | 'program'
    | 'answer'
    | 'browsers',
  ...parts: (string | null)[],
];

export interface Seals {
  /** Bound to this person, this machine and this folder. */
  seal(what: Sealed): string;
  /** True if a seal was made here for exactly this. */
  holds(seal: string | undefined, what: Sealed): boolean;
}

/** The permission for one tool call, with all that its question showed. */
export function sealedPermission(
  { rootId, selfId }: DialogRef,
  callId: CallId,
  shown: { readonly kind: Reach; readonly headline: string; readonly body: string },
): Sealed {
  return ['permission', rootId, selfId, callId, shown.kind, shown.headline, shown.body];
}

/** A permission for good in one tree. */
export function sealedGrant(rootId: RootId, { tool, reason, command, commands, paths, definition }: Grant): Sealed {
  const says = [rootId, tool, reason, command ?? null, ...paths];
  if (commands) return ['grantOfCommands', JSON.stringify(commands), ...says];
  return definition === undefined ? ['grant', ...says] : ['grantOfDefinition', definition, ...says];
}

/** What runs without a question in one tree. */
export function sealedMode(rootId: RootId, mode: PermissionMode): Sealed {
  return ['mode', rootId, mode];
}

/** A cap that the person let be passed in one tree. */
export function sealedCap(rootId: RootId, { agentId, maxTokens, maxCost }: RaisedCap): Sealed {
  return ['cap', rootId, agentId ?? null, maxTokens?.toString() ?? null, maxCost?.toString() ?? null];
}

/** A root dialog that was begun here. */
export function sealedRoot(rootId: RootId): Sealed {
  return ['root', rootId];
}
