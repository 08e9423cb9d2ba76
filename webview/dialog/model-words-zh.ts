// The Chinese words of `model-words.ts`.
import type { ModelWords } from './model-words.ts';

export const modelWordsZh: ModelWords = {
  none: '选择模型',
  hint: model => `模型：${model}。点击可更换。`,
  hintNone: '尚未选择模型。如果本机有模型服务器在运行，将使用它。',
  withoutTools: '无工具',
  withoutToolsHint:
    '此模型不使用工具（.minds/llm.yaml 中的 tools: false）。它可以写文字、向你提问、诉请队友，但不能读取或修改文件。',
  isReady: model => `${model} 已就绪。`,
};
