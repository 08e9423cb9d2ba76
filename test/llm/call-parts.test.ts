// Arguments of calls as they come, from each server that streams them: what never ends can be broken off (SPEC 23.14).
import assert from 'node:assert/strict';
import { createAnthropicReader } from '../../src/llm/anthropic/anthropic-reader.ts';
import type { ReplyReader } from '../../src/llm/http/stream-reply.ts';
import { createChunkReader } from '../../src/llm/openai/chunk-reader.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { createResponsesReader } from '../../src/llm/responses/responses-reader.ts';

const key = 'sk-0123456789abcdef';
const options = {
  failures: { secrets: [key], now: () => 0 },
  asked: { to: 'test', model: 'm' },
  usedIds: new Set<string>(),
  newId: () => 'new',
};

const fragment = (index: number, name: string, args: string) => ({
  choices: [
    { delta: { tool_calls: [{ index, id: `c${index}`, function: { ...(name && { name }), arguments: args } }] } },
  ],
});

const servers: [
  name: string,
  reader: (out: LlmEvent[]) => ReplyReader,
  begin: readonly object[],
  grow: (args: string) => object,
][] = [
  [
    'Chat Completions',
    out => createChunkReader(out, options),
    [fragment(0, 'list_dir', '{}'), fragment(1, 'read_file', '')],
    args => fragment(1, '', args),
  ],
  [
    'Responses',
    out => createResponsesReader(out, options),
    [0, 1].map(at => ({
      type: 'response.output_item.added',
      output_index: at,
      item: { type: 'function_call', call_id: `c${at}`, name: at === 0 ? 'list_dir' : 'read_file' },
    })),
    args => ({ type: 'response.function_call_arguments.delta', output_index: 1, delta: args }),
  ],
  [
    'Messages',
    out => createAnthropicReader(out, options),
    [0, 1].map(at => ({
      type: 'content_block_start',
      index: at + 3,
      content_block: { type: 'tool_use', id: `c${at}`, name: at === 0 ? 'list_dir' : 'read_file' },
    })),
    args => ({ type: 'content_block_delta', index: 4, delta: { type: 'input_json_delta', partial_json: args } }),
  ],
];

describe('the arguments of a call', () => {
  for (const [name, readerOf, begin, grow] of servers) {
    it(`come in parts, without keys, each with its call: ${name}`, () => {
      const out: LlmEvent[] = [];
      const reader = readerOf(out);
      for (const value of begin) reader.read(value);
      out.length = 0;
      for (const args of ['{"path": ', '"sk-01234567', '89abcdef"', '}', '   ']) reader.read(grow(args));
      const parts = out.flatMap(event => (event.kind === 'toolCallPart' ? [event] : []));
      assert.equal(parts.map(({ args }) => args).join(''), '{"path": "[key]"}   ');
      assert.ok(parts.every(part => part.index === 1 && part.name === 'read_file'));
    });
  }
});
