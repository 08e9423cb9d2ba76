// What one model server refuses and another may take: a tool of others, with a schema it does not know, and an image.
// The request goes out once more without it, so that neither stops a dialog. A process remembers it for each model
// (SPEC 10.3, 12.4).
import type { Prompt, ToolSpec } from '../../core/base/chat.ts';
import type { ImageRef } from '../../core/base/image.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmFailure } from '../../llm/provider.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import { memberOf } from '../member.ts';

/** What a model is not sent. */
interface Refused {
  /** Names of tools with their parameters: a tool whose definition changes is offered again. */
  readonly tools: Set<string>;
  /** Hashes of images. */
  readonly images: Set<string>;
}

const refusedBy = new WeakMap<DriverContext, Map<string, Refused>>();

/** The tools of a request that its model takes. */
export function takenTools({ tree: { ctx } }: Dialog, model: Model, tools: Prompt['tools']): Prompt['tools'] {
  const { tools: refused } = refusedOf(ctx, model);
  return refused.size === 0 ? tools : tools.filter(spec => !refused.has(fingerprint(spec)));
}

/** True for an image that the model server could not use. */
export function isRefusedImage({ tree: { ctx } }: Dialog, model: Model, { hash }: Pick<ImageRef, 'hash'>): boolean {
  return refusedOf(ctx, model).images.has(hash);
}

/**
 * Leaves out of the next requests what the server refused in this one. Says what, for people; undefined when it refused
 * nothing that can be left out.
 */
export function leaveOutRefused(
  dialog: Dialog,
  { model, prompt }: { readonly model: Model; readonly prompt: Prompt },
  { code, message }: LlmFailure,
): string | undefined {
  if (code !== 'bad-request' && code !== 'server-error') return undefined;
  const refused = refusedOf(dialog.tree.ctx, model);
  const tools = refusedTools(message, prompt.tools, foreignTools(dialog), code);
  for (const { spec, refused: tell } of tools) {
    refused.tools.add(fingerprint(spec));
    tell?.(message);
  }
  if (tools.length > 0) return namesOf(tools.map(({ spec }) => spec.name));
  const image = ABOUT_IMAGES.test(message) ? refusedImage(prompt, refused.images) : undefined;
  if (!image) return undefined;
  refused.images.add(image.hash);
  return image.name;
}

function refusedOf(ctx: DriverContext, { provider, model = '' }: Model): Refused {
  const known = refusedBy.get(ctx) ?? new Map<string, Refused>();
  refusedBy.set(ctx, known);
  const key = `${provider.id}\n${model}`;
  const refused = known.get(key) ?? { tools: new Set(), images: new Set() };
  known.set(key, refused);
  return refused;
}

function fingerprint({ name, parameters }: ToolSpec): string {
  return `${name} ${JSON.stringify(parameters)}`;
}

/** Those whose makers are told. */
function foreignTools({ tree: { ctx }, state }: Dialog): ReadonlyMap<string, Tool> {
  const tools = ctx.tools.toolsFor(memberOf(ctx, state), state).filter(({ refused }) => refused !== undefined);
  return new Map(tools.map(tool => [tool.spec.name, tool]));
}

/**
 * The tools that a refusal names, by name or place; those beyond the number it tells; all when it is about an unnamed
 * one.
 */
function refusedTools(
  message: string,
  offered: Prompt['tools'],
  foreign: ReadonlyMap<string, Tool>,
  code: LlmFailure['code'],
): readonly Tool[] {
  const sent = offered.flatMap(({ name }) => foreign.get(name) ?? []);
  const named = sent.filter(({ spec }) => isNamed(message, spec.name));
  if (named.length > 0) return named;
  const at = PLACES.flatMap(place => [...message.matchAll(place)].map(([, index]) => Number(index)));
  const placed = at.flatMap(index => foreign.get(offered[index]?.name ?? '') ?? []);
  if (placed.length > 0) return placed;
  if (code !== 'bad-request') return [];
  if (TOO_MANY.test(message)) return beyond(sent, offered.length, mostIn(message, offered.length));
  // Which one is not said: better none of them than no answer.
  return ABOUT_TOOLS.test(message) ? sent : [];
}

/** A name of its own, not a part of another one. */
function isNamed(message: string, name: string): boolean {
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1)) {
    const around = `${message[at - 1] ?? ''}${message[at + name.length] ?? ''}`;
    if (!/[\w-]/.test(around)) return true;
  }
  return false;
}

/** As OpenAI, Anthropic and Google write the place of a tool. Google's list of lists comes first. */
const PLACES = [/function_?declarations\[(\d+)\]/gi, /\btools[.[](\d+)\]?(?!.function_?declarations)/gi];
const TOO_MANY =
  /too (many|long|large).{0,40}(tool|function)|(tool|function).{0,60}(too (many|long|large)|(at most|maximum|exceed|more than|up to|limit))|(at most|maximum|exceed|more than|up to|limit).{0,60}(tool|function)/is;
const ABOUT_TOOLS = /\b(json )?schema|grammar|\btools?\b|\bfunctions?\b|parameters/i;
const ABOUT_IMAGES =
  /image|picture|\bmedia\b|base64|multimodal|vision|pixel|\bpng\b|\bjpe?g\b|\bwebp\b|\bgif\b|mtmd|\u56fe[\u7247\u50cf]/i;

/** The number of tools that a server takes, as it says, or as most do. */
function mostIn(message: string, sent: number): number {
  const numbers = [...message.matchAll(/\d+/g)].map(([number]) => Number(number)).filter(number => number < sent);
  return numbers.length > 0 ? Math.max(...numbers) : Math.min(USUAL_MOST, Math.floor(sent / 2));
}

const USUAL_MOST = 128;

/** The last ones, so that others of ours and of the first servers stay. */
function beyond(sent: readonly Tool[], all: number, most: number): readonly Tool[] {
  return sent.slice(Math.max(0, sent.length - (all - most)));
}

/** The newest image that is still sent: the older ones were taken before. */
function refusedImage({ messages }: Prompt, refused: ReadonlySet<string>): ImageRef | undefined {
  const images = messages.flatMap(message => (message.role === 'user' ? (message.images ?? []) : []));
  return images.findLast(({ hash }) => !refused.has(hash));
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown}, … (${names.length})` : shown;
}
