// Turns the events of a Responses stream into LlmEvents. Reads them as unknown values; never throws.
import type { Usage } from '../core/chat.ts';
import { cutFailure, failureInStream } from './failure.ts';
import type { LlmEvent } from './provider.ts';
import { createReplyWriter, type ReplyWriterOptions } from './reply-writer.ts';
import type { ReplyReader } from './stream-reply.ts';
import { type Fields, fieldsIn, listIn, textIn } from './wire-values.ts';

/** A call whose item has begun and not ended. */
interface BegunCall {
  readonly place: unknown;
  readonly item: Fields;
  args: string;
}

/** Makes a reader of one reply. Servers send its parts by deltas, whole, or both: what comes in several forms counts once. */
export function createResponsesReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);
  let hasRefused = false;
  let hasReasoned = false;
  let hasThought = false;
  let part: unknown;
  let said = '';
  /** Where in `said` the open part and the open item begin. */
  let partStart = 0;
  let itemStart = 0;
  let begun: readonly BegunCall[] = [];
  /** The `call_id` of each call that was made. */
  const made = new Set<string>();

  function say({ delta, type }: Fields): boolean {
    if (typeof delta !== 'string' || delta === '') return false;
    said += delta;
    writer.write('saying', delta, String(type));
    return true;
  }

  /** Says the rest of a whole text of which everything since `start` may have come already. */
  function sayRest(start: number, whole: string, type: unknown): boolean {
    const known = said.slice(start);
    return whole.startsWith(known) && say({ delta: whole.slice(known.length), type });
  }

  function endPart(whole: unknown, type: unknown): boolean {
    const isNews = sayRest(partStart, textIn(whole), type);
    partStart = said.length;
    return isNews;
  }

  function think({ delta, type }: Fields): boolean {
    if (typeof delta !== 'string' || delta === '') return false;
    writer.write('thinking', delta, String(type));
    return true;
  }

  /** Parts of a summary follow each other without a line break. */
  function thinkSummary(event: Fields): boolean {
    const place = `${event.item_id} ${event.summary_index}`;
    if (part !== undefined && part !== place) writer.write('thinking', '\n\n', String(event.type));
    part = place;
    return think(event);
  }

  function endReasoning({ id, summary, content, encrypted_content: encrypted }: Fields): boolean {
    hasReasoned = true;
    // Without its content the server would look for it among what it stored, and it stored nothing.
    if (typeof encrypted === 'string')
      writer.own({ type: 'reasoning', id, summary: summary ?? [], encrypted_content: encrypted });
    if (hasThought) return false;
    const summaries = listIn(summary).map(({ text }, at) => ({ delta: text, item_id: id, summary_index: at }));
    const news =
      summaries.length > 0 ? summaries.map(thinkSummary) : listIn(content).map(({ text }) => think({ delta: text }));
    return news.some(Boolean);
  }

  function beginItem(place: unknown, item: Fields): void {
    if (item.type === 'function_call') begun = [...begun, { place, item, args: '' }];
    else if (item.type === 'message') itemStart = partStart = said.length;
  }

  function growCall(event: Fields, grow: (args: string) => string): boolean {
    const call = begun.find(({ place }) => place === placeOf(event));
    if (call) call.args = grow(call.args);
    return true;
  }

  function endCall(item: Fields): void {
    const known = begun.find(call => call.item.call_id === item.call_id);
    begun = begun.filter(call => call !== known);
    const id = textIn(item.call_id);
    made.add(id);
    writer.call({ id, name: textIn(item.name), args: textIn(item.arguments) || known?.args || '' });
  }

  function endItem(item: Fields, type: unknown): boolean {
    switch (item.type) {
      case 'function_call':
        endCall(item);
        return true;
      case 'reasoning':
        return endReasoning(item);
      case 'message': {
        const isNews = sayRest(itemStart, wholeText(item), type);
        itemStart = partStart = said.length;
        return isNews;
      }
      default:
        return false;
    }
  }

  function wholeText({ content }: Fields): string {
    const parts = listIn(content);
    hasRefused ||= parts.some(({ type }) => type === 'refusal');
    return parts.map(({ text, refusal }) => textIn(text) || textIn(refusal)).join('');
  }

  /** The items of the whole answer, as far as they did not come alone. */
  function readOutput(output: unknown, type: unknown): void {
    const isKnown = { reasoning: hasReasoned, calls: new Set(made) };
    let whole = '';
    for (const item of listIn(output)) {
      if (item.type === 'message') {
        whole += wholeText(item);
        sayRest(0, whole, type);
      } else if (item.type === 'reasoning' ? !isKnown.reasoning : !isKnown.calls.has(textIn(item.call_id))) {
        endItem(item, type);
      }
    }
  }

  function endCalls(): void {
    for (const { item, args } of begun) endCall({ ...item, arguments: args || item.arguments });
  }

  function end(response: Fields, type: unknown): void {
    readOutput(response.output, type);
    if (typeof response.model === 'string') writer.model = response.model;
    writer.usage = usageOf(response.usage) ?? writer.usage;
    const { reason } = fieldsIn(response.incomplete_details);
    // Some servers leave the status out of the last event.
    const how = [textIn(type).replace('response.', ''), response.status];
    if (how.includes('failed'))
      writer.failure = failureInStream(response.error ?? 'the server ended with an error', options.failures);
    else if (how.includes('cancelled'))
      writer.failure = cutFailure('the server broke the answer off (cancelled)', options.failures);
    else if (how.includes('incomplete')) writer.reason = reason === 'content_filter' ? 'content-filter' : 'length';
    else writer.reason = hasRefused ? 'refusal' : 'stop';
  }

  return {
    read(value) {
      const event = fieldsIn(value);
      // The whole answer of a server that does not stream.
      if (event.object === 'response') {
        end(event, event.object);
        return true;
      }
      switch (event.type) {
        case 'response.output_text.delta':
          return say(event);
        case 'response.output_text.done':
          return endPart(event.text, event.type);
        case 'response.refusal.delta':
          hasRefused = true;
          return say(event);
        case 'response.refusal.done':
          hasRefused = true;
          return endPart(event.refusal, event.type);
        case 'response.reasoning_summary_text.delta':
          hasThought = true;
          return thinkSummary(event);
        case 'response.reasoning_text.delta':
          hasThought = true;
          return think(event);
        case 'response.output_item.added':
          beginItem(placeOf(event), fieldsIn(event.item));
          return true;
        case 'response.function_call_arguments.delta':
          return growCall(event, args => args + textIn(event.delta));
        case 'response.function_call_arguments.done':
          return growCall(event, args => textIn(event.arguments) || args);
        case 'response.output_item.done':
          return endItem(fieldsIn(event.item), event.type);
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
        case 'response.cancelled':
          end(fieldsIn(event.response), event.type);
          return true;
        default:
          // Parts that begin, and what else may come in pieces.
          return /\.(delta|added)$/.test(textIn(event.type));
      }
    },
    done() {
      endCalls();
      writer.done();
    },
    end() {
      endCalls();
      writer.end();
    },
    fail(failure) {
      endCalls();
      writer.fail(failure);
    },
    hasFinished: () => writer.reason !== undefined,
    hasFailed: () => writer.failure !== undefined,
    usage: () => writer.usage,
  };
}

function usageOf(value: unknown): Usage | undefined {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = fieldsIn(value);
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const { cached_tokens: cached } = fieldsIn(details);
  return { promptTokens: input, completionTokens: output, ...(typeof cached === 'number' && { cachedTokens: cached }) };
}

/** Servers number the items, name them, or do both; some name an item anew in each event. */
function placeOf({ output_index: index, item_id: id, item }: Fields): unknown {
  return index ?? id ?? fieldsIn(item).id;
}
