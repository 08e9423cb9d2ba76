import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
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

  it('says why a file could not be replaced, also when its folder is gone by then', async () => {
    const { folder, remove } = await makeTempWorkspace();
    const { renameSync } = fs;
    try {
      const below = path.join(folder, 'below');
      mkdirSync(below);
      fs.renameSync = () => {
        fs.rmSync(below, { recursive: true });
        throw Object.assign(new Error('the disk is in trouble'), { code: 'EIO' });
      };
      syncBuiltinESMExports();
      assert.throws(() => diskFiles.replace(path.join(below, 'latest.yaml'), 'new'), { code: 'EIO' });
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
      await remove();
    }
  });
});
