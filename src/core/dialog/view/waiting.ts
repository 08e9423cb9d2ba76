// Why a dialog is stuck, and which dialogs it holds up, read from its tree (SPEC 5, 13.1). Pure.

import type { DialogId } from '../../base/ids.ts';
import type { Interruption } from '../../facts/interruption.ts';
import { goesOn, type Pause } from '../state.ts';
import type { DialogNode, PendingCall, QuestionEntry } from './projection.ts';

/** One thing that a dialog waits for. */
export type WaitCause =
  | { readonly kind: 'question'; readonly question: QuestionEntry }
  | { readonly kind: 'interrupted'; readonly why: Interruption }
  | Exclude<Pause, { kind: 'left' }>
  | { readonly kind: 'call'; readonly call: PendingCall };

/** Everything that a dialog waits for, what needs the person first. Empty when it works, rests, or has ended. */
export function waitCauses(node: DialogNode): readonly WaitCause[] {
  if (node.state === 'completed' || node.state === 'archived') return [];
  return [
    ...node.questions.map(question => ({ kind: 'question' as const, question })),
    ...(node.interruption ? [{ kind: 'interrupted' as const, why: node.interruption }] : []),
    ...(goesOn(node.pause) ? [node.pause] : []),
    ...node.pending.map(call => ({ kind: 'call' as const, call })),
  ];
}

/** A question that waits longer than this is marked, so that it is not overlooked among newer ones. */
const LONG_MS = 24 * 60 * 60_000;

/** True if a question has waited long; `now` in epoch milliseconds. */
export function hasWaitedLong({ askedAt }: Pick<QuestionEntry, 'askedAt'>, now: number): boolean {
  return now - Date.parse(askedAt) > LONG_MS;
}

/** The dialogs of a tree that wait, directly or through others, for an answer of one of them; the nearest first. */
export function blockedBehind(root: DialogNode, selfId: DialogId): readonly DialogNode[] {
  const nodes = flattenTree(root);
  const seen = new Set([selfId]);
  const blocked: DialogNode[] = [];
  for (let targets = [selfId]; targets.length > 0; ) {
    const waiting = nodes.filter(
      node => !seen.has(node.selfId) && node.pending.some(({ subdialogId }) => targets.includes(subdialogId)),
    );
    for (const node of waiting) seen.add(node.selfId);
    blocked.push(...waiting);
    targets = waiting.map(node => node.selfId);
  }
  return blocked;
}

/** A tree as a list, every dialog before those below it. */
export function flattenTree(node: DialogNode): readonly DialogNode[] {
  return [node, ...node.children.flatMap(flattenTree)];
}
