// 问题未经回答就关闭的原因。
import type { QuestionClosingWords } from '../../core/dialog/view/question-closing.ts';

export const questionClosings: QuestionClosingWords = {
  'new-course': '智能体清空思路后重新开始',
  dismissed: '已不再需要回答',
  completed: '对话已完成',
  forked: '没有带入分叉',
  'beliefs-changed': '对话状态已更改',
  dropped: '你已放弃',
  'went-on': '你已继续做别的事',
  'server-left': '服务器不再等待回答',
  'process-ended': '提问的进程已结束，服务器不再等待回答',
  'mode-changed': '现在不再询问，直接运行',
};
