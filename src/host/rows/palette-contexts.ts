// The context keys by which the palette shows commands (SPEC 13.14). Pure.
import type { PendingQuestion, RootSummary } from '../../core/dialog/projection.ts';
import { standingOf, standingOfRoot } from '../../core/dialog/standing.ts';

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
    hasWork: roots.some(root => root.atWork || ['working', 'waiting'].includes(standingOf(root))),
    hasPaused: roots.some(root => root.interrupted || standingOfRoot(root) === 'paused'),
    hasRetrying: roots.some(({ pause }) => pause?.kind === 'retry'),
    hasEdited: roots.some(({ edited }) => edited !== null),
    hasUndone: roots.some(({ undone }) => undone),
    hasClosed: has('completed') || has('archived'),
    hasUnarchived: has('running') || has('completed'),
    hasQuestions: pending.length > 0,
    hasPermissions: pending.some(({ kind }) => kind === 'permission'),
    hasModel,
  };
}
