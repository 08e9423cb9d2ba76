// The words about the model that answers, in two languages (SPEC 13.13).
import { wordsIn } from '../shared/words/chinese.ts';
import { usePanel } from './panel-context.ts';

/** The words of one language. */
export type ModelWords = typeof en;

/** The words for the panel's language. */
export function useModelWords(): ModelWords {
  return wordsIn(usePanel().view.value?.language, 'model', en);
}

const en = {
  none: 'Choose a model',
  hint: (model: string): string => `Model: ${model}. Click to choose another one.`,
  hintNone: 'No model is chosen. A model server on this machine is used if one is running.',
  withoutTools: 'no tools',
  withoutToolsHint:
    'This model is used without tools (tools: false in .minds/llm.yaml). It can write, ask you and tellask teammates, but not read or change files.',
  isReady: (model: string): string => `${model} is ready.`,
};
