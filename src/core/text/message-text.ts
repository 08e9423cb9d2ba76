// Checks a person's text, in the process that drives and in one that hands it over. Pure.
import { type Refusal, refuse } from '../facts/trouble.ts';

/** Characters (UTF-16 units) of one message, answer or task; a model that reads as much is not known. */
export const MAX_MESSAGE = 4_000_000;

/** Most bytes of a character in a JSON file. */
export const MAX_BYTES_PER_CHARACTER = 6;

/** The reason why a person's text is refused, if any. Spaces at its ends do not count. */
export function refuseText(content: string, kind: 'message' | 'answer' | 'task'): Refusal | undefined {
  const { length } = content.trim();
  if (length === 0) return refuse(`empty-${kind}`);
  if (length <= MAX_MESSAGE) return undefined;
  return refuse('long-text', { length, most: MAX_MESSAGE });
}
