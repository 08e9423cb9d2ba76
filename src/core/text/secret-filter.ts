// Takes secrets out of a text that comes in pieces, wherever it is cut (SPEC 10.1): what may be the beginning of one is held back
// until more comes. Pure.
import { HIDDEN, MIN_SECRET } from '../secrets.ts';

export interface SecretFilter {
  /** The part of this text and the held back text that is safe to pass on. */
  pass(piece: string): string;
  /** The held back text, at the end. */
  rest(): string;
}

/** Replaces each of these texts in what passes; short ones are left. */
export function filterSecrets(secrets: readonly string[]): SecretFilter {
  // The longest first: one may begin another.
  const hidden = secrets.filter(({ length }) => length >= MIN_SECRET).sort((a, b) => b.length - a.length);
  let held = '';
  return {
    pass(piece) {
      if (hidden.length === 0) return piece;
      const text = held + piece;
      let passed = '';
      let from = 0;
      for (let hit = nextHit(text, from, hidden); hit; hit = nextHit(text, from, hidden)) {
        passed += text.slice(from, hit.at) + HIDDEN;
        from = hit.at + hit.length;
      }
      const end = text.length - beginning(text.slice(from), hidden);
      held = text.slice(end);
      return passed + text.slice(from, end);
    },
    rest() {
      const last = held;
      held = '';
      return last;
    },
  };
}

function nextHit(text: string, from: number, hidden: readonly string[]): { at: number; length: number } | undefined {
  let first: { at: number; length: number } | undefined;
  for (const secret of hidden) {
    const at = text.indexOf(secret, from);
    if (at >= 0 && (!first || at < first.at)) first = { at, length: secret.length };
  }
  return first;
}

/** How many characters at the end may be the beginning of a secret. */
function beginning(text: string, hidden: readonly string[]): number {
  const longest = Math.min(text.length, (hidden[0]?.length ?? 1) - 1);
  for (let length = longest; length > 0; length--) {
    const end = text.slice(-length);
    if (hidden.some(secret => secret.length > length && secret.startsWith(end))) return length;
  }
  return 0;
}
