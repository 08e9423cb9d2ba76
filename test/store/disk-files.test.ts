import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diskFiles } from '../../src/store/disk-files.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('files on disk', () => {
  it('writes a temporary file that no process with the same id in another container can name', async () => {
    const { folder, remove } = await makeTempWorkspace();
    try {
      const file = path.join(folder, 'latest.yaml');
      writeFileSync(file, 'old');
      // Any name without a random part may be in use by the other process.
      mkdirSync(`${file}.${process.pid}.tmp`);
      diskFiles.replace(file, 'new');
      assert.equal(diskFiles.read(file), 'new');
      assert.ok(diskFiles.createExclusive(`${file}.lock`, 'text'));
      assert.deepEqual(readdirSync(folder).sort(), [
        'latest.yaml',
        `latest.yaml.${process.pid}.tmp`,
        'latest.yaml.lock',
      ]);
    } finally {
      await remove();
    }
  });
});
