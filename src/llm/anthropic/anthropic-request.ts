// A prompt in the wire format of the Messages API, with marks for its cache. Pure.
import type { Anthropic } from '@anthropic-ai/sdk';
import type { ChatMessage, Prompt, ToolSpec } from '../../core/base/chat.ts';
import type { WireRequest } from '../http/http-provider.ts';
import type { LlmFailure } from '../provider.ts';
import { type Asked, callsIn, finishedParts } from '../reply/reply-parts.ts';
import { argsObject } from '../reply/tool-args.ts';
import { wireCallId } from '../reply/wire-call-id.ts';
import type { RequestImages } from '../request-images.ts';

type Body = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
}

/** `lastingEnd` is the last block that the next request will have at the same place. */
interface Conversation {
  readonly turns: readonly Turn[];
  readonly lastingEnd: Block | undefined;
}

/** Ends a prefix that the server may keep for the next request. */
const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The request body. `params` are the person's own and never replace the prompt; `reasoning_effort` becomes thinking.
 * `room` is the largest reply of the model in tokens, where the server has named it.
 */
export function buildAnthropicBody({ prompt, asked, params, images }: WireRequest, room?: number): Body {
  const { reasoning_effort: effort, stream_options: _, ...own } = params;
  const conversation = toConversation(prompt, asked, images);
  const system = prompt.messages.flatMap(message => (message.role === 'system' ? message.content : []));
  const thinking = withRoom({ ...thinkingFor(asked.model, effort), ...own }, room ?? roomOf(asked.model));
  return {
    ...(mayThink(conversation.turns) ? thinking : withoutBudget(thinking)),
    model: asked.model,
    system: system.map((text, at) => ({ type: 'text', text, ...(at === system.length - 1 && CACHED) })),
    messages: marked(conversation),
    ...(prompt.tools.length > 0 && { tools: prompt.tools.map(toTool) }),
    stream: true,
  };
}

type Params = Readonly<Record<string, unknown>> & { readonly max_tokens: number };

/** Newer models decide themselves how long they think and are told an effort; earlier ones get a budget of tokens. */
function thinkingFor(model: string, effort: unknown): Readonly<Record<string, unknown>> {
  if (typeof effort !== 'string' || effort === 'none') return {};
  if (thinksAdaptively(model)) return { thinking: { type: 'adaptive' }, output_config: { effort } };
  const budget = { minimal: 1_024, low: 2_048, medium: 8_192, high: 24_576 }[effort] ?? 8_192;
  return { thinking: { type: 'enabled', budget_tokens: budget } };
}

function thinksAdaptively(model: string): boolean {
  const [, major, minor] = /claude-(?:opus|sonnet|haiku)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 6);
}

/** The server wants a limit, above the tokens for thinking. */
function withRoom(params: Readonly<Record<string, unknown>>, most: number): Params {
  const room = typeof params.max_tokens === 'number' ? params.max_tokens : most;
  const { budget_tokens: budget } = (params.thinking ?? {}) as { budget_tokens?: unknown };
  const needed = typeof budget === 'number' && budget >= room ? budget + 8_192 : room;
  return { ...params, max_tokens: needed };
}

function roomOf(model: string): number {
  if (/claude-3-(opus|sonnet|haiku)-2/.test(model)) return 4_096;
  return /claude-3-5/.test(model) ? 8_192 : 32_000;
}

/**
 * The largest reply that a server names when it refuses `asked` tokens, in any known wording; undefined for another
 * refusal.
 */
export function roomIn({ code, message }: LlmFailure, asked: number): number | undefined {
  if (code !== 'bad-request' || !/max_?tokens|maximum tokens|output tokens/i.test(message)) return undefined;
  const smaller = [...message.matchAll(/\b\d{3,6}\b/g)].map(Number).filter(count => count < asked);
  return smaller.length > 0 ? Math.max(...smaller) : undefined;
}

/**
 * With a budget, the answer whose tool results are at the end has to begin with thinking; that of another model has
 * none.
 */
function mayThink(messages: readonly Turn[]): boolean {
  const last = messages.at(-1);
  const isResult = last?.content.some(({ type }) => type === 'tool_result');
  const content = isResult ? messages.at(-2)?.content : undefined;
  if (content === undefined) return true;
  return content[0]?.type === 'thinking' || content[0]?.type === 'redacted_thinking';
}

function withoutBudget(params: Params): Params {
  const { thinking, ...rest } = params;
  return (thinking as { type?: unknown } | undefined)?.type === 'enabled' ? rest : params;
}

/** Messages of one side follow each other as one; results come before what the person says. */
function toConversation(prompt: Prompt, asked: Asked, images: Pick<RequestImages, 'part'>): Conversation {
  const calls = callsIn(prompt, asked);
  const turns: Turn[] = [];
  let lastingEnd: Block | undefined;
  for (const [at, message] of prompt.messages.entries()) {
    if (message.role === 'system') continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message, { asked, images, callId: id => calls.get(id)?.id ?? wireCallId(id) });
    const last = turns.at(-1);
    if (content.length === 0) continue;
    if (at < (prompt.lasting ?? prompt.messages.length)) lastingEnd = content.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return { turns, lastingEnd };
}

interface Wire {
  readonly asked: Asked;
  readonly images: Pick<RequestImages, 'part'>;
  readonly callId: (id: string) => string;
}

function toBlocks(message: Exclude<ChatMessage, { role: 'system' }>, wire: Wire): Block[] {
  switch (message.role) {
    case 'user':
      return [...textBlocks(message.content), ...(message.images ?? []).map(image => toImage(wire.images.part(image)))];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: wire.callId(message.toolCallId), content: message.content }];
    case 'assistant':
      return finishedParts(message, wire.asked).flatMap((part): Block[] => {
        if (part.kind === 'text') return textBlocks(part.text);
        // Made by this server, and checked by it: a part that was edited is refused with words.
        if (part.kind === 'own') return [part.value as unknown as Block];
        return [{ type: 'tool_use', id: part.id, name: part.call.name, input: argsObject(part.call.args) }];
      });
  }
}

/** The server refuses texts of white space only. */
function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function toImage(part: ReturnType<RequestImages['part']>): Block {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  const data = Buffer.from(part.bytes).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: part.type, data } };
}

/**
 * Marks where the lasting part of the request ends, and the person's turn before it: the next request begins with the
 * same, and the server looks back a few blocks only.
 */
function marked({ turns, lastingEnd }: Conversation): Turn[] {
  const end = turns.findIndex(({ content }) => lastingEnd !== undefined && content.includes(lastingEnd));
  const before = turns
    .slice(0, Math.max(0, end))
    .findLast(({ role }) => role === 'user')
    ?.content.at(-1);
  const places = new Set([lastingEnd, before]);
  return turns.map(turn => ({
    ...turn,
    content: turn.content.map(block =>
      places.has(block) && !isThinking(block) ? ({ ...block, ...CACHED } as Block) : block,
    ),
  }));
}

function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function toTool({ name, description, parameters }: ToolSpec): Anthropic.Tool {
  return { name, description, input_schema: { type: 'object', ...parameters } };
}
