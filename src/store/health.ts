// Problems that an engine finds in its stored data, and their repair (SPEC 14.2).
import type { DialogRef, RootId } from '../core/base/ids.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import type { Finding } from '../core/facts/findings.ts';
import type { HealthKind } from '../core/facts/health.ts';
import type { ShownDialog } from './dialog-store.ts';

/** A fault, and what repairs it. Loading its root for driving is tried in any case. */
export interface Fault {
  readonly kind: HealthKind;
  /** Relative to the rtws, with `/`. */
  readonly path: string;
  readonly finding: Finding;
  readonly rootId?: RootId;
  readonly remedy?: Remedy;
}

export type Remedy =
  /**
   * The engine repairs it under the lease of this process. Gives the name under which it kept what it could not
   * understand. Throws the engine's errors.
   */
  | { readonly kind: 'mend'; readonly mend: () => string | undefined | Promise<string | undefined> }
  /**
   * The line of the root must be made again, or removed with its root; without a root the whole list must be stored
   * again.
   */
  | { readonly kind: 'writeLine' }
  /** Reminders that a person edited by hand. */
  | { readonly kind: 'takeReminders'; readonly dialog: DialogRef; readonly reminders: readonly string[] };

/** The callbacks of a check for the records. */
export interface TreesToCheck {
  /** A tree as its records say; `undefined` when they cannot be read. */
  read(rootId: RootId): Promise<TreeToCheck | undefined>;
  /** True if a tree is being driven: its late writes are not problems. */
  isBusy(rootId: RootId): boolean;
}

export interface TreeToCheck {
  readonly summary: RootSummary;
  /** The root and its subdialogs. */
  readonly dialogs: readonly [ShownDialog, ...ShownDialog[]];
}
