// The reasoning of a Responses stream: its text for people, and what the server wants back of it. Never throws.
import type { ReplyWriter } from '../reply/reply-writer.ts';
import { type Fields, listIn } from '../reply/wire-values.ts';

/** The reasoning of one reply. A boolean tells whether there was something to think. */
export interface ResponseThinking {
  /** Whether an item of it has ended. */
  readonly hasEnded: boolean;
  think(event: Fields): boolean;
  thinkSummary(event: Fields): boolean;
  /** Ends an item, whose text may have come already. */
  end(item: Fields): boolean;
}

/** Makes the reasoning of one reply, which is thought by `writer`. */
export function createResponseThinking(writer: ReplyWriter): ResponseThinking {
  let hasEnded = false;
  let hasThought = false;
  /** The part of a summary that was thought last. */
  let part: string | undefined;

  function write({ delta, type }: Fields): boolean {
    if (typeof delta !== 'string' || delta === '') return false;
    writer.write('thinking', delta, String(type));
    return true;
  }

  /** Parts of a summary follow each other without a line break. */
  function writeSummary(event: Fields): boolean {
    const place = `${event.item_id} ${event.summary_index}`;
    if (part !== undefined && part !== place) writer.write('thinking', '\n\n', String(event.type));
    part = place;
    return write(event);
  }

  return {
    get hasEnded() {
      return hasEnded;
    },
    think(event) {
      hasThought = true;
      return write(event);
    },
    thinkSummary(event) {
      hasThought = true;
      return writeSummary(event);
    },
    end({ id, summary, content, encrypted_content: encrypted }) {
      hasEnded = true;
      // Without its content the server would look for it among what it stored, and it stored nothing.
      if (typeof encrypted === 'string')
        writer.own({ type: 'reasoning', id, summary: summary ?? [], encrypted_content: encrypted });
      if (hasThought) return false;
      const summaries = listIn(summary).map(({ text }, at) => ({ delta: text, item_id: id, summary_index: at }));
      const news =
        summaries.length > 0 ? summaries.map(writeSummary) : listIn(content).map(({ text }) => write({ delta: text }));
      return news.some(Boolean);
    },
  };
}
