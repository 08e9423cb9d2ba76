// Data that a Chat Completions server expects back with its own generations (SPEC 10.6): collected from the stream,
// sent with the next request in the same shape. Stored values may come from an edited file, so its fields are read as
// unknown. Pure.
import type { CarriedBack, ChatMessage, Prompt } from '../../core/base/chat.ts';
import { MAX_REPLY_CHARACTERS } from './reply-limits.ts';
import { wireCallId } from './wire-call-id.ts';
import { type Fields, hasFields } from './wire-values.ts';

/** The receiver of the request: only its own data goes back to it. */
export interface AskedServer {
  readonly to: string;
  readonly model: string;
  /** Every message of an assistant has to have `reasoning_content`, be it blank (DeepSeek). */
  readonly wantsReasoning?: boolean;
  /** Calls that it did not make need the word that stands for a signature (Gemini 3). */
  readonly signsCalls?: boolean;
  /** A person's message has to follow an answer (Mistral); see `strict-roles.ts`. */
  readonly wantsTurns?: boolean;
  /** Its template knows no system message (Gemma 2, early Mistral models). */
  readonly refusesSystem?: boolean;
  /** It refuses call ids of its own making (templates for Mistral models on local servers). */
  readonly refusesOwnIds?: boolean;
}

/** Google's word for a call that another model made. */
const NO_SIGNATURE = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** Stands for reasoning that an answer did not have: Kimi and DeepSeek V4 take an empty text for a missing one. */
const NO_THOUGHT = ' ';

/** Gathers during one stream. */
export interface BackGatherer {
  addDelta(delta: Fields): void;
  /** `calls` in the order in which they are given out, with the fields that they bore beside the function. */
  back(calls: readonly { readonly id: string; readonly extra?: unknown }[]): CarriedBack | undefined;
}

/** Makes a gatherer for one reply of this server. */
export function createBackGatherer({ to, model }: AskedServer): BackGatherer {
  const details: Record<string, unknown>[] = [];
  let withThought = false;
  let characters = 0;
  return {
    addDelta({ reasoning_content: reasoning, reasoning_details: more }) {
      if (typeof reasoning === 'string') withThought = true;
      if (!Array.isArray(more)) return;
      characters += JSON.stringify(more).length;
      if (characters <= MAX_REPLY_CHARACTERS) for (const detail of more) addDetail(details, detail);
    },
    back(calls) {
      const hasExtras = calls.some(({ extra }) => extra !== undefined);
      const value = {
        ...(calls.length > 0 && { callIds: calls.map(({ id }) => id) }),
        ...(hasExtras && { extras: calls.map(({ extra }) => extra ?? null) }),
        ...(details.length > 0 && { details }),
      };
      if (!withThought && Object.keys(value).length === 0) return undefined;
      return { to, model, value, ...(withThought && { withThought }) };
    },
  };
}

/** A detail comes in pieces that have the same index or, without one, follow each other. */
function addDetail(details: Record<string, unknown>[], raw: unknown): void {
  if (!hasFields(raw)) return;
  const piece = { ...raw };
  const last = details.findLast((detail, at) =>
    piece.index === undefined ? at === details.length - 1 && detail.index === undefined : detail.index === piece.index,
  );
  const isSame =
    last && last.type === piece.type && (piece.id === undefined || piece.id === null || piece.id === last.id);
  if (!last || !isSame) {
    details.push(piece);
    return;
  }
  for (const [name, value] of Object.entries(piece)) {
    const before = last[name];
    const grows = ['text', 'summary', 'data'].includes(name) && typeof before === 'string' && typeof value === 'string';
    if (grows) last[name] = before + value;
    else if (value !== null && value !== undefined) last[name] = value;
  }
}

/** A message's fields besides its text, by their names on the wire. */
export interface MessageExtras {
  readonly reasoning_content?: string;
  readonly reasoning_details?: readonly unknown[];
}

/** The fields of one assistant message for this server. */
export function messageExtras(message: AssistantMessage, server: AskedServer, wantsReasoning: boolean): MessageExtras {
  const back = ownBack(message, server);
  const isSameModel = back?.model === server.model;
  const { details } = back?.value ?? {};
  return {
    ...(isSameModel && Array.isArray(details) && details.length > 0 && { reasoning_details: details }),
    ...(wantsReasoning && { reasoning_content: (isSameModel && back?.thought) || NO_THOUGHT }),
  };
}

/** The fields of each call of a message besides its function; undefined for none. */
export function callExtras(message: AssistantMessage, server: AskedServer): readonly unknown[] {
  const back = ownBack(message, server);
  const { extras } = back?.model === server.model ? back.value : {};
  const list: readonly unknown[] = Array.isArray(extras) ? extras : [];
  return (message.toolCalls ?? []).map((_, at) => {
    const own = list[at] ?? undefined;
    return own === undefined && at === 0 && server.signsCalls ? NO_SIGNATURE : own;
  });
}

/** True if assistant messages need the reasoning field: the server always requires it, or has sent it before. */
export function wantsReasoning({ messages }: Prompt, server: AskedServer): boolean {
  if (server.wantsReasoning) return true;
  return messages.some(message => message.role === 'assistant' && ownBack(message, server)?.withThought);
}

/**
 * The id of each call on the wire, by its id in the dialog: that of the model asked, else one that every server takes.
 */
export function wireCallIds({ messages }: Prompt, server: AskedServer): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const back = ownBack(message, server);
    const { callIds } = back?.model === server.model && !server.refusesOwnIds ? back.value : {};
    const own: readonly unknown[] = Array.isArray(callIds) ? callIds : [];
    for (const [at, { id }] of (message.toolCalls ?? []).entries()) {
      const given = own[at];
      ids.set(id, typeof given === 'string' && given !== '' ? given : wireCallId(id));
    }
  }
  return ids;
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

function ownBack({ back }: AssistantMessage, { to }: Pick<AskedServer, 'to'>): AssistantMessage['back'] {
  return back?.to === to ? back : undefined;
}
