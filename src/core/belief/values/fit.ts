// What comes of checking a value against a slot.
import type { Json } from './json.ts';
import type { RefusedFor } from './reasons.ts';

/** A value that passed, in the form in which it is kept. */
export type Fit =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Names of the entities that are known to exist. */
      readonly verified?: readonly string[];
    }
  | RefusedFor;
