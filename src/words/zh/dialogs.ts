// What panels, pages and the command line say alike of dialogs, in Chinese.
import type { AnswerWords } from '../../core/dialog/answered-by.ts';
import type { QuestionClosingWords } from '../../core/dialog/view/question-closing.ts';
import type { BrokenOff } from '../../core/spending/call-figures.ts';
import type { PermissionModeNames } from '../../core/team/permissions.ts';

export const brokenOffZh: { readonly [Reason in BrokenOff]: string } = {
  length: '因达到长度上限被截断',
  'content-filter': '被提供方的内容过滤器截断',
  refused: '被截断：提供方拒绝继续',
};

export const permissionModeNamesZh: PermissionModeNames = { ask: '询问', edits: '编辑直接运行', all: '除拒绝外均运行' };

export const questionClosingsZh: QuestionClosingWords = {
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

export const answerWordsZh: AnswerWords = {
  surfaces: {
    panel: '在面板中',
    overview: '在总览中',
    notification: '在通知中',
    command: '用命令',
    chat: '在聊天中',
    cli: '在命令行中',
    mcp: '在 MCP 客户端中',
    acp: '在 ACP 客户端中',
    inbox: '通过收件箱',
    browser: '在浏览器中',
    notice: '从通知中',
  },
  elsewhere: surface => `通过 ${surface} `,
};
