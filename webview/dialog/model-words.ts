// The words about the model that answers, in two languages (SPEC 13.13).
import { usePanel } from './panel-context.ts';

/** The words of one language. */
export type ModelWords = typeof en;

/** The words for the panel's language. */
export function useModelWords(): ModelWords {
  return usePanel().view.value?.language === 'zh' ? zh : en;
}

const en = {
  none: 'Choose a model',
  hint: (model: string): string => `Model: ${model}. Click to choose another one.`,
  hintNone: 'No model is chosen. A model server on this machine is used if one is running.',
  isReady: (model: string): string => `${model} is ready.`,
};

const zh: ModelWords = {
  none: '选择模型',
  hint: model => `模型：${model}。点击可更换。`,
  hintNone: '尚未选择模型。如果本机有模型服务器在运行，将使用它。',
  isReady: model => `${model} 已就绪。`,
};
