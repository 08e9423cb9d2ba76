// Ids are path-safe, lower-case, unique, and sort by creation time (SPEC 1.3).

/** Id of a root dialog; also the name of its folder. */
export type RootId = string & { readonly brand: 'RootId' };
/** Id of one dialog within its root (a root's own `selfId` equals its `rootId`). */
export type DialogId = string & { readonly brand: 'DialogId' };
/** A team member's id. */
export type AgentId = string & { readonly brand: 'AgentId' };
/** Id of one tellask or tool call. */
export type CallId = string & { readonly brand: 'CallId' };
/** Id of one aside, unique in its dialog (SPEC 19.1). */
export type AsideId = string & { readonly brand: 'AsideId' };
/** Id of one question for the human, unique in the rtws (SPEC 5.1). */
export type QuestionId = string & { readonly brand: 'QuestionId' };

/** Names one dialog anywhere in the rtws. */
export interface DialogRef {
  readonly rootId: RootId;
  readonly selfId: DialogId;
}

/** `rootId#selfId`; a root prints `rootId` (SPEC 1.3). */
export function formatRef(ref: DialogRef): string {
  return isRootRef(ref) ? ref.rootId : `${ref.rootId}#${ref.selfId}`;
}

/** True if a reference names the root dialog itself. */
export function isRootRef(ref: DialogRef): boolean {
  return (ref.selfId as string) === ref.rootId;
}

/** The root dialog's own reference. */
export function rootRef(rootId: RootId): DialogRef {
  return { rootId, selfId: rootId as string as DialogId };
}

/** Key of a registered subdialog in its root's registry: `agentId!session` (SPEC 3, 9.2). */
export function registryKey(agentId: AgentId, session: string): string {
  return `${agentId}!${session}`;
}

/** True if a text can be an id made by this product; keeps foreign folder names out of paths. */
export function isId(text: string): boolean {
  return /^[0-9a-z][0-9a-z-]{2,63}$/.test(text);
}

/**
 * Makes ids like `mi8x2k9q0-00-k3f9`: milliseconds in base 36, a counter within the millisecond, and random letters. A
 * clock that jumps back never makes a smaller id: time stays at its highest value. `now` gives epoch milliseconds,
 * `random` a number in 0..1.
 */
export function createIds(now: () => number, random: () => number): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const time = now();
    count = time > last ? 0 : count + 1;
    last = Math.max(time, last);
    if (count === 36 * 36) {
      last += 1;
      count = 0;
    }
    const tail = Math.floor(random() * 36 ** 4);
    return `${base36(last, 9)}-${base36(count, 2)}-${base36(tail, 4)}`;
  };
}

function base36(value: number, width: number): string {
  return value.toString(36).padStart(width, '0');
}
