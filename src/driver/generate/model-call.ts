// What every call of a model leaves in the records, whatever it was for (SPEC 10.4).
import { type CallFigures, soundUsage } from '../../core/call-figures.ts';
import { costOf } from '../../core/cost.ts';
import type { ChosenModel } from '../../llm/choose-model.ts';
import type { Generation, StreamEnd } from './generation.ts';

/** A model that can be asked. */
export type Model = Extract<ChosenModel, { kind: 'model' }>;

/** A call that has ended. */
interface Call {
  readonly model: Model;
  readonly generation: Generation;
}

/** The model that answered and its usage, as far as the provider reports them. */
export function callFigures(
  { model: asked, generation }: Call,
  { model, mark }: Pick<Extract<StreamEnd, { kind: 'finished' }>['event'], 'model' | 'mark'> = {},
): CallFigures {
  const name = model ?? asked.model;
  const usage = generation.usage && soundUsage(generation.usage);
  return {
    ...(name !== undefined && { model: name }),
    ...(usage && { usage }),
    ...(usage && asked.prices && { cost: costOf(usage, asked.prices) }),
    ...(mark !== undefined && { mark }),
  };
}

/** The same of a call that broke off: what the server counted until then is paid for. */
export function brokenFigures(call: Call): CallFigures {
  const figures = callFigures(call);
  return figures.usage ? figures : {};
}
