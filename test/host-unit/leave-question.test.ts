import assert from 'node:assert/strict';
import { leaveEn, leaveZh } from '../../src/core/prompt/leave-words.ts';
import { isWholeCommand } from '../../src/host/rows/leave-question.ts';

describe('a command that waits for leave', () => {
  for (const [language, leave] of Object.entries({ en: leaveEn, zh: leaveZh })) {
    const isWhole = (command: string, folder = '.', seconds?: number, headline = leave.run(command)) =>
      isWholeCommand({
        tellaskHead: headline,
        bodyContent: `\`\`\`sh\n${command}\n\`\`\`\n\n${leave.inFolder(folder, seconds)}\n\n${leave.alwaysCommand}`,
      });
    it(`can be allowed where only its headline shows, if that is all of it (${language})`, () => {
      assert.equal(isWhole('npm test'), true);
      assert.equal(isWhole('npm test', 'src'), false);
      assert.equal(isWhole('npm test', '.', 5), false);
      assert.equal(isWhole('npm test', '.', undefined, leave.run('npm te…')), false);
      assert.equal(isWhole('a\nb', '.', undefined, leave.run('a b')), false);
      assert.equal(isWhole('npm test', '.', undefined, leave.edit('npm test')), false);
    });
  }
});
