// Turns the events of a Responses stream into LlmEvents. Reads them as unknown values; never throws.
import type { Usage } from '../core/chat.ts';
import { fieldsOf } from './error-shapes.ts';
import { cutFailure, failureInStream } from './failure.ts';
import type { LlmEvent } from './provider.ts';
import { createReplyWriter, type ReplyWriterOptions } from './reply-writer.ts';
import type { ReplyReader } from './stream-reply.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Makes a reader of one reply. */
export function createResponsesReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);
  let hasRefused = false;
  let part: unknown;

  function write(segment: 'saying' | 'thinking', { delta, type }: Fields): boolean {
    if (typeof delta !== 'string' || delta === '') return false;
    writer.write(segment, delta, String(type));
    return true;
  }

  /** Parts of a summary follow each other without a line break. */
  function writeSummary(event: Fields): boolean {
    const place = `${event.item_id} ${event.summary_index}`;
    if (part !== undefined && part !== place) writer.write('thinking', '\n\n', String(event.type));
    part = place;
    return write('thinking', event);
  }

  function endItem(item: Fields): boolean {
    if (item.type === 'function_call') {
      writer.call({ id: textIn(item.call_id), name: textIn(item.name), args: textIn(item.arguments) });
      return true;
    }
    // Without its content the server would look for it among what it stored, and it stored nothing.
    if (item.type === 'reasoning' && typeof item.encrypted_content === 'string') {
      const { id, summary, encrypted_content } = item;
      writer.own({ type: 'reasoning', id, summary: summary ?? [], encrypted_content });
    }
    return false;
  }

  function end(response: Fields): void {
    if (typeof response.model === 'string') writer.model = response.model;
    writer.usage = usageOf(response.usage) ?? writer.usage;
    const { reason } = fieldsOf(response.incomplete_details);
    if (response.status === 'failed')
      writer.failure = failureInStream(response.error ?? 'the server ended with an error', options.failures);
    else if (response.status === 'cancelled')
      writer.failure = cutFailure('the server broke the answer off (cancelled)', options.failures);
    else if (response.status === 'incomplete')
      writer.reason = reason === 'content_filter' ? 'content-filter' : 'length';
    else writer.reason = hasRefused ? 'refusal' : 'stop';
  }

  return {
    read(value) {
      const event = fieldsOf(value);
      switch (event.type) {
        case 'response.output_text.delta':
          return write('saying', event);
        case 'response.refusal.delta':
          hasRefused = true;
          return write('saying', event);
        case 'response.reasoning_summary_text.delta':
          return writeSummary(event);
        case 'response.reasoning_text.delta':
          return write('thinking', event);
        case 'response.output_item.done':
          return endItem(fieldsOf(event.item));
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          end(fieldsOf(event.response));
          return true;
        default:
          // Arguments of a call, and items that begin.
          return /\.(delta|added)$/.test(textIn(event.type));
      }
    },
    done: () => undefined,
    end: writer.end,
    fail: writer.fail,
    hasFinished: () => writer.reason !== undefined,
  };
}

function usageOf(value: unknown): Usage | undefined {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = fieldsOf(value);
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const { cached_tokens: cached } = fieldsOf(details);
  return { promptTokens: input, completionTokens: output, ...(typeof cached === 'number' && { cachedTokens: cached }) };
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
