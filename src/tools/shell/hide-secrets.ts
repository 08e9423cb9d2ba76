// Takes secrets out of a stream of bytes, wherever it is cut (SPEC 10.1): each byte goes through the filter of texts as
// one character.

import { filterSecrets } from '../../core/text/secret-filter.ts';
import { MIN_SECRET } from '../../core/text/secrets.ts';

export interface ByteFilter {
  /** The part of this text and the held back text that is safe to pass on. */
  pass(chunk: Buffer): Buffer;
  /** The held back text, at the end. */
  rest(): Buffer;
}

/** Replaces each of these texts in what passes. */
export function hideSecrets(secrets: readonly string[]): ByteFilter {
  const hidden = secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .map(secret => Buffer.from(secret).toString('latin1'));
  const filter = filterSecrets(hidden);
  return {
    pass: chunk => (hidden.length === 0 ? chunk : Buffer.from(filter.pass(chunk.toString('latin1')), 'latin1')),
    rest: () => Buffer.from(filter.rest(), 'latin1'),
  };
}
