import assert from 'node:assert/strict';
import { isAboutText, readPermission } from '../../../src/core/dialog/permission.ts';
import { leaveEn, leaveZh } from '../../../src/core/prompt/leave-words.ts';

describe('a question for leave', () => {
  for (const [language, leave] of Object.entries({ en: leaveEn, zh: leaveZh })) {
    it(`is known to be about a text by its headline (${language})`, () => {
      const about = [leave.edit, leave.create, leave.replace, leave.delete].map(headline => headline('a.ts'));
      const others = [leave.move('a', 'b'), leave.read('a'), leave.run('Edit a'), leave.useServerTool('s', 't')];
      assert.deepEqual(
        about.map(headline => isAboutText({ headline })),
        [true, true, true, true],
      );
      assert.deepEqual(
        others.map(headline => isAboutText({ headline })),
        [false, false, false, false],
      );
    });
  }

  it('is answered with the words of the options in either language', () => {
    const question = { headline: 'h', body: 'b' };
    const kindOf = (answer: string) => readPermission(question, answer).kind;
    assert.deepEqual(['allow once', 'Always', '允许一次', ' 始终允许 '].map(kindOf), [
      'once',
      'always',
      'once',
      'always',
    ]);
    assert.deepEqual(['允许', '始终', '拒绝', 'toString'].map(kindOf), ['refused', 'refused', 'refused', 'refused']);
  });
});
