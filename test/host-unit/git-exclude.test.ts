// Dialogs stay out of Git when the person says so (SPEC 13.14).
import assert from 'node:assert/strict';
import { leavesDialogsOut, withDialogsOut } from '../../src/host/rows/git-exclude.ts';

describe('dialogs in Git', () => {
  it('are left out by a rule for their folder, in any of the files', () => {
    for (const rule of ['.dialogs', '.dialogs/', '/.dialogs/', '.dialogs/**']) {
      assert.equal(leavesDialogsOut(['node_modules/\n', `# mine\r\n${rule}\r\n`]), true, rule);
    }
    for (const rule of ['', '# .dialogs/', '.dialogs-old/', '!.dialogs/']) {
      assert.equal(leavesDialogsOut([rule]), false, rule);
    }
  });

  it('are left out by one more line, whatever the file held', () => {
    assert.equal(withDialogsOut(''), '.dialogs/\n');
    assert.equal(withDialogsOut('# mine'), '# mine\n.dialogs/\n');
    assert.equal(leavesDialogsOut([withDialogsOut('a\n')]), true);
  });
});
