import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { KeptImages } from '../../src/host/panel/kept-images.ts';
import { redPixel } from '../support/images.ts';
import { rootId } from './support.ts';

const dialog = rootRef(rootId('root-1'));
const images = [{ name: 'pixel.png', data: redPixel }];

describe('images of a composer over a reload of the window', () => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(await makeTempFolder('di'), 'composers');
  });
  afterEach(() => removeTempFolder(path.dirname(folder)));

  it('come back for their dialog alone', async () => {
    await new KeptImages(folder).keep(dialog, images);
    const next = new KeptImages(folder);
    assert.deepEqual(await next.read(dialog), images);
    assert.deepEqual(await next.read(rootRef(rootId('root-2'))), []);
  });

  it('are gone once they were sent or taken away', async () => {
    const kept = new KeptImages(folder);
    void kept.keep(dialog, images);
    void kept.keep(dialog, []);
    assert.deepEqual(await kept.read(dialog), []);
  });

  it('are stored before a window that waits for them has closed', async () => {
    const kept = new KeptImages(folder);
    void kept.keep(dialog, images);
    await kept.stored();
    assert.deepEqual(await new KeptImages(folder).read(dialog), images);
  });

  it('outlive a panel that is closed as its window goes, or opened again, and no other one', async () => {
    const ends = new Set<() => void>();
    const kept = new KeptImages(folder, (_, run) => {
      ends.add(run);
      return { dispose: () => ends.delete(run) };
    });
    void kept.keep(dialog, images);
    kept.close(dialog);
    await kept.stored();
    assert.deepEqual(await new KeptImages(folder).read(dialog), images);
    assert.deepEqual(await kept.read(dialog), images);
    assert.equal(ends.size, 0);
    kept.close(dialog);
    for (const end of ends) end();
    assert.deepEqual(await kept.read(dialog), []);
  });

  it('leave nothing behind when no panel is left', async () => {
    const kept = new KeptImages(folder);
    void kept.keep(dialog, images);
    await kept.clear();
    assert.equal(existsSync(folder), false);
  });
});
