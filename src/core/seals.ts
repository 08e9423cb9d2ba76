// Distinguishes actions of a person on this machine from data that a folder brings along (SPEC 18.6). A seal is made
// with a secret outside of every folder, so that a cloned folder, or another machine that shares it, cannot make one.
// Pure: defines what is sealed.
import type { BeliefIntent } from './belief/intent.ts';
import type { AnsweredBy } from './dialog/answered-by.ts';
import type { CallId, DialogRef, RootId } from './dialog/ids.ts';
import type { Reach } from './dialog/permission.ts';
import type { DraftIntent } from './draft/intent.ts';
import type { PermissionMode } from './permissions.ts';
import type { Grant } from './policy.ts';
import type { RaisedCap } from './spending.ts';

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

/** An intent for the driving process; `to` names its lock. */
export interface SealedIntent {
  readonly kind: string;
  readonly msgId: string;
  readonly to: string;
  readonly at: string;
  readonly dialog?: DialogRef | undefined;
  readonly targetSubdialogId?: string | undefined;
  readonly by?: AnsweredBy | undefined;
  readonly questionId?: string;
  readonly content?: string;
  readonly images?: readonly { readonly name: string; readonly data: string }[] | undefined;
  readonly tree?: boolean;
  readonly queuedMsgId?: string | undefined;
  readonly callId?: CallId | undefined;
  readonly draft?: DraftIntent | undefined;
  readonly belief?: BeliefIntent | undefined;
  readonly start?: object | undefined;
}

/** All of an intent, so that none of it can be changed. */
export function sealedIntent(intent: SealedIntent): Sealed {
  const { kind, msgId, to, at, dialog, questionId = null, content = null, images = [], tree = false } = intent;
  const place = [dialog?.rootId ?? null, dialog?.selfId ?? null, intent.targetSubdialogId ?? null];
  const who = [intent.by?.kind ?? null, intent.by?.surface ?? null];
  const shown = images.flatMap(({ name, data }) => [name, data]);
  const queued = intent.queuedMsgId === undefined ? [] : ['queued', intent.queuedMsgId];
  const called = intent.callId === undefined ? [] : ['call', intent.callId];
  const { draft, belief, start } = intent;
  const changed = [...fieldsOf('draft', draft), ...fieldsOf('belief', belief), ...fieldsOf('start', start)];
  const said = [questionId, content, String(tree), ...shown, ...queued, ...called, ...changed];
  return ['intent', kind, msgId, to, at, ...place, ...who, ...said];
}

function fieldsOf(name: string, intent: object | undefined): readonly string[] {
  return intent === undefined ? [] : [name, JSON.stringify(Object.entries(intent).sort())];
}

/** A root dialog that was begun here. */
export function sealedRoot(rootId: RootId): Sealed {
  return ['root', rootId];
}
