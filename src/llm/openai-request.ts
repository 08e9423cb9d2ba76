// A prompt in the wire format of Chat Completions. Pure.
import type { OpenAI } from 'openai';
import type { ChatMessage, ChatToolCall, Prompt, ToolSpec } from '../core/chat.ts';
import type { ImageRef } from '../core/image.ts';
import type { ImagePart, RequestImages } from './request-images.ts';
import { argsObject } from './tool-args.ts';

type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;
type WireMessage = OpenAI.Chat.ChatCompletionMessageParam;

/** What decides a request body; `params` are the person's own (temperature and so on) and never replace the prompt. */
export interface WireRequest {
  readonly prompt: Prompt;
  readonly model: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Absent: images are named in words. */
  readonly images?: Pick<RequestImages, 'part'>;
}

/** The request body: streamed, with usage asked for (SPEC 10.1). `params` may turn `stream_options` off with null. */
export function buildRequestBody({ prompt, model, params, images = namedOnly }: WireRequest): Body {
  const body: Body = {
    stream_options: { include_usage: true },
    ...params,
    model,
    messages: prompt.messages.map(message => toWireMessage(message, images)),
    stream: true,
  };
  if (prompt.tools.length > 0) body.tools = prompt.tools.map(toWireTool);
  if (body.stream_options === null) delete body.stream_options;
  return body;
}

const namedOnly: Pick<RequestImages, 'part'> = {
  part: ({ name }) => ({ kind: 'text', text: `[image ${name}]` }),
};

/** Ids of all tool calls in a prompt, so that a new call does not get one of them. */
export function callIdsIn(prompt: Prompt): Set<string> {
  const ids = new Set<string>();
  for (const message of prompt.messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) ids.add(call.id);
  }
  return ids;
}

function toWireMessage(message: ChatMessage, images: Pick<RequestImages, 'part'>): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: message.images ? toWireParts(message, message.images, images) : message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content };
      return { role: 'assistant', content: message.content || null, tool_calls: calls.map(toWireCall) };
    }
  }
}

/** Words and images in one message. Where no image is sent it stays plain text: not every server knows parts. */
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

function toWireCall(call: ChatToolCall): OpenAI.Chat.ChatCompletionMessageFunctionToolCall {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: asJsonObject(call.args) } };
}

/** Servers refuse a history whose arguments are no JSON object. */
function asJsonObject(args: string): string {
  const object = argsObject(args);
  return 'invalid_arguments' in object ? JSON.stringify(object) : args;
}

function toWireTool(tool: ToolSpec): OpenAI.Chat.ChatCompletionTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: { ...tool.parameters } },
  };
}
