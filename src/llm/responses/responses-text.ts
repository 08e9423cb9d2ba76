// The text of a Responses stream. Servers send it by deltas, by whole parts, by whole items, and once more in the last
// event: what comes in several forms is said once. Never throws.
import type { ReplyWriter } from '../reply/reply-writer.ts';
import { type Fields, listIn, wireTextIn } from '../reply/wire-values.ts';

/**
 * The text of one reply. `source` is the type of the event that is read. A boolean tells whether there was something
 * new to say.
 */
export interface ResponseText {
  readonly hasRefused: boolean;
  /** What is said declines the request. */
  refuse(): void;
  say(delta: unknown, source: unknown): boolean;
  /** Ends a part, whose deltas may have come already. */
  endPart(whole: unknown, source: unknown): boolean;
  beginMessage(): void;
  /** Ends a message, whose parts may have come already. */
  endMessage(item: Fields, source: unknown): boolean;
  /** The whole text of a message. */
  textOf(item: Fields): string;
  /** Says what is new in the text of a whole answer. */
  sayAnswer(whole: string, source: unknown): void;
}

/** Makes the text of one reply, which is said by `writer`. */
export function createResponseText(writer: ReplyWriter): ResponseText {
  let hasRefused = false;
  let said = '';
  /** Where in `said` the open part and the open message begin. */
  let partStart = 0;
  let messageStart = 0;
  /** How the text is kept apart from what the message before said. */
  let lead = '';

  function say(delta: unknown, source: unknown): boolean {
    if (typeof delta !== 'string' || delta === '') return false;
    writer.write('saying', delta.startsWith('\n') ? delta : lead + delta, String(source));
    said += delta;
    lead = '';
    return true;
  }

  /** Says the rest of a whole text of which everything since `start` may have come already. */
  function sayRest(start: number, whole: string, source: unknown): boolean {
    const known = said.slice(start);
    return whole.startsWith(known) && say(whole.slice(known.length), source);
  }

  function textOf({ content }: Fields): string {
    const parts = listIn(content);
    hasRefused ||= parts.some(({ type }) => type === 'refusal');
    return parts.map(({ text, refusal }) => wireTextIn(text) || wireTextIn(refusal)).join('');
  }

  function beginMessage(): void {
    messageStart = partStart = said.length;
    lead = said === '' || said.endsWith('\n') ? '' : '\n\n';
  }

  return {
    get hasRefused() {
      return hasRefused;
    },
    refuse() {
      hasRefused = true;
    },
    say,
    endPart(whole, source) {
      const isNews = sayRest(partStart, wireTextIn(whole), source);
      partStart = said.length;
      return isNews;
    },
    beginMessage,
    endMessage(item, source) {
      const isNews = sayRest(messageStart, textOf(item), source);
      beginMessage();
      return isNews;
    },
    textOf,
    sayAnswer(whole, source) {
      sayRest(0, whole, source);
      beginMessage();
    },
  };
}
