// A state as stored JSON and back (SPEC 16.9). A stored state has a version; a value without one counts as the labels
// of a turn.

import { count as isCount } from '../../shape.ts';
import type { BeliefContext } from '../apply-command.ts';
import { type BeliefState, type Changed, emptyState, wrong } from '../state.ts';
import { stateParts } from '../state-shape.ts';
import { playTurn } from '../turn.ts';
import { isPlainObject } from '../values/json.ts';

/** A state in its stored form. */
export type StoredState = BeliefState & { readonly version: 1 };

/** The JSON-safe form of a state. */
export function serialize(state: BeliefState): StoredState {
  return { version: 1, ...state };
}

/** A state from what `serialize` gave, or from the labels of one turn (`{turn?, predictions?, commands?}`). Never throws. */
export function deserialize(source: unknown, context: BeliefContext): Changed {
  if (!isPlainObject(source)) return wrong('bad-state', 'a stored state or the labels of a turn are an object');
  if ('version' in source) return fromStored(source);
  const { turn = 1, predictions = [], commands = [] } = source;
  if (!isCount(turn) || !Array.isArray(predictions) || !Array.isArray(commands)) {
    return wrong('bad-state', 'labels are {turn, predictions: […], commands: […]}');
  }
  return { ok: true, state: playTurn(context, emptyState, { turn, predictions, commands }).state };
}

function fromStored({ version, ...source }: { readonly [key: string]: unknown }): Changed {
  if (version !== 1) return wrong('bad-state', `version ${JSON.stringify(version)} of a stored state is not known`);
  const broken = Object.entries(stateParts).find(([key, passes]) => !passes(source[key]));
  if (broken !== undefined) return wrong('bad-state', `${broken[0]} of the stored state is broken`);
  return { ok: true, state: source as unknown as BeliefState };
}
