// Turns the events of a Messages stream into LlmEvents. Reads them as unknown values; never throws.
import type { Usage } from '../../core/base/chat.ts';
import type { ReplyReader } from '../http/stream-reply.ts';
import type { FinishReason, LlmEvent } from '../provider.ts';
import { createReplyWriter, type ReplyWriterOptions } from '../reply/reply-writer.ts';
import { type Fields, fieldsIn, wireNumberIn } from '../reply/wire-values.ts';
import { createAnthropicBlocks } from './anthropic-blocks.ts';

/** Makes a reader of one reply. */
export function createAnthropicReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);
  const blocks = createAnthropicBlocks(writer);
  let counts: Fields = {};

  function count(usage: unknown): void {
    counts = { ...counts, ...withoutNull(fieldsIn(usage)) };
    writer.usage = usageOf(counts) ?? writer.usage;
  }

  function startMessage({ model, usage }: Fields): void {
    if (typeof model === 'string' && model !== '') writer.model = model;
    count(usage);
  }

  /** The whole answer of a server that does not stream; after blocks of the same stream, it is their sum. */
  function readMessage(message: Fields): void {
    startMessage(message);
    const { content } = message;
    if (!blocks.hasAny && Array.isArray(content))
      for (const [index, block] of content.entries()) blocks.begin({ index, content_block: block });
    blocks.endAll();
    endMessage(message);
    writer.reason ??= 'stop';
  }

  function endMessage({ stop_reason: word }: Fields): void {
    if (typeof word === 'string' && word !== '') writer.reason = reasonOf(word);
  }

  return {
    read(value) {
      const event = fieldsIn(value);
      switch (event.type) {
        case 'message_start':
          startMessage(fieldsIn(event.message));
          return false;
        case 'message':
          readMessage(event);
          return true;
        case 'content_block_start':
          return blocks.begin(event);
        case 'content_block_delta':
          return blocks.extend(event);
        case 'content_block_stop':
          return blocks.end(event.index);
        case 'message_delta':
          count(event.usage);
          endMessage(fieldsIn(event.delta));
          return true;
        case 'message_stop':
          writer.reason ??= 'stop';
          return false;
        default:
          return false;
      }
    },
    done() {
      blocks.endAll();
      writer.done();
    },
    end() {
      blocks.endAll();
      writer.end();
    },
    fail(failure) {
      blocks.endAll();
      writer.fail(failure);
    },
    hasFinished: () => writer.reason !== undefined,
    hasFailed: () => writer.failure !== undefined,
    usage: () => writer.usage,
  };
}

/** Cache writes and cache reads count as prompt. */
function usageOf(counts: Fields): Usage | undefined {
  const { input_tokens: input, output_tokens: output } = counts;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const read = wireNumberIn(counts.cache_read_input_tokens);
  const promptTokens = input + read + wireNumberIn(counts.cache_creation_input_tokens);
  return { promptTokens, completionTokens: output, ...(read > 0 && { cachedTokens: read }) };
}

function reasonOf(word: string): FinishReason {
  switch (word) {
    case 'end_turn':
    case 'stop_sequence':
    case 'pause_turn':
      return 'stop';
    case 'tool_use':
      return 'tool-calls';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refused';
    default:
      return 'unknown';
  }
}

function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
