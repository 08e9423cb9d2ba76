// What several parts of the fold share: message ids, headlines and the counting of usage. Pure.
import type { Usage } from '../chat.ts';
import type { ContextLimits } from '../context-health.ts';
import type { DialogState } from './state.ts';

/** How many message ids are remembered to apply each once (SPEC 5.4). */
const REMEMBERED_MESSAGES = 100;
const HEADLINE_MAX = 120;

/** The remembered message ids with one more. */
export function remember(state: DialogState, msgId: string): readonly string[] {
  return state.msgIds.includes(msgId) ? state.msgIds : state.msgIds.slice(1 - REMEMBERED_MESSAGES).concat(msgId);
}

/** First words of a text, for lists. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > HEADLINE_MAX ? `${line.slice(0, HEADLINE_MAX - 1)}…` : line;
}

/** What the end of a generation counts, however it ended. */
export function countGeneration(
  state: DialogState,
  end: { readonly usage?: Usage; readonly cost?: number; readonly limits?: ContextLimits; readonly mark?: string },
): Partial<DialogState> {
  return {
    ...(end.usage && { tokens: addUsage(state.tokens, end.usage), lastUsage: end.usage }),
    ...(end.cost !== undefined && { cost: (state.cost ?? 0) + end.cost }),
    ...(end.limits && { contextLimits: end.limits }),
    ...(end.mark !== undefined && { marks: [...state.marks, end.mark] }),
  };
}

/** What a model call beside the talk costs. It says nothing of the context, so the meter stays. */
export function countSideCall(
  state: DialogState,
  call: { readonly usage?: Usage; readonly cost?: number; readonly mark?: string },
): Partial<DialogState> {
  return {
    ...(call.usage && { tokens: addUsage(state.tokens, call.usage) }),
    ...(call.cost !== undefined && { cost: (state.cost ?? 0) + call.cost }),
    ...(call.mark !== undefined && { marks: [...state.marks, call.mark] }),
  };
}

function addUsage(tokens: DialogState['tokens'], usage: Usage): DialogState['tokens'] {
  return { prompt: tokens.prompt + usage.promptTokens, completion: tokens.completion + usage.completionTokens };
}
