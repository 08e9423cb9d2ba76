import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { loadCached } from '../../src/host/code-cache.ts';

describe('a file that is loaded with its kept code', () => {
  let folder: string;
  let file: string;
  const load = () => loadCached(file, path.join(folder, 'code'));
  const kept = () => readdirSync(path.join(folder, 'code'));
  beforeEach(async () => {
    folder = await makeTempFolder('code');
    file = path.join(folder, 'runtime.cjs');
    writeFileSync(path.join(folder, 'other.cjs'), 'module.exports = 40;');
    writeFileSync(file, "exports.sum = () => require('./other.cjs') + 2; exports.where = __filename;");
  });
  afterEach(() => removeTempFolder(folder));
  const sumOf = ({ exports }: { readonly exports: unknown }) => (exports as { sum(): number }).sum();

  it('exports the same with the code and without', () => {
    const first = load();
    assert.deepEqual([first.wasCached(), sumOf(first)], [false, 42]);
    first.keep();
    const second = load();
    assert.deepEqual([second.wasCached(), sumOf(second)], [true, 42]);
    assert.equal((second.exports as { where: string }).where, file);
    second.keep();
    // The file itself, and the one beside it that it had asked for.
    assert.equal(kept().length, 2);
  });

  it('loads files beside it once, and caches the code of those loaded by then', () => {
    writeFileSync(path.join(folder, 'other.cjs'), "exports.back = require('./runtime.cjs'); exports.own = {};");
    writeFileSync(file, "exports.other = () => require('./other.cjs'); exports.fs = () => require('node:fs');");
    const first = load();
    const { other, fs } = first.exports as { other(): { back: unknown; own: object }; fs(): object };
    assert.equal(other().back, first.exports);
    assert.equal(other().own, other().own);
    assert.equal('readFileSync' in fs(), true);
    first.keep();
    const second = load();
    (second.exports as { other(): unknown }).other();
    assert.equal(second.wasCached(), true);
    writeFileSync(path.join(folder, 'other.cjs'), 'exports.own = 1;');
    const third = load();
    (third.exports as { other(): unknown }).other();
    assert.equal(third.wasCached(), false);
    third.keep();
    assert.equal(kept().length, 2);
  });

  it('never runs code of another source, be it as long, and keeps that of the newest only', () => {
    load().keep();
    writeFileSync(file, "exports.sum = () => require('./other.cjs') + 3; exports.where = __filename;");
    const changed = load();
    assert.deepEqual([changed.wasCached(), sumOf(changed)], [false, 43]);
    changed.keep();
    assert.deepEqual([load().wasCached(), kept().length], [true, 2]);
  });

  it('is compiled where the kept code is broken or cannot be kept', () => {
    load().keep();
    for (const name of kept()) writeFileSync(path.join(folder, 'code', name), 'no code');
    // Under another name, since V8 itself still knows what it compiled under this one.
    const copy = path.join(folder, 'copy.cjs');
    copyFileSync(file, copy);
    const again = loadCached(copy, path.join(folder, 'code'));
    assert.deepEqual([again.wasCached(), sumOf(again)], [false, 42]);
    const blocked = loadCached(file, path.join(file, 'code'));
    blocked.keep();
    assert.equal(sumOf(blocked), 42);
  });

  it('throws what the file throws', () => {
    writeFileSync(file, "throw new Error('no runtime');");
    assert.throws(load, /no runtime/);
  });
});
