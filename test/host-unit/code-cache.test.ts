import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { openCodeCache } from '../../src/host/open/code-cache.ts';

describe('files that are loaded with their kept code', () => {
  let folder: string;
  let file: string;
  const open = (more: { build?: string; onCompiled?: () => void } = {}) =>
    openCodeCache({ folder: path.join(folder, 'code'), build: '', ...more });
  const kept = () => readdirSync(path.join(folder, 'code')).sort();
  const write = (name: string, source: string) => writeFileSync(path.join(folder, name), source);
  beforeEach(async () => {
    folder = await makeTempFolder('code');
    file = path.join(folder, 'runtime.cjs');
    write('other.cjs', 'module.exports = 40;');
    write('runtime.cjs', "exports.sum = () => require('./other.cjs') + 2; exports.where = __filename;");
  });
  afterEach(() => removeTempFolder(folder));
  const sumOf = (exports: unknown) => (exports as { sum(): number }).sum();

  /** Loads the file in a new process, as it were, with what it requires; stores the code when asked to. */
  const run = async ({ keep = false } = {}) => {
    const code = open();
    const [sum, isKept] = [sumOf(code.load(file)), code.isKept()];
    if (keep) await code.keep();
    return { sum, isKept };
  };

  it('export the same with the code and without', async () => {
    assert.deepEqual(await run({ keep: true }), { sum: 42, isKept: false });
    assert.deepEqual(await run(), { sum: 42, isKept: true });
    assert.equal((open().load(file) as { where: string }).where, file);
    // The file itself, and the one beside it that it had asked for.
    assert.deepEqual(
      kept().map(name => name.split('.')[0]),
      ['other', 'runtime'],
    );
  });

  it('are loaded once, those beside them as well', () => {
    write('other.cjs', "exports.back = require('./runtime.cjs'); exports.own = {};");
    write('runtime.cjs', "exports.other = () => require('./other.cjs'); exports.fs = () => require('node:fs');");
    const code = open();
    const runtime = code.load(file) as { other(): { back: unknown; own: object }; fs(): object };
    assert.equal(code.load(file), runtime);
    assert.equal(runtime.other().back, runtime);
    assert.equal(runtime.other().own, runtime.other().own);
    assert.equal('readFileSync' in runtime.fs(), true);
  });

  it('say when their code was not there, each once', async () => {
    let compiled = 0;
    const onCompiled = () => {
      compiled++;
    };
    const code = open({ onCompiled });
    code.load(file);
    await code.keep();
    assert.deepEqual([compiled, code.isKept()], [1, true]);
    sumOf(code.load(file));
    assert.deepEqual([compiled, code.isKept()], [2, false]);
  });

  it('leave the code of files that this start did not need', async () => {
    await run({ keep: true });
    write('runtime.cjs', 'exports.sum = () => 43;');
    assert.deepEqual(await run({ keep: true }), { sum: 43, isKept: false });
    assert.equal(kept().length, 2);
    assert.deepEqual(await run(), { sum: 43, isKept: true });
  });

  it('never run code of another source, be it as long, and keep that of the newest only', async () => {
    await run({ keep: true });
    write('runtime.cjs', "exports.sum = () => require('./other.cjs') + 3; exports.where = __filename;");
    assert.deepEqual(await run({ keep: true }), { sum: 43, isKept: false });
    assert.deepEqual([(await run()).isKept, kept().length], [true, 2]);
  });

  it('of a build are known by its name, and the code of the build before goes', async () => {
    const start = async (build: string) => {
      const code = open({ build });
      const [sum, isKept] = [sumOf(code.load(file)), code.isKept()];
      await code.keep();
      return [sum, isKept, ...kept()];
    };
    const [first, second] = ['0123456789abcdef', '1123456789abcdef'];
    const firstFiles = [`other.${first}.bin`, `runtime.${first}.bin`];
    assert.deepEqual(await start(first), [42, false, ...firstFiles]);
    assert.deepEqual(await start(first), [42, true, ...firstFiles]);
    write('other.cjs', 'module.exports = 41;');
    assert.deepEqual(await start(second), [43, false, `other.${second}.bin`, `runtime.${second}.bin`]);
  });

  it('are compiled where the kept code is broken or cannot be kept', async () => {
    await run({ keep: true });
    // Under another name, since V8 itself still knows what it compiled under this one.
    const copy = path.join(folder, 'copy.cjs');
    copyFileSync(file, copy);
    const ofFile = kept().find(name => name.startsWith('runtime')) ?? '';
    writeFileSync(path.join(folder, 'code', ofFile.replace('runtime', 'copy')), 'no code');
    const again = open();
    assert.deepEqual([sumOf(again.load(copy)), again.isKept()], [42, false]);
    const blocked = openCodeCache({ folder: path.join(file, 'code'), build: '' });
    const runtime = blocked.load(file);
    await blocked.keep();
    assert.equal(sumOf(runtime), 42);
  });

  it('take the place of what is no code of a file', async () => {
    await run({ keep: true });
    const foreign = path.join(folder, 'code', '0123456789abcdef0123456789abcdef.bin');
    writeFileSync(foreign, 'of an earlier version');
    write('other.cjs', 'module.exports = 41;');
    await run({ keep: true });
    assert.equal(existsSync(foreign), false);
  });

  it('throw what they throw', () => {
    write('runtime.cjs', "throw new Error('no runtime');");
    assert.throws(() => open().load(file), /no runtime/);
  });
});
