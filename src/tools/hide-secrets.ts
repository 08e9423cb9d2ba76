// Takes secrets out of a stream of bytes, wherever it is cut (SPEC 10.1): what may be the beginning of one is held back until more
// comes. Pure.
import { HIDDEN, MIN_SECRET } from '../core/secrets.ts';

const REPLACEMENT = Buffer.from(HIDDEN);

export interface SecretFilter {
  /** What can be passed on of this and of what was held back. */
  pass(chunk: Buffer): Buffer;
  /** What was held back, at the end. */
  rest(): Buffer;
}

/** Replaces each of these texts in what passes. */
export function hideSecrets(secrets: readonly string[]): SecretFilter {
  // The longest first: one may begin another.
  const hidden = secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .map(secret => Buffer.from(secret))
    .sort((a, b) => b.length - a.length);
  let held: Buffer = Buffer.alloc(0);
  return {
    pass(chunk) {
      if (hidden.length === 0) return chunk;
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const parts: Buffer[] = [];
      let from = 0;
      for (let hit = nextHit(bytes, from, hidden); hit; hit = nextHit(bytes, from, hidden)) {
        parts.push(bytes.subarray(from, hit.at), REPLACEMENT);
        from = hit.at + hit.length;
      }
      const end = bytes.length - beginning(bytes.subarray(from), hidden);
      parts.push(bytes.subarray(from, end));
      held = Buffer.from(bytes.subarray(end));
      return parts.length === 1 ? (parts[0] ?? held) : Buffer.concat(parts);
    },
    rest() {
      const last = held;
      held = Buffer.alloc(0);
      return last;
    },
  };
}

function nextHit(bytes: Buffer, from: number, hidden: readonly Buffer[]): { at: number; length: number } | undefined {
  let first: { at: number; length: number } | undefined;
  for (const secret of hidden) {
    const at = bytes.indexOf(secret, from);
    if (at >= 0 && (!first || at < first.at)) first = { at, length: secret.length };
  }
  return first;
}

/** How many bytes at the end may be the beginning of a secret. */
function beginning(bytes: Buffer, hidden: readonly Buffer[]): number {
  const longest = Math.min(bytes.length, (hidden[0]?.length ?? 1) - 1);
  for (let length = longest; length > 0; length--) {
    const end = bytes.subarray(bytes.length - length);
    if (hidden.some(secret => secret.length > length && secret.subarray(0, length).equals(end))) return length;
  }
  return 0;
}
