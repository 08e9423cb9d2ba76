// A state as stored JSON and back (SPEC 16.9). A stored state has a version; a value without one counts as the labels
// of a turn.

import { isPlainObject } from '../../base/plain-object.ts';
import { count as isCount } from '../../base/shape.ts';
import type { BeliefContext } from '../context.ts';
import { type BeliefState, type Changed, emptyState, wrong } from '../state.ts';
import { stateParts } from '../state-shape.ts';
import { playTurn } from '../turn.ts';

/** A state in its stored form. */
export type StoredState = BeliefState & { readonly version: 1 };

/** The JSON-safe form of a state. */
export function serialize(state: BeliefState): StoredState {
  return { version: 1, ...state };
}

/**
 * A state from what `serialize` gave, or from the labels of one turn (`{turn?, predictions?, commands?}`). Never
 * throws.
 */
export function deserialize(source: unknown, context: BeliefContext): Changed {
  if (!isPlainObject(source)) return wrong('bad-state', { id: 'needs-state' });
  if ('version' in source) return fromStored(source);
  const { turn = 1, predictions = [], commands = [] } = source;
  if (!isCount(turn) || !Array.isArray(predictions) || !Array.isArray(commands)) {
    return wrong('bad-state', { id: 'needs-labels' });
  }
  return { ok: true, state: playTurn(context, emptyState, { turn, predictions, commands }).state };
}

function fromStored({ version, ...source }: { readonly [key: string]: unknown }): Changed {
  if (version !== 1) return wrong('bad-state', { id: 'unknown-version', version: JSON.stringify(version) });
  const broken = Object.entries(stateParts).find(([key, passes]) => !passes(source[key]));
  if (broken !== undefined) return wrong('bad-state', { id: 'broken-part', part: broken[0] });
  return { ok: true, state: source as unknown as BeliefState };
}
