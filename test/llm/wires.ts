// The wire formats of the providers, for tests that hold for all of them: frames of a stream, the rules by which the
// real servers refuse requests, and what a request says. Requests are read as unknown values.
import { createAnthropicProvider } from '../../src/llm/anthropic/anthropic-provider.ts';
import { createGeminiProvider } from '../../src/llm/gemini/gemini-provider.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import { createResponsesProvider } from '../../src/llm/responses/responses-provider.ts';
import type { HttpProviderOptions } from '../../src/llm/server.ts';
import { deltaFrame, doneFrame, finishFrame, frame } from '../support/mock-reply.ts';

/** What a mock server of a wire format says in one reply. */
export interface Spoken {
  readonly think?: string;
  readonly say?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: object }[];
}

export interface WireFormat {
  readonly make: (options: HttpProviderOptions) => LlmProvider;
  readonly baseUrl: (mock: string) => string;
  /** All frames of a whole reply with 7 prompt tokens, 3 of them cached, and 5 completion tokens. */
  readonly frames: (spoken: Spoken) => readonly string[];
  readonly errorFrame: string;
  /** Why the real server refuses a request; undefined when it does not. */
  readonly refuses: (body: unknown) => string | undefined;
  /** Whether an image of the type PNG is in the request. */
  readonly hasImage: (body: unknown) => boolean;
}

const named = (event: string, value: object) => `event: ${event}\n${frame({ type: event, ...value })}`;

const NO_NAME = "Invalid name of a tool: string does not match pattern '^[a-zA-Z0-9_-]{1,64}$'";

function isName(name: unknown): boolean {
  return typeof name === 'string' && /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name);
}

const openai: WireFormat = {
  make: createOpenAiProvider,
  baseUrl: mock => mock,
  frames: ({ think, say, calls = [] }) => [
    ...(think ? [deltaFrame({ reasoning_content: think })] : []),
    ...(say ? [deltaFrame({ content: say })] : []),
    ...calls.map(({ id, name, args }, index) =>
      deltaFrame({
        tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
      }),
    ),
    finishFrame(calls.length > 0 ? 'tool_calls' : 'stop'),
    frame({
      choices: [],
      usage: { prompt_tokens: 7, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 3 } },
    }),
    doneFrame,
  ],
  errorFrame: frame({ error: { message: 'Overloaded', code: 503 } }),
  refuses(body) {
    const open = new Set<unknown>();
    for (const message of list(body, 'messages')) {
      const { role, reasoning_content: reasoning, tool_call_id: id } = fields(message);
      if (role === 'assistant' && reasoning !== 'hm') return 'reasoning_content must be passed back';
      if (role === 'tool' && !open.delete(id)) return `no call ${String(id)} before its result`;
      if (role !== 'tool' && open.size > 0) return 'a call has no result';
      for (const call of list(message, 'tool_calls').map(fields)) {
        if (!isName(fields(call.function).name)) return NO_NAME;
        open.add(call.id);
      }
    }
    return undefined;
  },
  hasImage: body => JSON.stringify(body).includes('"image_url":{"url":"data:image/png;base64,'),
};

const anthropic: WireFormat = {
  make: createAnthropicProvider,
  baseUrl: mock => mock,
  frames({ think, say, calls = [] }) {
    const block = (index: number, start: object, ...deltas: object[]) => [
      named('content_block_start', { index, content_block: start }),
      ...deltas.map(delta => named('content_block_delta', { index, delta })),
      named('content_block_stop', { index }),
    ];
    return [
      named('message_start', {
        message: {
          model: 'mock-model',
          usage: { input_tokens: 2, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 1 },
        },
      }),
      ...(think
        ? block(
            0,
            { type: 'thinking', thinking: '', signature: '' },
            { type: 'thinking_delta', thinking: think },
            { type: 'signature_delta', signature: `sig(${think})` },
          )
        : []),
      ...(say ? [named('ping', {}), ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: say })] : []),
      ...calls.flatMap(({ id, name, args }, at) => {
        const json = JSON.stringify(args);
        const deltas = [json.slice(0, 3), json.slice(3)].map(partial_json => ({
          type: 'input_json_delta',
          partial_json,
        }));
        return block(2 + at, { type: 'tool_use', id, name, input: {} }, ...deltas);
      }),
      named('message_delta', {
        delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
        usage: { output_tokens: 5 },
      }),
      named('message_stop', {}),
    ];
  },
  errorFrame: named('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  refuses(body) {
    const messages = list(body, 'messages');
    if (typeof fields(body).max_tokens !== 'number') return 'max_tokens: Field required';
    if (fields(messages[0]).role !== 'user') return 'messages: first message must use the "user" role';
    let open = new Set<unknown>();
    for (const [at, message] of messages.entries()) {
      const blocks = list(message, 'content').map(fields);
      if (fields(messages[at - 1]).role === fields(message).role) return 'roles must alternate';
      if (blocks.some(({ type, text }) => type === 'text' && String(text).trim() === ''))
        return 'text content blocks must be non-empty';
      for (const { type, signature, thinking } of blocks) {
        if (type === 'thinking' && signature !== `sig(${String(thinking)})`)
          return 'Invalid `signature` in `thinking` block';
      }
      const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => id);
      if (open.size !== results.length || !results.every(id => open.has(id)))
        return '`tool_use` ids were found without `tool_result` blocks';
      const calls = blocks.filter(({ type }) => type === 'tool_use');
      if (calls.length > 0 && blocks[0]?.type !== 'thinking') return 'Expected `thinking`, but found `tool_use`';
      if (!calls.every(({ name }) => isName(name))) return NO_NAME;
      open = new Set(calls.map(({ id }) => id));
    }
    const marks = JSON.stringify(body).split('"cache_control"').length - 1;
    return marks > 4 ? 'A maximum of 4 blocks with cache_control may be provided' : undefined;
  },
  hasImage: body => JSON.stringify(body).includes('"media_type":"image/png"'),
};

