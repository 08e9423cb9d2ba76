// What is to be done in a tree, as a list for a person: goals in words with their boxes, and acceptance lines as they
// stand (SPEC 25.8). Pure.
import type { EvidenceLine } from './evidence.ts';

export interface TodoLine {
  readonly text: string;
  readonly state: 'open' | 'done' | 'failed';
}

/** Longer lists are cut. */
const MOST_LINES = 30;

/** Goals before acceptance lines. */
export function todoOf(goals: readonly TodoLine[], evidence: readonly EvidenceLine[]): readonly TodoLine[] {
  const lines = evidence
    .filter(({ dropped }) => !dropped)
    .map(({ line, state }): TodoLine => ({ text: line, state: todoStates[state] }));
  return [...goals, ...lines].slice(0, MOST_LINES);
}

const todoStates = { verified: 'done', failed: 'failed', stale: 'open', open: 'open' } as const;
