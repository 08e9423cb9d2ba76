// What every call of a model leaves in the records, whatever it was for (SPEC 10.4).
import { type CallFigures, soundUsage } from '../../core/spending/call-figures.ts';
import { costOf } from '../../core/spending/cost.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmRequest } from '../../llm/provider.ts';
import type { Dialog } from '../driver-context.ts';
import { memberOf } from '../member.ts';
import { isCapped } from './caps.ts';
import type { Generation, StreamEnd } from './generation.ts';
import { expectedSpending, tokensOf, tokensOfPrompt } from './token-estimate.ts';

/** A call that has ended. */
interface Call {
  readonly model: Model;
  readonly request: LlmRequest;
  readonly generation: Generation;
}

/**
 * The model that answered and its usage, as far as the provider reports them; else an estimate, where a cap has to
 * hold.
 */
export function callFigures(
  dialog: Dialog,
  call: Call,
  { model, mark }: Pick<Extract<StreamEnd, { kind: 'finished' }>['event'], 'model' | 'mark'> = {},
): CallFigures {
  const { model: asked, generation } = call;
  const name = model ?? asked.model;
  const usage = generation.usage && soundUsage(generation.usage);
  return {
    ...(name !== undefined && { model: name }),
    ...(usage && { usage }),
    ...(usage && asked.prices && { cost: costOf(usage, asked.prices) }),
    ...(!usage && hasCap(dialog) && { estimate: estimateOf(call) }),
    ...(mark !== undefined && { mark }),
  };
}

/** The same of a call that broke off: what it took until then is paid for. A call without a reply is not estimated. */
export function brokenFigures(dialog: Dialog, call: Call): CallFigures | undefined {
  const { generation } = call;
  if (!generation.usage && generation.isEmpty) return undefined;
  const figures = callFigures(dialog, call);
  return figures.usage || figures.estimate ? figures : undefined;
}

function hasCap({ tree, state }: Dialog): boolean {
  return isCapped(tree, { state, member: memberOf(tree.ctx, state) });
}

function estimateOf({ model, request, generation }: Call): NonNullable<CallFigures['estimate']> {
  const promptTokens = Math.ceil(tokensOfPrompt(request.prompt));
  const completionTokens = Math.ceil(tokensOf(generation.text()));
  const { tokens, cost } = expectedSpending({ promptTokens, completionTokens }, model);
  return { tokens, ...(model.prices && { cost }) };
}
