// A prompt in the wire format of Chat Completions. Pure.
import type { OpenAI } from 'openai';
import type { ChatMessage, ChatToolCall, Prompt, ToolSpec } from '../../core/base/chat.ts';
import type { ImageRef } from '../../core/base/image.ts';
import { type AskedServer, callExtras, messageExtras, wantsReasoning, wireCallIds } from '../reply/carried-back.ts';
import { argsObject } from '../reply/tool-args.ts';
import { wireCallId } from '../reply/wire-call-id.ts';
import { wireToolName } from '../reply/wire-tool-name.ts';
import type { ImagePart, RequestImages } from '../request-images.ts';
import { closingInLast } from './closing-in-last.ts';
import { inStrictOrder, withoutSystem } from './strict-roles.ts';

type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;
type WireMessage = OpenAI.Chat.ChatCompletionMessageParam;

/** The inputs of a request body; `params` are the person's own (temperature and so on) and never replace the prompt. */
export interface ChatRequest {
  readonly prompt: Prompt;
  readonly model: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Absent: images are named in words. */
  readonly images?: Pick<RequestImages, 'part'>;
  /** Absent: nothing goes back but the text. */
  readonly server?: AskedServer;
  /** Fields that the server has refused. */
  readonly refused?: ReadonlySet<string>;
  /** Whether the server caches only the parts that end in a mark (SPEC 10.9). */
  readonly marksCache?: boolean;
}

/** The request body: streamed, with usage asked for (SPEC 10.1). `params` may turn `stream_options` off with null. */
export function buildRequestBody(request: ChatRequest): Body {
  const { prompt, model, params, refused } = request;
  const wire = wireOf(request);
  const body: Body = {
    stream_options: { include_usage: true },
    ...params,
    model,
    messages: request.marksCache
      ? markedMessages(prompt, wire)
      : orderedMessages(prompt, wire.server).map(message => toWireMessage(message, wire)),
    stream: true,
  };
  if (prompt.tools.length > 0) body.tools = toWireTools(prompt.tools);
  if (body.stream_options === null || refused?.has('stream_options')) delete body.stream_options;
  return body;
}

function orderedMessages(prompt: Prompt, { wantsTurns, refusesSystem }: AskedServer): readonly ChatMessage[] {
  if (refusesSystem) return withoutSystem(prompt.messages);
  return wantsTurns ? inStrictOrder(prompt.messages) : closingInLast(prompt);
}

/**
 * The end of the system message and the end of what the next request begins with too are marked; the closing part
 * stands alone.
 */
function markedMessages({ messages, lasting }: Prompt, wire: Wire): WireMessage[] {
  return messages.map((message, index) => {
    const sent = toWireMessage(message, wire);
    return lasting !== undefined && (index === 0 || index === lasting - 1) ? marked(sent) : sent;
  });
}

/** A message without text cannot be marked. */
function marked(message: WireMessage): WireMessage {
  const { content } = message;
  if (!content) return message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : [...content];
  const last = { ...parts.at(-1), cache_control: { type: 'ephemeral' } };
  return { ...message, content: [...parts.slice(0, -1), last] } as WireMessage;
}

const namedOnly: Pick<RequestImages, 'part'> = {
  part: ({ name }) => ({ kind: 'text', text: `[image ${name}]` }),
};

/** The closing part of one request. */
interface Wire {
  readonly images: Pick<RequestImages, 'part'>;
  readonly server: AskedServer;
  readonly callIds: ReadonlyMap<string, string>;
  readonly wantsReasoning: boolean;
  readonly refused: ReadonlySet<string>;
}

function wireOf({
  prompt,
  model,
  images = namedOnly,
  server = { to: '', model },
  refused = new Set(),
}: ChatRequest): Wire {
  const asksReasoning = !refused.has('reasoning_content') && wantsReasoning(prompt, server);
  return {
    images,
    server,
    callIds: wireCallIds(prompt, server),
    wantsReasoning: asksReasoning,
    refused,
  };
}

