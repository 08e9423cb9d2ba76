// What panels, pages and the command line say alike of dialogs, in English.
import type { AnswerWords } from '../../core/dialog/answered-by.ts';
import type { QuestionClosingWords } from '../../core/dialog/view/question-closing.ts';
import type { BrokenOff } from '../../core/spending/call-figures.ts';
import type { PermissionModeNames } from '../../core/team/permissions.ts';

export const brokenOffEn: { readonly [Reason in BrokenOff]: string } = {
  length: 'cut off: the length limit was reached',
  'content-filter': "cut off by the provider's content filter",
  refused: 'cut off: the provider refused to continue',
};

export const permissionModeNamesEn: PermissionModeNames = {
  ask: 'Ask',
  edits: 'Edits run',
  all: 'All but denied runs',
};

export const questionClosingsEn: QuestionClosingWords = {
  'new-course': 'the agent began with a clear mind',
  dismissed: 'nobody needs the answer any more',
  completed: 'the dialog is done',
  forked: 'not carried over into the fork',
  'beliefs-changed': 'the dialogue state was changed',
  dropped: 'you dropped it',
  'went-on': 'you went on with something else',
  'server-left': 'the server no longer waits for an answer',
  'process-ended': 'the process that asked has ended, and the server no longer waits for an answer',
  'mode-changed': 'it runs without a question now',
};

export const answerWordsEn: AnswerWords = {
  surfaces: {
    panel: 'in the panel',
    overview: 'in the Overview',
    notification: 'in a notification',
    command: 'by a command',
    chat: 'in the chat',
    cli: 'on the command line',
    mcp: 'in an MCP client',
    acp: 'in an ACP client',
    inbox: 'through the inbox',
    browser: 'in the browser',
    notice: 'from a notice',
  },
  elsewhere: surface => `through ${surface}`,
};
