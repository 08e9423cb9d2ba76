// Helpers that several parts of the fold share: message ids, headlines and usage counts. Pure.

import type { Usage } from '../../base/chat.ts';
import { copying, type Lists } from '../../base/fold-lists.ts';
import type { CallFigures } from '../../spending/call-figures.ts';
import type { ContextLimits } from '../../spending/context-health.ts';
import type { CourseRecord } from '../record.ts';
import type { InboundCall } from '../record-parts.ts';
import type { DialogState } from '../state.ts';
import { isPersonsWord } from './persons-word.ts';

/** How many message ids are remembered to apply each once (SPEC 5.4). */
const REMEMBERED_MESSAGES = 100;
const HEADLINE_MAX = 120;

/** The remembered message ids with one more. */
export function remember({ msgIds }: DialogState, msgId: string, lists: Lists = copying): readonly string[] {
  if (msgIds.includes(msgId)) return msgIds;
  const kept = msgIds.length < REMEMBERED_MESSAGES ? msgIds : lists.without(msgIds, 0);
  return lists.added(kept, msgId);
}

/** Of a record with the id of the person's word that led to it, if it has one: the word counts as applied. */
export function handedOver(
  state: DialogState,
  { msgId }: { readonly msgId?: string | undefined },
): Partial<DialogState> {
  return msgId === undefined ? {} : { msgIds: remember(state, msgId) };
}

/** First words of a text, for lists. */
export function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > HEADLINE_MAX ? `${line.slice(0, HEADLINE_MAX - 1)}…` : line;
}

/** The usage that the end of a generation counts, whatever its outcome. */
export function countGeneration(
  state: DialogState,
  end: CallFigures & { readonly limits?: ContextLimits },
  lists: Lists = copying,
): Partial<DialogState> {
  return {
    ...countSideCall(state, end, lists),
    ...(end.usage && { lastUsage: end.usage }),
    ...(end.limits && { contextLimits: end.limits }),
  };
}

/** The cost of a model call beside the talk. It says nothing about the context, so the meter stays. */
export function countSideCall(
  state: DialogState,
  { usage, cost, estimate, mark }: CallFigures,
  lists: Lists = copying,
): Partial<DialogState> {
  return {
    ...(usage && { tokens: addUsage(state.tokens, usage) }),
    ...(cost !== undefined && { cost: (state.cost ?? 0) + cost }),
    ...(estimate && { estimated: addEstimate(state.estimated, estimate) }),
    ...(mark !== undefined && { marks: lists.added(state.marks, mark) }),
  };
}

function addEstimate(
  { tokens, cost }: NonNullable<DialogState['estimated']> = { tokens: 0, cost: 0 },
  more: NonNullable<CallFigures['estimate']>,
): NonNullable<DialogState['estimated']> {
  return { tokens: tokens + more.tokens, cost: cost + (more.cost ?? 0) };
}

/** Tokens with those of one more generation. */
export function addUsage(tokens: DialogState['tokens'], usage: Usage): DialogState['tokens'] {
  const { prompt, completion, cached = 0 } = tokens;
  const isKnown = tokens.cached !== undefined || usage.cachedTokens !== undefined;
  return {
    prompt: prompt + usage.promptTokens,
    completion: completion + usage.completionTokens,
    ...(isKnown && { cached: cached + Math.min(usage.cachedTokens ?? 0, usage.promptTokens) }),
  };
}

/** A message of the person ends every circle, and earlier work no longer counts as unattended. */
export function heard(record: CourseRecord): Partial<DialogState> | undefined {
  if (!isPersonsWord(record)) return undefined;
  const { treeGenerations: heardAt } = record;
  return { recent: [], recentInternal: [], ...(heardAt !== undefined && { heardAt }) };
}

/** What a call that a dialog works on says of it. */
export function assignedBy(call: InboundCall, at: string): Pick<DialogState, 'caller' | 'assigned' | 'assignedAt'> {
  const { callId, headline, body } = call;
  return {
    caller: { dialogId: call.callerDialogId, agentId: call.callerAgentId },
    assigned: { callId, headline, body },
    assignedAt: at,
  };
}
