// What a finished generation of a draft dialogue's mind was: parsed, clustered, and recorded as one fact (SPEC 15.3).

import type { DraftStep } from '../../core/draft/record.ts';
import { type MindOutput, parseMindOutput, saysAll } from '../../core/draft/rules.ts';
import { type DraftState, nextDraftId } from '../../core/draft/state.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { Dialog } from '../driver-context.ts';
import type { Generation } from '../generate/generation.ts';
import { clusterThoughts } from './clusters.ts';
import { limitsOf } from './prompt.ts';

/** The generation's end, as the fact describes it. */
export type StepEnd = Pick<DraftStep, 'finish' | 'model' | 'usage' | 'cost' | 'estimate' | 'mark' | 'limits' | 'ms'>;

/** A generation that has ended, and who made it. */
export interface MadeStep {
  readonly draft: DraftState;
  readonly generation: Generation;
  readonly end: StepEnd;
  readonly model: Model;
  readonly signal: AbortSignal;
}

/** The fact of one step. Its texts are what the model said; tool calls and tellasks of a mind are nothing. */
export async function draftStepOf(dialog: Dialog, made: MadeStep): Promise<DraftStep> {
  const { ctx } = dialog.tree;
  const { draft, generation, end, model, signal } = made;
  const output = generation.textOf('saying');
  const thinking = generation.textOf('thinking').trim();
  const read = parseMindOutput(output);
  const first = draft.thoughtCount + 1;
  const thoughts = read.thoughts.map((text, index) => ({ id: first + index, text }));
  const clustered = await clusterThoughts(dialog, { draft, thoughts, model, signal });
  const { bufferSize, poolSize } = limitsOf(ctx);
  const texts = {
    ...clustered,
    ...offered(draft, read),
    ...(read.note !== undefined && { note: read.note }),
    ...(read.rest !== undefined && { rest: read.rest }),
  };
  return {
    kind: 'draftStepped',
    genseq: generation.live.genseq,
    ...texts,
    ...(read.warning !== undefined && { warning: read.warning }),
    ...((read.warning !== undefined || !saysAll(texts, output)) && { output }),
    ...(thinking !== '' && { thinking }),
    bufferSize,
    poolSize,
    ...end,
  };
}

/** Without a pending message a draft is ignored (SPEC 15.10). */
function offered(state: DraftState, { draft, earlier = [] }: MindOutput): Pick<DraftStep, 'draft' | 'earlier'> {
  if (!state.awaiting || draft === undefined) return {};
  const before = earlier.map((text, after) => ({ id: nextDraftId(state, after), text }));
  const last = { id: nextDraftId(state, before.length), text: draft };
  return { ...(before.length > 0 && { earlier: before }), draft: last };
}