function toWireMessage(message: ChatMessage, wire: Wire): WireMessage {
  switch (message.role) {
    case 'system':
      return toWireSystem(message);
    case 'user':
      return {
        role: 'user',
        content: message.images ? toWireParts(message, message.images, wire.images) : message.content,
      };
    case 'tool':
      return {
        role: 'tool',
        tool_call_id: wire.callIds.get(message.toolCallId) ?? wireCallId(message.toolCallId),
        content: message.content,
      };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      const { reasoning_details: details, ...reasoning } = messageExtras(message, wire.server, wire.wantsReasoning);
      const extras = {
        ...reasoning,
        ...(details && !wire.refused.has('reasoning_details') && { reasoning_details: details }),
      };
      if (calls.length === 0) return { role: 'assistant', content: message.content, ...extras };
      const beside = wire.refused.has('extra_content') ? [] : callExtras(message, wire.server);
      const tool_calls = calls.map((call, at) => toWireCall(call, wire.callIds.get(call.id) ?? call.id, beside[at]));
      return { role: 'assistant', content: message.content || null, ...extras, tool_calls };
    }
  }
}

/** Text and images of one message. Without images it stays plain text: not every server supports parts. */
function toWireParts(
  { content }: { readonly content: string },
  refs: readonly ImageRef[],
  images: Pick<RequestImages, 'part'>,
): string | OpenAI.Chat.ChatCompletionContentPart[] {
  const said: ImagePart[] = content === '' ? [] : [{ kind: 'text', text: content }];
  const parts = [...said, ...refs.map(image => images.part(image))];
  if (!parts.some(({ kind }) => kind === 'image')) {
    return parts.map(part => (part.kind === 'text' ? part.text : '')).join('\n\n');
  }
  return parts.map(part =>
    part.kind === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: dataUrl(part.type, part.bytes) } },
  );
}

function dataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

function toWireCall(call: ChatToolCall, id: string, extra: unknown): OpenAI.Chat.ChatCompletionMessageFunctionToolCall {
  const named = { name: wireToolName(call.name), arguments: asJsonObject(call.args) };
  return { id, type: 'function', function: named, ...(extra !== undefined && { extra_content: extra }) };
}

/** Servers refuse a history whose arguments are no JSON object. */
function asJsonObject(args: string): string {
  const object = argsObject(args);
  return 'invalid_arguments' in object ? JSON.stringify(object) : args;
}

type SystemMessage = Extract<ChatMessage, { role: 'system' }>;

const wireSystems = new WeakMap<SystemMessage, WireMessage>();

/** The same value for the same message, so that its bytes can be kept (`request-bytes.ts`). */
function toWireSystem(message: SystemMessage): WireMessage {
  const known = wireSystems.get(message) ?? { role: 'system', content: message.content };
  wireSystems.set(message, known);
  return known;
}

type WireTools = OpenAI.Chat.ChatCompletionTool[];

interface Offered {
  readonly tools: readonly ToolSpec[];
  readonly wire: WireTools;
}

/** What was offered lately, by the first tool of it: members of a team have different tools, and take turns. */
const wireTools = new WeakMap<ToolSpec, readonly Offered[]>();
const MAX_OFFERED = 8;

/** The same value for the same tools, as long as not many others were offered since. */
function toWireTools(tools: readonly ToolSpec[]): WireTools {
  const [first] = tools;
  const known = (first && wireTools.get(first)) ?? [];
  const same = known.find(({ tools: offered }) => isSame(offered, tools));
  if (same) return same.wire;
  const wire = tools.map(toWireTool);
  if (first) wireTools.set(first, [{ tools, wire }, ...known.slice(0, MAX_OFFERED - 1)]);
  return wire;
}

function isSame(a: readonly ToolSpec[], b: readonly ToolSpec[]): boolean {
  return a.length === b.length && a.every((tool, index) => tool === b[index]);
}

function toWireTool({ name, description, parameters }: ToolSpec): OpenAI.Chat.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}
