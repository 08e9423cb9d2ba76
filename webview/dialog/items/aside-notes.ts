// The open asides and the missing answers, which decide how the next records are shown.
import type { AsideDeeds } from './item.ts';

/** The known asides while items are made. */
export interface AsideNotes {
  /** Those that are open, the newest last. */
  readonly open: string[];
  /** Callees without an answer yet, by call. */
  readonly calls: Map<string, string>;
  deeds: AsideDeeds;
}

/** Of an aside that has just opened. */
export const nothingDone: AsideDeeds = { told: 0, dismissed: 0, reassigned: 0, called: 0 };

/** No aside, and no callee. */
export function newAsideNotes(): AsideNotes {
  return { open: [], calls: new Map(), deeds: nothingDone };
}
