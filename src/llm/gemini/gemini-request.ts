// A prompt in the wire format of Gemini's generateContent. Pure.
import type { Content, GenerateContentConfig, GenerateContentParameters, Part } from '@google/genai';
import type { ChatMessage, Prompt, ToolSpec } from '../../core/base/chat.ts';
import type { WireRequest } from '../http/http-provider.ts';
import { type Asked, callsIn, partsOf, type ReplyPart } from '../reply/reply-parts.ts';
import { argsObject } from '../reply/tool-args.ts';
import type { RequestImages } from '../request-images.ts';

/** Stands for the signature of a call that another model made. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/**
 * The request. `params` are the person's own, also under the names of Chat Completions, and never replace the prompt.
 */
export function buildGeminiRequest({ prompt, asked, params, images }: WireRequest): GenerateContentParameters {
  const system = prompt.messages.flatMap(message => (message.role === 'system' ? message.content : [])).join('\n\n');
  const config: GenerateContentConfig = {
    ...configOf(params, asked.model),
    ...(system !== '' && { systemInstruction: system }),
    ...(prompt.tools.length > 0 && { tools: [{ functionDeclarations: prompt.tools.map(toDeclaration) }] }),
  };
  return { model: asked.model, contents: toContents(prompt, asked, images), config };
}

function configOf(params: Readonly<Record<string, unknown>>, model: string): GenerateContentConfig {
  const { reasoning_effort: effort, max_tokens: max, top_p: topP, stream_options: _, thinkingConfig, ...own } = params;
  const thinking = { ...thinkingFor(model, effort), ...(thinkingConfig as object | undefined) };
  return {
    ...(typeof max === 'number' && { maxOutputTokens: max }),
    ...(typeof topP === 'number' && { topP }),
    ...(Object.keys(thinking).length > 0 && { thinkingConfig: thinking }),
    ...own,
  };
}

/** Gemini 3 has levels, 2.5 a budget of tokens; earlier models do not think. */
function thinkingFor(model: string, effort: unknown): object {
  const version = Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? 0);
  if (version < 2.5) return {};
  if (typeof effort !== 'string') return { includeThoughts: true };
  if (version >= 3) return { includeThoughts: true, thinkingLevel: effort.toUpperCase() };
  const budget = { none: 0, minimal: 512, low: 1_024, medium: 8_192, high: 24_576 }[effort] ?? -1;
  return { includeThoughts: budget !== 0, thinkingBudget: budget };
}

/** Messages of one side follow each other as one. */
function toContents(prompt: Prompt, asked: Asked, images: Pick<RequestImages, 'part'>): Content[] {
  const calls = callsIn(prompt, asked);
  const contents: { role: string; parts: Part[] }[] = [];
  for (const message of prompt.messages) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'model' : 'user';
    const parts = toParts(message, { asked, images, calls });
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

interface Wire {
  readonly asked: Asked;
  readonly images: Pick<RequestImages, 'part'>;
  readonly calls: ReturnType<typeof callsIn>;
}

function toParts(message: Exclude<ChatMessage, { role: 'system' }>, { asked, images, calls }: Wire): Part[] {
  switch (message.role) {
    case 'user': {
      const text = message.content === '' ? [] : [{ text: message.content }];
      return [...text, ...(message.images ?? []).map(image => toImage(images.part(image)))];
    }
    case 'tool': {
      const { id, name = 'unknown' } = calls.get(message.toolCallId) ?? {};
      return [{ functionResponse: { ...(id !== undefined && { id }), name, response: { output: message.content } } }];
    }
    case 'assistant': {
      const parts = partsOf(message, asked);
      const firstCall = parts.find(({ kind }) => kind === 'call');
      return parts.flatMap(part => toModelPart(part, part === firstCall && signsCalls(asked.model)));
    }
  }
}

/** Gemini 3 refuses a call without a signature; of several at once the first has it. */
function signsCalls(model: string): boolean {
  return Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0) >= 3;
}

function toModelPart(part: ReplyPart, needsSignature: boolean): Part[] {
  if (part.kind === 'own') return [part.value as Part];
  if (part.kind === 'text') return [{ text: part.text }];
  const { call, id, extra } = part;
  const signature = typeof extra === 'string' ? extra : needsSignature ? NO_SIGNATURE : undefined;
  const functionCall = { id, name: call.name, args: { ...argsObject(call.args) } };
  return [{ functionCall, ...(signature !== undefined && { thoughtSignature: signature }) }];
}

function toImage(part: ReturnType<RequestImages['part']>): Part {
  if (part.kind === 'text') return { text: part.text };
  return { inlineData: { mimeType: part.type, data: Buffer.from(part.bytes).toString('base64') } };
}

function toDeclaration({ name, description, parameters }: ToolSpec) {
  return { name, description, parametersJsonSchema: parameters };
}