const gemini: WireFormat = {
  make: createGeminiProvider,
  baseUrl: mock => mock.replace(/\/v1$/, '/v1beta'),
  frames: ({ think, say, calls = [] }) => {
    const part = (...parts: object[]) =>
      frame({ modelVersion: 'mock-model', candidates: [{ content: { role: 'model', parts } }] });
    return [
      ...(think ? [part({ text: think, thought: true })] : []),
      ...(say ? [part({ text: say })] : []),
      ...(calls.length > 0
        ? [
            part(
              ...calls.map(({ id, name, args }, at) => ({
                functionCall: { id, name, args },
                ...(at === 0 && { thoughtSignature: `sig(${id})` }),
              })),
            ),
          ]
        : []),
      frame({
        candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: 7,
          candidatesTokenCount: 2,
          thoughtsTokenCount: 3,
          cachedContentTokenCount: 3,
        },
      }),
    ];
  },
  errorFrame: frame({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
  refuses(body) {
    let open: unknown[] = [];
    for (const content of list(body, 'contents')) {
      const parts = list(content, 'parts').map(fields);
      const results = parts.filter(part => part.functionResponse).map(part => fields(part.functionResponse).id);
      if (results.length !== open.length)
        return 'the number of function response parts is not equal to that of function call parts';
      if (results.some(id => !open.includes(id))) return 'a function response answers no function call';
      const calls = parts.filter(part => part.functionCall);
      const ofTools = parts.flatMap(part => part.functionCall ?? part.functionResponse ?? []).map(fields);
      if (!ofTools.every(({ name }) => isName(name))) return NO_NAME;
      const [first] = calls;
      if (first && first.thoughtSignature !== `sig(${String(fields(first.functionCall).id)})`) {
        return 'Function call is missing a thought_signature in functionCall parts.';
      }
      open = calls.map(part => fields(part.functionCall).id);
    }
    return undefined;
  },
  hasImage: body => JSON.stringify(body).includes('"mimeType":"image/png"'),
};

const responses: WireFormat = {
  make: createResponsesProvider,
  baseUrl: mock => mock,
  frames: ({ think, say, calls = [] }) => [
    named('response.created', { response: { model: 'mock-model', status: 'in_progress' } }),
    ...(think
      ? [
          named('response.reasoning_summary_text.delta', { item_id: 'rs_1', summary_index: 0, delta: think }),
          named('response.output_item.done', {
            item: {
              type: 'reasoning',
              id: 'rs_1',
              summary: [{ type: 'summary_text', text: think }],
              encrypted_content: 'secret',
              status: 'completed',
            },
          }),
        ]
      : []),
    ...(say
      ? [
          named('response.output_text.delta', { item_id: 'msg_1', delta: say }),
          named('response.output_item.done', {
            item: { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: say }] },
          }),
        ]
      : []),
    ...calls.map(({ id, name, args }) =>
      named('response.output_item.done', {
        item: {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: JSON.stringify(args),
          status: 'completed',
        },
      }),
    ),
    named('response.completed', {
      response: {
        model: 'mock-model',
        status: 'completed',
        usage: { input_tokens: 7, output_tokens: 5, input_tokens_details: { cached_tokens: 3 } },
      },
    }),
  ],
  errorFrame: frame({ type: 'error', code: 'server_error', message: 'Overloaded' }),
  refuses(body) {
    if (fields(body).store !== false) return 'stored';
    const open = new Set<unknown>();
    let reasoned = false;
    for (const item of list(body, 'input').map(fields)) {
      if (item.type === 'reasoning') {
        if (item.encrypted_content !== 'secret')
          return `Item '${String(item.id)}' not found. Items are not persisted when store is false.`;
        reasoned = true;
      }
      if (item.type === 'function_call') {
        if (!isName(item.name)) return NO_NAME;
        if (!reasoned) return 'function_call was provided without its required reasoning item';
        open.add(item.call_id);
      }
      if (item.type === 'function_call_output' && !open.delete(item.call_id))
        return `No tool call found for call_id ${String(item.call_id)}`;
    }
    return open.size > 0 ? 'No tool output found for function call' : undefined;
  },
  hasImage: body => JSON.stringify(body).includes('"image_url":"data:image/png;base64,'),
};

/** By the name of the provider in `.minds/llm.yaml`. */
export const wireFormats: Readonly<Record<string, WireFormat>> = {
  openai,
  anthropic,
  gemini,
  'openai-responses': responses,
};

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown, name: string): readonly unknown[] {
  const found = fields(value)[name];
  return Array.isArray(found) ? found : [];
}
