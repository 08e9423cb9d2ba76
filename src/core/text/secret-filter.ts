// Takes secrets out of a text that comes in pieces, wherever it is cut (SPEC 10.1): what may be the beginning of one is
// held back until more comes. Pure.

import { beginningOfSecret, placesIn, replaceAt } from './secret-places.ts';
import { HIDDEN, MIN_SECRET } from './secrets.ts';

export interface SecretFilter {
  /** The part of this text and the held back text that is safe to pass on. */
  pass(piece: string): string;
  /** The held back text, at the end. */
  rest(): string;
}

/** Replaces each of these texts in what passes, also where JSON wrote them; short ones are left. */
export function filterSecrets(secrets: readonly string[]): SecretFilter {
  const hidden = secrets.filter(({ length }) => length >= MIN_SECRET);
  let held = '';
  return {
    pass(piece) {
      if (hidden.length === 0) return piece;
      const text = held + piece;
      const places = placesIn(text, hidden);
      const end = text.length - beginningOfSecret(text.slice(places.at(-1)?.to ?? 0), hidden);
      held = text.slice(end);
      return replaceAt(text.slice(0, end), places, HIDDEN);
    },
    rest() {
      const last = held;
      held = '';
      return last;
    },
  };
}
