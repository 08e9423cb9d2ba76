// What a request is answered with.
import type { Language } from '../core/base/language.ts';
import { type Refusal, refuse } from '../core/facts/trouble.ts';
import { sayRefusalInSentences } from '../words/say.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A line of text. */
export function plain(status: number, text: string): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${text}\n` };
}

export const notFound: Reply = plain(404, 'There is no such page.');

/** A refusal, in words. */
export function refusedReply(refusal: Refusal, language: Language): Reply {
  const { message, remedy } = sayRefusalInSentences(refusal, language);
  return plain(409, `${message} ${remedy}`);
}

/** What a visitor with view-only access may not have. */
export function refusedToViewer(language: Language): Reply {
  return { ...refusedReply(refuse('view-only'), language), status: 403 };
}
