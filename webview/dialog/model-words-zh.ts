// The Chinese words of `model-words.ts`.
import type { ModelWords } from './model-words.ts';

export const zh: ModelWords = {
  none: '选择模型',
  hint: model => `模型：${model}。点击可更换。`,
  hintNone: '尚未选择模型。如果本机有模型服务器在运行，将使用它。',
  isReady: model => `${model} 已就绪。`,
};
