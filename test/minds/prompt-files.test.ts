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

  it('of subfolders have their own name, with the folder before it where another prompt has the same', async () => {
    const files = {
      'web/page.md': '---\ndescription: Makes a page.\n---\nMake $1.',
      'web/deep/er/far.md': 'Far.',
      'web/deep/er/toofar/x.md': 'Too far.',
      'web/fix.md': 'Fix the web.',
      'web/deploy.md': 'Deploy the web.',
      'api/deploy.md': 'Deploy the API.',
    };
    for (const [file, text] of Object.entries(files)) await workspace.write(`.claude/commands/${file}`, text);
    await workspace.write('.github/prompts/sub/not.prompt.md', 'Not read.');
    prompts = createPromptFiles(createTextFiles(workspace.folder, Date.now));
    assert.deepEqual(
      prompts.list().map(({ label, detail }) => [label, detail]),
      [
        ['/review', 'Reviews a change.'],
        ['/fix', 'issue [how] · Fixes an issue: whole'],
        ['/plain', ''],
        ['/api/deploy', ''],
        ['/web/deploy', ''],
        ['/web/fix', ''],
        ['/page', 'web · Makes a page.'],
        ['/far', 'web/deep/er'],
      ],
    );
    assert.equal(prompts.named('/page home'), 'Make home.');
    assert.equal(prompts.named('/web/deploy'), 'Deploy the web.');
    assert.equal(prompts.named('/deploy'), undefined);
  });

  it('of subfolders are bounded, and no link leads into another folder', async () => {
    for (let at = 0; at < 60; at++) await workspace.write(`.claude/commands/f${100 + at}/p${at}.md`, 'x');
    await workspace.write('elsewhere/secret.md', 'Secret.');
    await symlink(path.join(workspace.folder, 'elsewhere'), path.join(workspace.folder, '.claude/commands/aside'));
    await symlink('.', path.join(workspace.folder, '.claude/commands/again'));
    prompts = createPromptFiles(createTextFiles(workspace.folder, Date.now));
    const names = prompts.list().map(({ insert }) => insert);
    assert.ok(!names.some(name => name.includes('secret')));
    const below = names.filter(name => /^p\d/.test(name)).length;
    assert.ok(below > 40 && below < 50, `${below}`);
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
