// Limits of one reply (SPEC 18.8), far above normal output; a server that exceeds them is broken or hostile, and its
// data must not fill the memory or a course file.
import { isNamed } from '../../core/base/named-error.ts';
import type { LlmFailure } from '../provider.ts';

/** Characters of a reply, counted apart: said, thought, and arguments of tool calls. */
export const MAX_REPLY_CHARACTERS = 4_000_000;

/** Segments of thinking and saying; some servers alternate between them with each piece. */
export const MAX_REPLY_SEGMENTS = 10_000;

/** Tool calls and tellasks together. */
export const MAX_REPLY_CALLS = 1_000;

/** Bytes of one event of a stream, or of a whole answer that is not streamed. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/** The failure of a reply that goes beyond; asking again seldom helps, so it is not retried. */
export function tooLarge(what: string): LlmFailure {
  return { code: 'too-large', message: what, retryable: false };
}

/** The same for the tool calls of a reply. */
export function callsTooLarge(): LlmFailure {
  return tooLarge('the tool calls are more, or larger, than a reply may hold');
}

/** Thrown by the transport; `failureFromError` makes the failure of it. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';

  /** The provider that reads an answer and the client that limits it may be of two bundles. */
  static override [Symbol.hasInstance](error: unknown): error is TooLarge {
    return isNamed(error, 'TooLarge');
  }
}
