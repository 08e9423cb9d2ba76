// The blocks of a Messages stream: text, thinking and calls, each at its index. Never throws.
import { MAX_REPLY_CHARACTERS } from '../reply/reply-limits.ts';
import type { ReplyWriter } from '../reply/reply-writer.ts';
import { type Fields, fieldsIn, wireTextIn } from '../reply/wire-values.ts';

/** A block that is open. */
interface Block {
  readonly start: Fields;
  /** Of a call: its number among all. */
  readonly call: number;
  text: string;
  signature: string;
}

/** The blocks of one reply. A boolean tells whether there was something new. */
export interface AnthropicBlocks {
  readonly hasAny: boolean;
  /** Begins the block of an event. */
  begin(event: Fields): boolean;
  /** Adds the delta of an event to its block. */
  extend(event: Fields): boolean;
  end(index: unknown): boolean;
  /** Some servers do not end their blocks. */
  endAll(): void;
}

/** Makes the blocks of one reply, which go to `writer`. */
export function createAnthropicBlocks(writer: ReplyWriter): AnthropicBlocks {
  const blocks = new Map<unknown, Block>();
  let hasAny = false;
  let calls = 0;

  /** Only calls may be open side by side: any other block ends where the next one begins. */
  function open(index: unknown, start: Fields): Block {
    for (const [at, each] of blocks) if (at === index || each.start.type !== 'tool_use') end(at);
    const block: Block = { start, call: start.type === 'tool_use' ? calls++ : -1, text: '', signature: '' };
    blocks.set(index, block);
    hasAny = true;
    return block;
  }

  function grow(block: Block, segment: 'saying' | 'thinking', text: unknown): boolean {
    if (typeof text !== 'string' || text === '') return false;
    block.text += text;
    writer.write(segment, text, `content_block_delta.${segment}`);
    return true;
  }

  function extendCall(block: Block, json: string): void {
    block.text += json;
    writer.callPart({ index: block.call, name: wireTextIn(block.start.name), args: json });
  }

  /** Some servers do not begin their blocks: the first delta says of which type one is. */
  function blockOf(index: unknown, deltaType: unknown): Block | undefined {
    const known = blocks.get(index);
    const type = blockTypeOf(deltaType);
    if (known || type === undefined) return known;
    return open(index, { type });
  }

  function end(index: unknown): boolean {
    const block = blocks.get(index);
    blocks.delete(index);
    if (!block) return false;
    const { start, text, signature } = block;
    if (start.type === 'thinking') writer.own({ type: 'thinking', thinking: text, signature });
    if (start.type === 'redacted_thinking') writer.own({ type: 'redacted_thinking', data: start.data });
    if (start.type === 'tool_use') {
      const args = text !== '' ? text : JSON.stringify(start.input ?? {});
      writer.call({ id: wireTextIn(start.id), name: wireTextIn(start.name), args });
    }
    return true;
  }

  return {
    get hasAny() {
      return hasAny;
    },
    begin({ index, content_block: start }) {
      const block = open(index, fieldsIn(start));
      const { type, text, thinking, signature } = block.start;
      if (typeof signature === 'string') block.signature = signature;
      if (type === 'text') return grow(block, 'saying', text);
      return type === 'thinking' ? grow(block, 'thinking', thinking) : true;
    },
    extend({ index, delta }) {
      const { type, text, thinking, signature, partial_json: json } = fieldsIn(delta);
      const block = blockOf(index, type);
      if (!block) return false;
      switch (type) {
        case 'text_delta':
          return grow(block, 'saying', text);
        case 'thinking_delta':
          return grow(block, 'thinking', thinking);
        case 'signature_delta':
          // A longer one is refused whole, when its block ends.
          if (typeof signature === 'string' && block.signature.length <= MAX_REPLY_CHARACTERS)
            block.signature += signature;
          return true;
        case 'input_json_delta':
          if (typeof json === 'string') extendCall(block, json);
          return true;
        default:
          return false;
      }
    },
    end,
    endAll() {
      for (const index of blocks.keys()) end(index);
    },
  };
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
