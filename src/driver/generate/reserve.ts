// Expected usage of running generations (SPEC 10.10): reserved before a generation starts, so that caps hold for any
// number of them, and released when its real usage is counted.

import type { DialogState } from '../../core/dialog/state.ts';
import type { Spending } from '../../core/spending/spending.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmRequest } from '../../llm/provider.ts';
import type { Dialog } from '../driver-context.ts';
import { memberOf } from '../member.ts';
import type { TreeTotals } from '../tree-totals.ts';
import { hasRoom, isCapped } from './caps.ts';
import { expectedSpending, tokensOfPrompt } from './token-estimate.ts';

/** Assumed tokens of a reply before any reply is known. */
const FIRST_REPLY_TOKENS = 1_000;

/** The inputs of an estimate. */
interface Asked {
  readonly request: LlmRequest;
  readonly model: Model;
}

/**
 * Reserves what a generation is expected to use. Gives the function that gives it back, or nothing when there is no
 * room for it now: the dialog is woken when there may be.
 */
export function reserve(dialog: Dialog, asked: Asked): (() => void) | undefined {
  const { tree } = dialog;
  const { ctx } = tree;
  const { agentId } = dialog.state.identity;
  const speaker = { state: dialog.state, member: memberOf(ctx, dialog.state) };
  const needs = isCapped(tree, speaker) ? estimateOf(dialog, asked) : { tokens: 0, cost: 0 };
  if (!hasRoom(tree, speaker, needs)) {
    tree.waitingForRoom.set(dialog, needs);
    return undefined;
  }
  tree.waitingForRoom.delete(dialog);
  const reserved = { ...needs, agentId };
  tree.reserved.add(reserved);
  return () => {
    tree.reserved.delete(reserved);
    for (const each of tree.waitingForRoom.keys()) ctx.wake(each);
  };
}

/**
 * The request costs as much as the previous request and its reply; new text is small in comparison. A dialog's first
 * request is estimated by its size and by other requests of the tree, and so is an Internal flow. The reply costs its
 * configured maximum, or else the average reply of the dialog, or of the tree where it has none.
 */
function estimateOf({ tree, state }: Dialog, { request, model }: Asked): Spending {
  const { lastUsage, tokens, generations } = request.purpose?.kind === 'internal' ? nothingYet : state;
  const whole = meanOf(tree.totals);
  const bySize = () => Math.max(whole.prompt, tokensOfPrompt(request.prompt));
  const promptTokens = Math.ceil(lastUsage ? lastUsage.promptTokens + lastUsage.completionTokens : bySize());
  const own = tokens.completion / (generations || 1) || whole.completion || FIRST_REPLY_TOKENS;
  const completionTokens = Math.ceil(maxReply(request.params) ?? own);
  return expectedSpending({ promptTokens, completionTokens, cachedTokens: lastUsage?.cachedTokens ?? 0 }, model);
}

const nothingYet: Pick<DialogState, 'lastUsage' | 'tokens' | 'generations'> = {
  tokens: { prompt: 0, completion: 0 },
  generations: 0,
};

/** Tokens of a generation, on average. */
function meanOf({ generations, prompt, completion }: TreeTotals): DialogState['tokens'] {
  return { prompt: prompt / (generations || 1), completion: completion / (generations || 1) };
}

function maxReply(params: LlmRequest['params'] = {}): number | undefined {
  const limit = params.max_completion_tokens ?? params.max_output_tokens ?? params.max_tokens;
  return typeof limit === 'number' && limit > 0 ? limit : undefined;
}
