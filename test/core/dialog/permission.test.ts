import assert from 'node:assert/strict';
import { aboutOf, isSameQuestion, readPermission } from '../../../src/core/dialog/permission.ts';
import type { PermissionTexts } from '../../../src/core/prompt/words/en/questions.ts';
import { permissionEn } from '../../../src/core/prompt/words/en/questions.ts';
import { permissionZh } from '../../../src/core/prompt/words/zh/questions.ts';

describe('a question for permission', () => {
  for (const [language, permission] of Object.entries({ en: permissionEn, zh: permissionZh })) {
    it(`of version 0.1.0 is known to be about a text by its headline (${language})`, () => {
      const about = [permission.edit, permission.create, permission.replace, permission.delete].map(headline =>
        headline('a.ts'),
      );
      const others = [
        permission.move('a', 'b'),
        permission.read('a'),
        permission.run('Edit a'),
        permission.useServerTool('s', 't'),
      ];
      for (const headline of about) assert.deepEqual(aboutOf({ headline }), { kind: 'text', path: 'a.ts' });
      for (const headline of others) assert.deepEqual(aboutOf({ headline }), { kind: 'other' });
    });
  }

  it('says that "always" for a file at the top holds in the whole workspace folder', () => {
    const always = ({ alwaysIn, andBelow }: PermissionTexts, folder: string) =>
      alwaysIn('delete_file', [andBelow(folder)]);
    assert.equal(always(permissionEn, './'), 'Always allow: delete_file in the whole workspace folder, for this task.');
    assert.equal(always(permissionEn, 'notes/'), 'Always allow: delete_file in notes/ and below, for this task.');
    assert.match(always(permissionZh, './'), /使用 delete_file，范围：整个工作区文件夹；/);
  });

  it('says what it is about, whatever its headline', () => {
    assert.deepEqual(aboutOf({ headline: 'Edit a.ts', about: { kind: 'other' } }), { kind: 'other' });
  });

  it('is the same only while it shows the same', () => {
    const now = { headline: 'Run: ls', body: 'ls', about: { kind: 'command', isWhole: false } } as const;
    assert.equal(isSameQuestion(now, now), true);
    assert.equal(isSameQuestion({ headline: now.headline, body: now.body }, now), true);
    const others = [{ headline: 'Run: l' }, { body: 'ls .' }, { about: { kind: 'command', isWhole: true } as const }];
    for (const other of others) assert.equal(isSameQuestion({ ...now, ...other }, now), false);
  });

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
