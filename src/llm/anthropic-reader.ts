// Turns the events of a Messages stream into LlmEvents. Reads them as unknown values; never throws.
import type { Usage } from '../core/chat.ts';
import type { FinishReason, LlmEvent } from './provider.ts';
import { createReplyWriter, type ReplyWriterOptions } from './reply-writer.ts';
import type { ReplyReader } from './stream-reply.ts';
import { type Fields, fieldsIn, numberIn, textIn } from './wire-values.ts';

/** A block that is open. */
interface Block {
  readonly start: Fields;
  text: string;
  signature: string;
}

/** Makes a reader of one reply. */
export function createAnthropicReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);
  const blocks = new Map<unknown, Block>();
  let hasBlocks = false;
  let counts: Fields = {};

  /** Only calls may be open side by side: any other block ends where the next one begins. */
  function openBlock(index: unknown, start: Fields): Block {
    for (const [at, open] of blocks) if (at === index || open.start.type !== 'tool_use') endBlock(at);
    const block: Block = { start, text: '', signature: '' };
    blocks.set(index, block);
    hasBlocks = true;
    return block;
  }

  function startBlock({ index, content_block: start }: Fields): boolean {
    const block = openBlock(index, fieldsIn(start));
    const { type, text, thinking, signature } = block.start;
    if (typeof signature === 'string') block.signature = signature;
    if (type === 'text') return grow(block, 'saying', text);
    return type === 'thinking' ? grow(block, 'thinking', thinking) : true;
  }

  function grow(block: Block, segment: 'saying' | 'thinking', text: unknown): boolean {
    if (typeof text !== 'string' || text === '') return false;
    block.text += text;
    writer.write(segment, text, `content_block_delta.${segment}`);
    return true;
  }

  /** Some servers do not begin their blocks: the first delta says of which type one is. */
  function blockOf(index: unknown, deltaType: unknown): Block | undefined {
    const known = blocks.get(index);
    const type = blockTypeOf(deltaType);
    if (known || type === undefined) return known;
    return openBlock(index, { type });
  }

  function extendBlock({ index, delta }: Fields): boolean {
    const { type, text, thinking, signature, partial_json: json } = fieldsIn(delta);
    const block = blockOf(index, type);
    if (!block) return false;
    switch (type) {
      case 'text_delta':
        return grow(block, 'saying', text);
      case 'thinking_delta':
        return grow(block, 'thinking', thinking);
      case 'signature_delta':
        if (typeof signature === 'string') block.signature += signature;
        return true;
      case 'input_json_delta':
        if (typeof json === 'string') block.text += json;
        return true;
      default:
        return false;
    }
  }

  function endBlock(index: unknown): boolean {
    const block = blocks.get(index);
    blocks.delete(index);
    if (!block) return false;
    const { start, text, signature } = block;
    if (start.type === 'thinking') writer.own({ type: 'thinking', thinking: text, signature });
    if (start.type === 'redacted_thinking') writer.own({ type: 'redacted_thinking', data: start.data });
    if (start.type === 'tool_use') {
      const args = text !== '' ? text : JSON.stringify(start.input ?? {});
      writer.call({ id: textIn(start.id), name: textIn(start.name), args });
    }
    return true;
  }

  /** Some servers do not end their blocks. */
  function endBlocks(): void {
    for (const index of blocks.keys()) endBlock(index);
  }

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
    if (!hasBlocks && Array.isArray(content))
      for (const [index, block] of content.entries()) startBlock({ index, content_block: block });
    endBlocks();
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
          return startBlock(event);
        case 'content_block_delta':
          return extendBlock(event);
        case 'content_block_stop':
          return endBlock(event.index);
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
      endBlocks();
      writer.done();
    },
    end() {
      endBlocks();
      writer.end();
    },
    fail(failure) {
      endBlocks();
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
  const read = numberIn(counts.cache_read_input_tokens);
  const promptTokens = input + read + numberIn(counts.cache_creation_input_tokens);
  return { promptTokens, completionTokens: output, ...(read > 0 && { cachedTokens: read }) };
}

function blockTypeOf(deltaType: unknown): string | undefined {
  switch (deltaType) {
    case 'text_delta':
      return 'text';
    case 'thinking_delta':
    case 'signature_delta':
      return 'thinking';
    case 'input_json_delta':
      return 'tool_use';
    default:
      return undefined;
  }
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
