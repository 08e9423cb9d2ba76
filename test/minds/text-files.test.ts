// The cache over files that people edit: an unchanged file gives the identical object while it is remembered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createTextFiles } from '../../src/minds/text-files.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('files that people edit', () => {
  let workspace: TempWorkspace;
  const taskdocs = Array.from({ length: 520 }, (_, index) => `tasks/${index}.md`);
  beforeEach(async () => {
    workspace = await makeTempWorkspace(Object.fromEntries(taskdocs.map(file => [file, `Goal of ${file}`])));
  });
  afterEach(() => workspace.remove());

  it('are remembered by their stamp, those that were read last; a thousand taskdocs do not stay in memory', () => {
    const files = createTextFiles(workspace.folder, () => Date.UTC(2100, 0, 1));
    const [first = '', second = '', ...others] = taskdocs;
    const [a, b] = [files.read(first), files.read(second)];
    for (const file of others) {
      files.read(file);
      assert.equal(files.read(first), a);
    }
    const again = files.read(second);
    assert.notEqual(again, b);
    assert.deepEqual(again, b);
  });

  // Reading a pipe waits for a writer; from this one, nothing but the test's own end would come.
  it('are plain files: a pipe in their place is refused, and blocks no reader', function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [path.join(workspace.folder, 'AGENTS.md')]);
    const read = createTextFiles(workspace.folder, Date.now).read('AGENTS.md');
    assert.deepEqual(read, {
      kind: 'broken',
      problem: {
        file: 'AGENTS.md',
        fault: { id: 'not-a-file' },
        severity: 'error',
      },
    });
  });
});
