import assert from 'node:assert/strict';
import { type QuestionClosing, questionClosingText } from '../../../src/core/dialog/view/question-closing.ts';
import { questionClosingsEn as en } from '../../../src/words/en/dialogs.ts';
import { questionClosingsZh as zh } from '../../../src/words/zh/dialogs.ts';

describe('why a question was closed', () => {
  const cases: readonly [QuestionClosing, string, string][] = [
    [{ reason: 'x', because: 'completed' }, 'the dialog is done', '对话已完成'],
    // Records of earlier versions.
    [{ reason: 'clear_mind' }, 'the agent began with a clear mind', '智能体清空思路后重新开始'],
    [{ reason: 'full' }, 'the agent began with a clear mind', '智能体清空思路后重新开始'],
    [{ reason: 'dismissed' }, 'nobody needs the answer any more', '已不再需要回答'],
    [{ reason: 'the person dropped it' }, 'the person dropped it', 'the person dropped it'],
  ];
  for (const [closing, english, chinese] of cases) {
    it(`is said in the language of the reader: ${JSON.stringify(closing)}`, () => {
      assert.equal(questionClosingText(en, closing), english);
      assert.equal(questionClosingText(zh, closing), chinese);
    });
  }
});
