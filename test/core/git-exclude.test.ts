// The rule by which Git does not see the dialogs, beside those of the person (SPEC 9.7, 13.14).
import assert from 'node:assert/strict';
import { namesDialogs, withDialogsOut, withDialogsShown, withoutRule } from '../../src/core/base/git-exclude.ts';

describe('a rule for dialogs in Git', () => {
  it('is one for their folder or for something in it, whatever it says', () => {
    for (const rule of [
      '.dialogs',
      '.dialogs/',
      '/.dialogs/',
      '.dialogs/**',
      '!.dialogs/',
      '/.dialogs/*',
      'app/.dialogs/',
      '**/.dialogs',
      '!/.dialogs/run/',
    ])
      assert.equal(namesDialogs(['node_modules/\n', `# mine\r\n${rule}\r\n`]), true, rule);
    for (const rule of ['', '# .dialogs/', '.dialogs-old/', 'my.dialogs', '*'])
      assert.equal(namesDialogs([rule]), false, rule);
  });

  it('is added and taken back, whatever the file held', () => {
    for (const text of ['', '# mine\n', 'a\nb\n']) {
      assert.equal(namesDialogs([withDialogsOut(text)]), true);
      assert.equal(withoutRule(withDialogsOut(text)), text);
    }
    assert.match(withDialogsOut('# mine'), /^# mine\n# Dominds .*\n\.dialogs\/\n$/);
  });

  it('gives way to the word of the person who wants to see them', () => {
    for (const text of [withDialogsOut('a\n'), 'a\n.dialogs/\n', 'a\n'])
      assert.equal(withDialogsShown(text), 'a\n!.dialogs/\n');
    assert.equal(withDialogsShown(withDialogsShown('')), '!.dialogs/\n');
  });
});
