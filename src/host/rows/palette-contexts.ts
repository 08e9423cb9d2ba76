// Which roots a command can work on, and the context keys by which the palette shows commands (SPEC 13.14). Pure.
import type { PendingQuestion, RootSummary } from '../../core/dialog/view/projection.ts';
import { goesOnInTree, isPausedInTree } from '../../core/dialog/view/standing.ts';

/** The contexts, without their prefix `dominds.`. */
export interface PaletteContexts {
  readonly hasDialogs: boolean;
  /** Roots that are neither completed nor archived. */
  readonly hasOpen: boolean;
  readonly hasWork: boolean;
  readonly hasPaused: boolean;
  readonly hasRetrying: boolean;
  /** Some dialog changed files, or nothing is known about one. */
  readonly hasEdited: boolean;
  readonly hasUndone: boolean;
  readonly hasClosed: boolean;
  readonly hasUnarchived: boolean;
  readonly hasQuestions: boolean;
  readonly hasPermissions: boolean;
  /** A model is configured, whether it answers or not. */
  readonly hasModel: boolean;
}

/** Roots that a command from the palette offers: it is shown while there is one, and picks among them. */
export const fitting = {
  work: goesOnInTree,
  paused: isPausedInTree,
  retrying: ({ pause }) => pause?.kind === 'retry',
  /** Earlier versions did not note whether files were changed. */
  edited: ({ edited }) => edited !== null,
  undone: ({ undone }) => undone === true,
} satisfies Record<string, (root: RootSummary) => boolean>;

/** The contexts for these roots and pending questions. */
export function paletteContexts(
  roots: readonly RootSummary[],
  pending: readonly Pick<PendingQuestion, 'kind'>[],
  hasModel: boolean,
): PaletteContexts {
  const has = (status: RootSummary['status']) => roots.some(root => root.status === status);
  return {
    hasDialogs: roots.length > 0,
    hasOpen: has('running'),
    hasWork: roots.some(fitting.work),
    hasPaused: roots.some(fitting.paused),
    hasRetrying: roots.some(fitting.retrying),
    hasEdited: roots.some(fitting.edited),
    hasUndone: roots.some(fitting.undone),
    hasClosed: has('completed') || has('archived'),
    hasUnarchived: has('running') || has('completed'),
    hasQuestions: pending.length > 0,
    hasPermissions: pending.some(({ kind }) => kind === 'permission'),
    hasModel,
  };
}
