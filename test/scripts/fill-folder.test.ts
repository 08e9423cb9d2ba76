import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillFolder } from '../../scripts/fill-folder.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a folder of the cache', () => {
  let cache: TempWorkspace;
  let folder: string;
  beforeEach(async () => {
    cache = await makeTempWorkspace();
    folder = path.join(cache.folder, 'cache', 'tool');
  });
  afterEach(() => cache.remove());

  const version = () =>
    existsSync(path.join(folder, 'version')) ? readFileSync(path.join(folder, 'version'), 'utf8') : '';
  const isComplete = () => version() === '2';
  const write = (at: string) => writeFileSync(path.join(at, 'version'), '2');

  it('is filled beside its place and moved in whole', async () => {
    await fillFolder({
      folder,
      isComplete,
      fill: async beside => {
        write(beside);
        assert.equal(existsSync(folder), false);
      },
    });
    assert.equal(version(), '2');
    assert.deepEqual(readdirSync(path.dirname(folder)), ['tool']);
  });

  it('is left alone when it is complete, and replaced when it is not', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'version'), '1');
    await fillFolder({ folder, isComplete, fill: async beside => write(beside) });
    assert.equal(version(), '2');
    await fillFolder({ folder, isComplete, fill: () => assert.fail('it was complete') });
  });

  it('stays empty when filling fails, and the next attempt removes what a process that ended left', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const mine = { folder, isComplete };
    await assert.rejects(fillFolder({ ...mine, fill: () => Promise.reject(new Error('no network')) }), /no network/);
    assert.equal(existsSync(folder), false);
    mkdirSync(`${folder}.partial-${ended}`);
    await fillFolder({ ...mine, fill: async beside => write(beside) });
    assert.deepEqual(readdirSync(path.dirname(folder)), ['tool']);
  });

  it('is the one of the process that was first', async () => {
    const other = async () => {
      mkdirSync(folder, { recursive: true });
      write(folder);
      writeFileSync(path.join(folder, 'first'), '');
    };
    await fillFolder({
      folder,
      isComplete,
      fill: async beside => {
        write(beside);
        await other();
      },
    });
    assert.equal(existsSync(path.join(folder, 'first')), true);
    assert.deepEqual(readdirSync(path.dirname(folder)), ['tool']);
  });
});
