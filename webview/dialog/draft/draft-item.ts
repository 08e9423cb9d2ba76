// What a draft dialogue leaves in the conversation: all drafts of a message, those that were dropped included, and what
// was accepted (SPEC 15.5).
import type { DraftFact, DraftStep } from '../../../src/core/draft/record.ts';
import type { Common } from '../items/item-base.ts';

/** A draft as it was offered. */
export interface OfferedDraft {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly genseq: number;
  readonly note?: string;
}

/** The drafts of one message, oldest first; `accepted` is the id of the one that became the answer. */
export interface DraftsItem extends Common {
  readonly kind: 'drafts';
  readonly drafts: readonly OfferedDraft[];
  readonly accepted?: string;
}

/** Exchanges that the mind sees no longer. */
export interface PrunedItem extends Common {
  readonly kind: 'pruned';
  readonly pairs: number;
}

/** The draft of a step, if it offered one. */
export function offeredBy({ draft, earlier = [], note, genseq }: DraftStep, at: string): readonly OfferedDraft[] {
  const before = earlier.map(each => ({ ...each, at, genseq }));
  return [...before, ...(draft ? [{ ...draft, at, genseq, ...(note !== undefined && { note }) }] : [])];
}

/** The drafts with the accepted one marked. */
export function withAccepted(item: DraftsItem, { draftId }: Extract<DraftFact, { kind: 'draftAccepted' }>): DraftsItem {
  return { ...item, accepted: draftId };
}
