// A prompt in the wire format of the Responses API: nothing is stored there, reasoning comes back encrypted. Pure.
import type { OpenAI } from 'openai';
import type { ChatMessage, Prompt, ToolSpec } from '../../core/base/chat.ts';
import type { WireRequest } from '../http/http-provider.ts';
import { type Asked, callsIn, finishedParts } from '../reply/reply-parts.ts';
import { argsObject } from '../reply/tool-args.ts';
import { wireCallId } from '../reply/wire-call-id.ts';
import type { RequestImages } from '../request-images.ts';

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;
type Item = OpenAI.Responses.ResponseInputItem;

export interface ResponsesWireRequest extends WireRequest {
  /** Fields that the server has refused. */
  readonly refused: ReadonlySet<string>;
}

/**
 * The request body. `params` are the person's own, also under the names of Chat Completions, and never replace the
 * prompt.
 */
export function buildResponsesBody({ prompt, asked, params, images, refused }: ResponsesWireRequest): Body {
  const { reasoning_effort: effort, max_tokens: max, stream_options: _, reasoning, ...own } = params;
  const instructions = prompt.messages.flatMap(message => (message.role === 'system' ? message.content : []));
  const thinks = /^(o\d|gpt-[5-9]|codex)/.test(asked.model.split('/').at(-1) ?? '');
  const summary = thinks && !refused.has('summary') ? { summary: 'auto' } : {};
  const thinking = { ...summary, ...(typeof effort === 'string' && { effort }), ...(reasoning as object | undefined) };
  return {
    ...(typeof max === 'number' && { max_output_tokens: max }),
    ...(thinks && !refused.has('include') && { include: ['reasoning.encrypted_content'] }),
    ...(Object.keys(thinking).length > 0 && { reasoning: thinking as OpenAI.Reasoning }),
    ...own,
    model: asked.model,
    store: false,
    stream: true,
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    input: toItems(prompt, { asked, images, withReasoning: !refused.has('include') }),
    ...(prompt.tools.length > 0 && { tools: prompt.tools.map(toTool) }),
  };
}

function toItems(prompt: Prompt, how: Omit<Wire, 'calls'>): Item[] {
  const calls = callsIn(prompt, how.asked);
  return prompt.messages.flatMap(message => itemsOf(message, { ...how, calls }));
}

interface Wire {
  readonly asked: Asked;
  readonly images: Pick<RequestImages, 'part'>;
  readonly calls: ReturnType<typeof callsIn>;
  /** False where the server cannot read its encrypted reasoning. */
  readonly withReasoning: boolean;
}

function itemsOf(message: ChatMessage, wire: Wire): Item[] {
  const { images, calls } = wire;
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return [{ role: 'user', content: toContent(message, images) }];
    case 'tool': {
      const id = calls.get(message.toolCallId)?.id ?? wireCallId(message.toolCallId);
      return [{ type: 'function_call_output', call_id: id, output: message.content }];
    }
    case 'assistant':
      return toReplyItems(message, wire);
  }
}

function toReplyItems(
  message: Extract<ChatMessage, { role: 'assistant' }>,
  { asked, withReasoning }: Pick<Wire, 'asked' | 'withReasoning'>,
): Item[] {
  return finishedParts(message, asked).flatMap((part): Item | Item[] => {
    // Made by this server, and checked by it: an item that was edited is refused with words.
    if (part.kind === 'own') return withReasoning ? (part.value as unknown as Item) : [];
    if (part.kind === 'text') return { role: 'assistant', content: part.text };
    const args = argsObject(part.call.args);
    const text = 'invalid_arguments' in args ? JSON.stringify(args) : part.call.args;
    return { type: 'function_call', call_id: part.id, name: part.call.name, arguments: text };
  });
}

function toContent(
  { content, images: refs }: Extract<ChatMessage, { role: 'user' }>,
  images: Pick<RequestImages, 'part'>,
): string | OpenAI.Responses.ResponseInputMessageContentList {
  if (!refs) return content;
  const said = content === '' ? [] : [{ type: 'input_text' as const, text: content }];
  return [
    ...said,
    ...refs.map(ref => {
      const part = images.part(ref);
      if (part.kind === 'text') return { type: 'input_text' as const, text: part.text };
      const url = `data:${part.type};base64,${Buffer.from(part.bytes).toString('base64')}`;
      return { type: 'input_image' as const, image_url: url, detail: 'auto' as const };
    }),
  ];
}

function toTool({ name, description, parameters }: ToolSpec): OpenAI.Responses.FunctionTool {
  return { type: 'function', name, description, parameters: { ...parameters }, strict: false };
}
