// Turns the chunks of a Chat Completions stream into LlmEvents (SPEC 8.1, 10.3). Chunks are read as unknown values,
// because servers differ; never throws. A delta's thinking comes before its text; tool calls come whole, after all
// segments.
import type { Usage } from '../../core/base/chat.ts';
import { cutFailure, type FailureContext, failureInStream } from '../failures/failure.ts';
import type { ReplyReader } from '../http/stream-reply.ts';
import type { FinishReason, LlmEvent, LlmFailure, StreamSegment } from '../provider.ts';
import type { BackGatherer } from '../reply/carried-back.ts';
import { createReply } from '../reply/reply.ts';
import { callsTooLarge } from '../reply/reply-limits.ts';
import { type CallIds, createToolCallGatherer, type GatheredCall } from '../reply/tool-call-gatherer.ts';
import { type Fields, fieldsIn, hasFields, listIn, wireNumberIn, wireTextIn } from '../reply/wire-values.ts';
import { createThinkSplitter } from './think-tags.ts';

/** A reader's context besides the chunks. */
export interface ChunkReaderOptions extends CallIds {
  readonly failures: FailureContext;
  /** Gathers what the server wants back. */
  readonly back?: BackGatherer;
}

/** Makes a reader that appends its events to `out`. */
export function createChunkReader(out: LlmEvent[], options: ChunkReaderOptions): ReplyReader {
  const reply = createReply<GatheredCall>(out, options.failures, {
    all: () => toolCalls.calls(),
    back: calls => options.back?.back(calls),
  });
  const toolCalls = createToolCallGatherer(options, reply.callPart);
  let source = '';
  let hasRefused = false;
  /** The kinds of pieces that have arrived. */
  const arrived = new Set<PieceKind>();
  /** The choice that is read: the first that comes. */
  let index: unknown;

  const content = createThinkSplitter({
    write: (segment, text) => reply.write(segment, text, source),
    wasThinking: () => reply.wasThinking(source),
  });

  /** True when there was something to read. */
  function readPieces(pieces: Pieces): boolean {
    const { thought, parts, refusal, calls } = pieces;
    if (thought !== '') {
      content.flush();
      source = 'delta.reasoning';
      reply.write('thinking', thought, source);
    }
    for (const { segment, text } of parts) {
      source = 'delta.content';
      if (segment === 'saying') content.push(text);
      else {
        content.flush();
        reply.write('thinking', text, source);
      }
    }
    if (refusal !== '') {
      content.flush();
      source = 'delta.refusal';
      hasRefused = true;
      reply.write('saying', refusal, source);
    }
    if (toolCalls.add(calls)) {
      content.flush();
      reply.callCame();
    }
    const kinds = kindsOf(pieces);
    for (const kind of kinds) arrived.add(kind);
    return kinds.length > 0;
  }

  function readDelta(delta: Fields): boolean {
    options.back?.addDelta(delta);
    return readPieces(piecesOf(delta));
  }

  /** Some servers close a stream with the sum of it: of a whole `message`, only what did not come by deltas counts. */
  function readMessage(message: Fields): boolean {
    if (arrived.size === 0) return readDelta(message);
    const { parts, refusal, calls } = piecesOf(message);
    const isSaid = arrived.has('saying');
    return readPieces({
      thought: '',
      parts: isSaid ? [] : parts.filter(({ segment }) => segment === 'saying'),
      refusal: isSaid ? '' : refusal,
      calls: arrived.has('calls') ? [] : calls,
    });
  }

  function readChoice({ delta, message }: Fields): boolean {
    if (hasFields(delta) && readDelta(delta)) return true;
    return hasFields(message) && readMessage(message);
  }

  function readFinish(choice: Fields): void {
    const { finish_reason: word, error } = choice;
    if (typeof word !== 'string' || word === '') return;
    if (word !== 'error' && !isBrokenOff(word)) reply.reason = finishReasonOf(word);
    else if (reply.reason === undefined) reply.failure = failureOf(word, error);
  }

  function failureOf(word: string, error: unknown): LlmFailure {
    if (word === 'error') return failureInStream(error ?? 'the server ended with an error', options.failures);
    return cutFailure(`the server broke the answer off (${word})`, options.failures);
  }

  function isOwnChoice(choice: unknown): boolean {
    if (!hasFields(choice)) return false;
    index ??= choice.index;
    return choice.index === undefined || choice.index === index;
  }

  function close(): void {
    content.flush();
    if (hasRefused && reply.reason !== undefined) reply.reason = 'refusal';
  }

  return {
    read(chunk) {
      if (!hasFields(chunk)) return false;
      reply.model ??= wireTextIn(chunk.model) || undefined;
      const choices = chunk.choices;
      const choice: unknown = Array.isArray(choices) ? choices.find(each => isOwnChoice(each)) : undefined;
      reply.usage = usageIn(chunk, choice) ?? reply.usage;
      if (!hasFields(choice)) return false;
      const isNews = readChoice(choice);
      if (toolCalls.isTooLarge()) reply.failure ??= callsTooLarge();
      if (choice.finish_reason) readFinish(choice);
      return isNews;
    },
    done() {
      if (arrived.size > 0) reply.reason ??= 'stop';
    },
    end() {
      close();
      reply.end();
    },
    fail(failure) {
      close();
      reply.fail(failure);
    },
    hasFinished: () => reply.reason !== undefined,
    hasFailed: () => reply.failure !== undefined,
    usage: () => reply.usage,
  };
}

