// Why questions were closed without an answer.
import type { QuestionClosingWords } from '../../core/dialog/view/question-closing.ts';

export const questionClosings: QuestionClosingWords = {
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
