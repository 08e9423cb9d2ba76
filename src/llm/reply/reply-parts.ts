// The parts of an answer in the server's order, for servers that expect their own parts (signed or encrypted thinking)
// back at the same place (SPEC 10.6). Text and calls are in the dialog already, so only their places are stored. Pure.
import type { CarriedBack, ChatMessage, ChatToolCall, Prompt } from '../../core/base/chat.ts';
import { wireCallId } from './wire-call-id.ts';
import { wireToolName } from './wire-tool-name.ts';
import { type Fields, hasFields } from './wire-values.ts';

/** The receiver of the request: `to` names provider and host. */
export interface Asked {
  readonly to: string;
  readonly model: string;
}

/** `own` is a part of the server's own; `extra` what it put beside a call. */
export type ReplyPart =
  | { readonly kind: 'own'; readonly value: Fields }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ChatToolCall; readonly id: string; readonly extra: unknown };

/** Notes the parts of one reply as they come. */
export interface PartNotes {
  text(): void;
  call(id: string, extra?: unknown): void;
  own(value: Fields): void;
  /** The data to store; undefined when the server expects nothing back. */
  back(asked: Asked): CarriedBack | undefined;
}

/** Makes the notes of one reply. */
export function createPartNotes(): PartNotes {
  const order: (Fields | 'text' | 'call')[] = [];
  const callIds: string[] = [];
  const extras: unknown[] = [];
  let hasOwn = false;
  return {
    text() {
      if (!order.includes('text')) order.push('text');
    },
    call(id, extra) {
      order.push('call');
      callIds.push(id);
      extras.push(extra ?? null);
    },
    own(value) {
      order.push(value);
      hasOwn = true;
    },
    back({ to, model }) {
      const hasExtras = extras.some(extra => extra !== null);
      const value = {
        ...(callIds.length > 0 && { callIds }),
        ...(hasExtras && { extras }),
        ...(hasOwn && { order }),
      };
      return Object.keys(value).length === 0 ? undefined : { to, model, value };
    },
  };
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

/**
 * The parts of a message for this server: with its own ones when it and the model made them, else text and calls alone.
 */
export function partsOf(message: AssistantMessage, asked: Asked): readonly ReplyPart[] {
  const { back, content } = message;
  const value = back?.to === asked.to && back.model === asked.model ? back.value : {};
  const order: readonly unknown[] = Array.isArray(value.order) ? value.order : [];
  const ids: readonly unknown[] = Array.isArray(value.callIds) ? value.callIds : [];
  const extras: readonly unknown[] = Array.isArray(value.extras) ? value.extras : [];
  const text: ReplyPart[] = content === '' ? [] : [{ kind: 'text', text: content }];
  const calls = (message.toolCalls ?? []).map((call, at): ReplyPart => {
    const id = ids[at];
    return {
      kind: 'call',
      call: { ...call, name: wireToolName(call.name) },
      id: typeof id === 'string' && id !== '' ? id : wireCallId(call.id),
      extra: extras[at] ?? undefined,
    };
  });
  const placed = order.flatMap((place): ReplyPart[] => {
    if (place === 'text') return text.splice(0);
    if (place === 'call') return calls.splice(0, 1);
    return hasFields(place) ? [{ kind: 'own', value: place }] : [];
  });
  return [...placed, ...text, ...calls];
}

/** The same without the end that was cut off: a server refuses thinking that no text or call follows. */
export function finishedParts(message: AssistantMessage, asked: Asked): readonly ReplyPart[] {
  const parts = partsOf(message, asked);
  return parts.slice(0, parts.findLastIndex(({ kind }) => kind !== 'own') + 1);
}

/** The id of each call on the wire, and its tool, by its id in the dialog. */
export function callsIn(
  { messages }: Prompt,
  asked: Asked,
): ReadonlyMap<string, { readonly id: string; readonly name: string }> {
  const calls = new Map<string, { readonly id: string; readonly name: string }>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of partsOf(message, asked)) {
      if (part.kind === 'call') calls.set(part.call.id, { id: part.id, name: part.call.name });
    }
  }
  return calls;
}
