// Turns the events of a Responses stream into LlmEvents. Reads them as unknown values; never throws. Servers send the
// parts of a reply by deltas, whole, or both: what comes in several forms counts once.
import type { Usage } from '../../core/base/chat.ts';
import { cutFailure, type FailureContext, failureInStream } from '../failures/failure.ts';
import type { ReplyReader } from '../http/stream-reply.ts';
import type { LlmEvent } from '../provider.ts';
import { createReplyWriter, type ReplyWriter, type ReplyWriterOptions } from '../reply/reply-writer.ts';
import { type Fields, fieldsIn, listIn, wireTextIn } from '../reply/wire-values.ts';
import { createResponseCalls, type ResponseCalls } from './responses-calls.ts';
import { createResponseText, type ResponseText } from './responses-text.ts';
import { createResponseThinking, type ResponseThinking } from './responses-thinking.ts';

/** What is read of one reply. */
interface ReplyParts {
  readonly writer: ReplyWriter;
  readonly text: ResponseText;
  readonly thinking: ResponseThinking;
  readonly calls: ResponseCalls;
  readonly failures: FailureContext;
}

/** Makes a reader of one reply. */
export function createResponsesReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);
  const calls = createResponseCalls(writer);
  const parts: ReplyParts = {
    writer,
    text: createResponseText(writer),
    thinking: createResponseThinking(writer),
    calls,
    failures: options.failures,
  };
  return {
    read: value => readEvent(parts, fieldsIn(value)),
    done() {
      calls.endAll();
      writer.done();
    },
    end() {
      calls.endAll();
      writer.end();
    },
    fail(failure) {
      calls.endAll();
      writer.fail(failure);
    },
    hasFinished: () => writer.reason !== undefined,
    hasFailed: () => writer.failure !== undefined,
    usage: () => writer.usage,
  };
}

/** True when there was something to read. */
function readEvent(parts: ReplyParts, event: Fields): boolean {
  const { text, thinking, calls } = parts;
  // The whole answer of a server that does not stream.
  if (event.object === 'response') {
    endResponse(parts, event, event.object);
    return true;
  }
  switch (event.type) {
    case 'response.output_text.delta':
      return text.say(event.delta, event.type);
    case 'response.output_text.done':
      return text.endPart(event.text, event.type);
    case 'response.refusal.delta':
      text.refuse();
      return text.say(event.delta, event.type);
    case 'response.refusal.done':
      text.refuse();
      return text.endPart(event.refusal, event.type);
    case 'response.reasoning_summary_text.delta':
      return thinking.thinkSummary(event);
    case 'response.reasoning_text.delta':
      return thinking.think(event);
    case 'response.output_item.added':
      beginItem(parts, event);
      return true;
    case 'response.function_call_arguments.delta':
      calls.growArgs(event);
      return true;
    case 'response.function_call_arguments.done':
      calls.endArgs(event);
      return true;
    case 'response.output_item.done':
      return endItem(parts, fieldsIn(event.item), event.type);
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
      endResponse(parts, fieldsIn(event.response), event.type);
      return true;
    default:
      // Parts that begin, and what else may come in pieces.
      return /\.(delta|added)$/.test(wireTextIn(event.type));
  }
}

function beginItem({ text, calls }: ReplyParts, event: Fields): void {
  const { type } = fieldsIn(event.item);
  if (type === 'function_call') calls.begin(event);
  else if (type === 'message') text.beginMessage();
}

function endItem({ text, thinking, calls }: ReplyParts, item: Fields, source: unknown): boolean {
  switch (item.type) {
    case 'function_call':
      calls.end(item);
      return true;
    case 'reasoning':
      return thinking.end(item);
    case 'message':
      return text.endMessage(item, source);
    default:
      return false;
  }
}

function endResponse(parts: ReplyParts, answer: Fields, source: unknown): void {
  const { writer, text, failures } = parts;
  readOutput(parts, answer.output, source);
  if (typeof answer.model === 'string') writer.model = answer.model;
  writer.usage = usageOf(answer.usage) ?? writer.usage;
  const { reason } = fieldsIn(answer.incomplete_details);
  // Some servers leave the status out of the last event.
  const how = [wireTextIn(source).replace('response.', ''), answer.status];
  if (how.includes('failed'))
    writer.failure = failureInStream(answer.error ?? 'the server ended with an error', failures);
  else if (how.includes('cancelled'))
    writer.failure = cutFailure('the server broke the answer off (cancelled)', failures);
  else if (how.includes('incomplete')) writer.reason = reason === 'content_filter' ? 'content-filter' : 'length';
  else writer.reason = text.hasRefused ? 'refusal' : 'stop';
}

/** The items of the whole answer, as far as they did not come alone. */
function readOutput(parts: ReplyParts, output: unknown, source: unknown): void {
  const { text, thinking, calls } = parts;
  const isKnown = { reasoning: thinking.hasEnded, calls: new Set(calls.made) };
  let whole = '';
  for (const item of listIn(output)) {
    if (item.type === 'message') {
      whole += text.textOf(item);
      text.sayAnswer(whole, source);
    } else if (item.type === 'reasoning' ? !isKnown.reasoning : !isKnown.calls.has(wireTextIn(item.call_id))) {
      endItem(parts, item, source);
    }
  }
}

function usageOf(value: unknown): Usage | undefined {
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = fieldsIn(value);
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const { cached_tokens: cached } = fieldsIn(details);
  return { promptTokens: input, completionTokens: output, ...(typeof cached === 'number' && { cachedTokens: cached }) };
}
