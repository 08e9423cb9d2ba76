// A turn that a new session repeats (SPEC 22.4): the session that asked ended before the answer came, and the agent,
// told the whole talk, asks the same again. The answers that no session received are found in the messages. Pure.

import type { CarriedBack, ChatMessage, ChatToolCall, Prompt } from '../../core/base/chat.ts';
import { agentPermissionName, PERMITTED } from '../../core/team/agent-permission.ts';
import type { Ask } from './acp-asks.ts';

/** The mark of a session on its generations, so that a later one tells which answers it received. */
export function sessionMark(to: string, session: string, hasAsked: boolean): CarriedBack {
  return { to, model: '', value: { session, ...(hasAsked && { hasAsked }) } };
}

/**
 * A request that was answered, with the messages up to the next generation; those after the first `known` are the
 * answer.
 */
interface Answered {
  readonly call: ChatToolCall;
  readonly answer: Prompt;
  readonly known: number;
}

/** Answers in the messages to requests that the sessions which made them did not receive. */
export class Unreceived {
  readonly #answered: Answered[];

  /** `to` names the provider in its marks. */
  constructor({ messages, lasting = messages.length }: Prompt, to: string) {
    const talk = messages.slice(0, lasting);
    const turn = restartedTurn(talk, to);
    const repeated = new Set(turn.flatMap(({ at }) => callsOf(talk[at])).map(({ args }) => repeatedIn(args)));
    this.#answered = turn.flatMap(({ at, session }, index): Answered[] => {
      const next = turn[index + 1];
      if (next?.session === session) return [];
      const common = { answer: { messages: talk.slice(0, next?.at ?? talk.length), tools: [] }, known: at + 1 };
      return callsOf(talk[at])
        .filter(({ id }) => !repeated.has(id))
        .map(call => ({ ...common, call }));
    });
  }

  /**
   * Takes the answer to an identical request. The driver verifies a permission: that call is made again and names the
   * permitted one. Any other request is answered at once (`undefined`).
   */
  take(ask: Ask): Ask | undefined {
    const at = this.#answered.findIndex(({ call }) => call.name === ask.name && call.args === ask.args);
    const [found] = at === -1 ? [] : this.#answered.splice(at, 1);
    if (!found) return ask;
    if (ask.name === agentPermissionName && isPermitted(found))
      return { ...ask, args: JSON.stringify({ ...(JSON.parse(ask.args) as object), again: found.call.id }) };
    ask.settle(found.answer, found.known);
    return undefined;
  }
}

/** The generations at the end of the talk that stopped to ask, in order: the turn that is repeated. */
function restartedTurn(talk: readonly ChatMessage[], to: string): { readonly at: number; readonly session: unknown }[] {
  const turn: { at: number; session: unknown }[] = [];
  for (let at = talk.length - 1; at >= 0; at--) {
    const message = talk[at];
    if (message?.role !== 'assistant') continue;
    const value = message.back?.to === to ? message.back.value : undefined;
    if (value?.hasAsked !== true) break;
    turn.unshift({ at, session: value.session });
  }
  return turn;
}

function callsOf(message: ChatMessage | undefined) {
  return (message?.role === 'assistant' && message.toolCalls) || [];
}

function isPermitted({ call, answer }: Answered): boolean {
  return answer.messages.some(
    ({ content, ...message }) => 'toolCallId' in message && message.toolCallId === call.id && content === PERMITTED,
  );
}

/** Stored arguments may have been edited. */
function repeatedIn(args: string): unknown {
  try {
    return (JSON.parse(args) as { readonly again?: unknown } | null)?.again;
  } catch {
    return undefined;
  }
}
