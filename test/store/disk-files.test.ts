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

  it('syncs a file that is open for appending by its own handle, and the one that took its place by another', async () => {
    const { folder, remove } = await makeTempWorkspace();
    const { openSync } = fs;
    const file = path.join(folder, 'course.jsonl');
    let opened = 0;
    fs.openSync = (...args) => {
      if (args[0] === file) opened += 1;
      return openSync(...args);
    };
    syncBuiltinESMExports();
    try {
      const handle = diskFiles.openAppend(file);
      handle.append('a record\n');
      const before = opened;
      await diskFiles.synced(file);
      assert.equal(opened, before, 'not opened once more');
      diskFiles.replace(file, 'another file\n');
      await new Promise(setImmediate);
      const replaced = opened;
      await diskFiles.synced(file);
      assert.equal(opened, replaced + 1);
      handle.close();
      await diskFiles.synced(file);
      assert.equal(opened, replaced + 2);
    } finally {
      fs.openSync = openSync;
      syncBuiltinESMExports();
      await remove();
    }
  });

  it('gives the number of a file that is closed while it is synced to no other file before that is over', async () => {
    const { folder, remove } = await makeTempWorkspace();
    const freeNumber = () => {
      const descriptor = fs.openSync(path.join(folder, 'probe'), 'a');
      fs.closeSync(descriptor);
      return descriptor;
    };
    try {
      const file = path.join(folder, 'course.jsonl');
      const number = freeNumber();
      const handle = diskFiles.openAppend(file);
      const syncing = diskFiles.synced(file);
      handle.close();
      assert.notEqual(freeNumber(), number);
      await syncing;
      assert.equal(freeNumber(), number);
    } finally {
      await remove();
    }
  });
});
