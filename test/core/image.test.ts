import assert from 'node:assert/strict';
import { hasImageName, imageLabel, imageTypeOf } from '../../src/core/base/image.ts';
import { redPixelBytes } from '../support/images.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('images', () => {
  it('are known by their bytes, not by their names', () => {
    assert.equal(imageTypeOf(redPixelBytes), 'image/png');
    assert.equal(imageTypeOf(bytes('\xff\xd8\xff\xe0')), 'image/jpeg');
    assert.equal(imageTypeOf(bytes('GIF89a')), 'image/gif');
    assert.equal(imageTypeOf(bytes('RIFF\0\0\0\0WEBPVP8 ')), 'image/webp');
    for (const other of ['', '\x89PNG', 'RIFF\0\0\0\0WAVE', '<svg/>', 'BM']) {
      assert.equal(imageTypeOf(bytes(other)), undefined, JSON.stringify(other));
    }
  });

  it('are looked for under the usual names', () => {
    assert.deepEqual(['a.PNG', 'b.jpeg', 'c.webp', 'd.svg', 'png'].map(hasImageName), [true, true, true, false, false]);
  });

  it('are labelled with their size', () => {
    assert.equal(imageLabel({ name: 'a.png', bytes: 70 }), 'a.png (1 kB)');
    assert.equal(imageLabel({ name: 'a.png', bytes: 2_400_000 }), 'a.png (2.4 MB)');
  });
});