type PieceKind = StreamSegment | 'calls';

/** What a delta or a message brings. */
interface Pieces {
  readonly thought: string;
  readonly parts: readonly ContentPart[];
  readonly refusal: string;
  /** Calls, or fragments of calls. */
  readonly calls: readonly unknown[];
}

function piecesOf(delta: Fields): Pieces {
  const { content, refusal, tool_calls: fragments, function_call: call } = delta;
  const called = fragments ?? (call ? [{ index: 0, function: call }] : []);
  return {
    thought: thoughtIn(delta),
    parts: contentParts(content),
    refusal: wireTextIn(refusal),
    calls: Array.isArray(called) ? called : [],
  };
}

function kindsOf({ thought, parts, refusal, calls }: Pieces): readonly PieceKind[] {
  const kinds: PieceKind[] = parts.map(({ segment }) => segment);
  if (thought !== '') kinds.push('thinking');
  if (refusal !== '') kinds.push('saying');
  if (calls.length > 0) kinds.push('calls');
  return kinds;
}

interface ContentPart {
  readonly segment: StreamSegment;
  readonly text: string;
}

/** Content is a text, or with some servers a list of parts, which are texts or thinking made of texts. */
function contentParts(content: unknown, segment: StreamSegment = 'saying'): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ segment, text: content }];
  if (Array.isArray(content)) return content.flatMap(part => contentParts(part, segment));
  if (!hasFields(content)) return [];
  return content.type === 'thinking' ? contentParts(content.thinking, 'thinking') : contentParts(content.text, segment);
}

/** Some servers send the same reasoning under several names: only one of them counts. */
function thoughtIn(delta: Fields): string {
  for (const name of ['reasoning_content', 'reasoning', 'reasoning_text']) {
    const text = delta[name];
    if (typeof text === 'string' && text !== '') return text;
  }
  const details = listIn(delta.reasoning_details);
  return details.map(({ text, summary }) => wireTextIn(text) || wireTextIn(summary)).join('');
}

/** Usage is in the chunk, in its choice, or in a vendor field; a later value replaces an earlier one. */
function usageIn(chunk: Fields, choice: unknown): Usage | undefined {
  const usage = fieldsIn(chunk.usage ?? fieldsIn(choice).usage ?? fieldsIn(chunk.x_groq).usage);
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens, prompt_tokens_details: details } = usage;
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return undefined;
  // xAI and Gemini leave thinking out of the completion, though it is paid for like the rest of it.
  const written = Math.max(completionTokens, wireNumberIn(usage.total_tokens) - promptTokens);
  const cached = [
    fieldsIn(details).cached_tokens,
    usage.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cache_read_input_tokens,
  ].find(count => typeof count === 'number');
  return { promptTokens, completionTokens: written, ...(cached !== undefined && { cachedTokens: cached }) };
}

/** Reasons that mean an answer without its end: the same request may succeed (SPEC 10.7). */
function isBrokenOff(word: string): boolean {
  return ['insufficient_system_resource', 'abort', 'aborted', 'network_error', 'timeout'].includes(word.toLowerCase());
}

function finishReasonOf(word: string): FinishReason {
  switch (word.toLowerCase()) {
    case 'stop':
    case 'eos':
    case 'eos_token':
    case 'end_turn':
    case 'stop_sequence':
    case 'complete':
    case 'completed':
      return 'stop';
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      return 'tool-calls';
    case 'length':
    case 'max_tokens':
    case 'model_length':
    case 'max_output_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'content_filter':
    case 'content_filtered':
    case 'sensitive':
    case 'safety':
    case 'recitation':
    case 'prohibited_content':
      return 'content-filter';
    case 'refusal':
      return 'refused';
    default:
      return 'unknown';
  }
}
