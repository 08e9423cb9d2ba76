// What every call of a model leaves in the records, whatever it was for (SPEC 10.4).
import { type CallFigures, soundUsage } from '../../core/call-figures.ts';
import { costOf } from '../../core/cost.ts';
import type { ChosenModel } from '../../llm/choose-model.ts';
import type { StreamEnd } from './generation.ts';

/** A model that can be asked. */
export type Model = Extract<ChosenModel, { kind: 'model' }>;

/** The model that answered and its usage, as far as the provider reports them. */
export function callFigures(
  { model, usage: told, mark }: Extract<StreamEnd, { kind: 'finished' }>['event'],
  asked: Model,
): CallFigures {
  const name = model ?? asked.model;
  const usage = told && soundUsage(told);
  return {
    ...(name !== undefined && { model: name }),
    ...(usage && { usage }),
    ...(usage && asked.prices && { cost: costOf(usage, asked.prices) }),
    ...(mark !== undefined && { mark }),
  };
}
