import assert from 'node:assert/strict';
import { imageTypeOf } from '../../../src/core/base/image.ts';
import { keepAttached, readAttached } from '../../../src/store/files/courses/attached-images.ts';
import { redPixelBytes } from '../../support/images.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const image = { name: 'shot.png', type: 'image/png', bytes: redPixelBytes } as const;
const folder = '/rtws/.dialogs/run/root-1/images';

describe('attached images', () => {
  it('are kept once under what they hold, and come back whole', () => {
    const files = createMemoryFiles();
    const ref = keepAttached(files, folder, image);
    assert.deepEqual(keepAttached(files, folder, { ...image, name: 'again.png' }), { ...ref, name: 'again.png' });
    assert.deepEqual(files.list(folder), [`${ref.hash}.png`]);
    assert.deepEqual(new Uint8Array(readAttached(files, folder, ref) ?? []), redPixelBytes);
    assert.equal(ref.bytes, redPixelBytes.length);
  });

  it('that are gone, cut, exchanged, or named by a path are none', () => {
    const files = createMemoryFiles();
    const ref = keepAttached(files, folder, image);
    const file = `${folder}/${ref.hash}.png`;
    files.replace(file, redPixelBytes.subarray(0, 20));
    assert.equal(readAttached(files, folder, ref), undefined);
    files.replace(file, '<svg/>');
    assert.equal(readAttached(files, folder, ref), undefined);
    files.remove(file);
    assert.equal(readAttached(files, folder, ref), undefined);
    assert.equal(readAttached(files, folder, { ...ref, hash: '../../secret' }), undefined);
    assert.equal(imageTypeOf(new Uint8Array()), undefined);
  });

  it('are written again when their file was cut', () => {
    const files = createMemoryFiles();
    const ref = keepAttached(files, folder, image);
    files.replace(`${folder}/${ref.hash}.png`, '');
    keepAttached(files, folder, image);
    assert.ok(readAttached(files, folder, ref));
  });
});
