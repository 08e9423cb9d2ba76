// Chinese words around asides, running calls (SPEC 19) and the model that answers (SPEC 13.13).
import type { AsideWords, ModelWords } from '../en/dialog.ts';

export const asidesZh: AsideWords = {
  part: 'asides',
  whileWaiting: '插话，正在等',
  answersRead: '插话：别人工作时先读到的回答',
  ended: '插话结束',
  changed: ({ told, dismissed, reassigned, called }) => [
    ...(told > 0 ? [`告知 ${told} 次`] : []),
    ...(reassigned > 0 ? [`换人 ${reassigned} 次`] : []),
    ...(dismissed > 0 ? [`撤回 ${dismissed} 个诉请`] : []),
    ...(called > 0 ? [`新诉请 ${called} 个`] : []),
  ],
  tell: '告诉…',
  tellLabel: who => `给 ${who} 的话`,
  tellHint: '下一步就会读到。',
  sendWords: '告诉',
  cancel: '取消',
  youTold: '你告诉他们：',
  callerTold: '已告诉：',
  adds: who => `${who} 补充`,
  answersAtOnce: who => `给 ${who} 发消息（别人工作时立即回答）…`,
};

export const modelZh: ModelWords = {
  part: 'model',
  none: '选择模型',
  hint: model => `模型：${model}。点击可更换。`,
  hintNone: '尚未选择模型。如果本机有模型服务器在运行，将使用它。',
  withoutTools: '无工具',
  withoutToolsHint:
    '此模型不使用工具（.minds/llm.yaml 中的 tools: false）。它可以写文字、向你提问、诉请队友，但不能读取或修改文件。',
  isReady: model => `${model} 已就绪。`,
};
