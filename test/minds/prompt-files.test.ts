// Prompts in files, by their name after a slash (SPEC 25.10).
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { createTextFiles } from '../../src/minds/files/text-files.ts';
import { createPromptFiles, type PromptFiles } from '../../src/minds/prompt-files.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('prompts in files', () => {
  let workspace: TempWorkspace;
  let prompts: PromptFiles;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.github/prompts/review.prompt.md':
        '---\ndescription: Reviews a change.\nmode: agent\n---\n\nReview $ARGUMENTS for faults.\n',
      '.github/prompts/notes.md': 'No prompt.',
      '.claude/commands/review.md': 'Another review.',
      '.claude/commands/fix.md':
        '---\ndescription: "Fixes an issue: whole"\nargument-hint: issue [how]\n---\nFix issue $1, $2. $10 costs extra.\n',
      '.claude/commands/plain.md': 'Run the tests.\n',
      '.claude/commands/big.md': 'x'.repeat(2_000_000),
      'outside.md': 'Secret.',
    });
    prompts = createPromptFiles(createTextFiles(workspace.folder, Date.now));
  });
  afterEach(() => workspace.remove());

  it('are listed by their names with what their heads say; of two with one name the first counts', () => {
    assert.deepEqual(
      prompts.list().map(({ label, insert, detail }) => [label, insert, detail]),
      [
        ['/review', 'review', 'Reviews a change.'],
        ['/fix', 'fix', 'issue [how] · Fixes an issue: whole'],
        ['/plain', 'plain', ''],
      ],
    );
  });

  it('stand for their text without its head, with the rest of the message as arguments', () => {
    assert.equal(prompts.named('/review src/a.ts and b'), 'Review src/a.ts and b for faults.');
    assert.equal(prompts.named('/review'), 'Review  for faults.');
    assert.equal(prompts.named('/fix 12 "with care" now'), 'Fix issue 12, with care. $10 costs extra.');
    assert.equal(prompts.named('/plain'), 'Run the tests.');
    assert.equal(prompts.named('/plain of the cart\nonly'), 'Run the tests.\n\nof the cart\nonly');
  });

  it('are named by the beginning of a message alone, and by the whole name', () => {
    for (const message of ['review', 'see /review', '/reviews', '/rev', '/weather/review', '/notes', '/big', '/'])
      assert.equal(prompts.named(message), undefined, message);
  });

  it('put no second argument into a first one', () => {
    assert.equal(prompts.named('/fix $2 two'), 'Fix issue $2, two. $10 costs extra.');
    assert.equal(prompts.named('/review $1 $ARGUMENTS $&'), 'Review $1 $ARGUMENTS $& for faults.');
  });

  it('are not read through links that lead out of their folder', async () => {
    const link = path.join(workspace.folder, '.claude/commands/leak.md');
    await symlink(path.join(workspace.folder, 'outside.md'), link);
    assert.equal(prompts.named('/leak'), undefined);
  });

  it('are found as soon as they are written', async () => {
    await workspace.write('.claude/commands/new.md', 'Fresh.');
    assert.equal(prompts.named('/new'), 'Fresh.');
  });
});
