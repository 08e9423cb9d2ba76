// Which faults a source can have, and which tests are asked whether they notice one.
import assert from 'node:assert/strict';
import path from 'node:path';
import { parse } from 'acorn';
import { withoutTypes } from './faults.ts';
import { harmless } from './harmless.ts';
import { changeOf, isHarmless, mutantsIn, mutantsOf, sampleOf, sourceOf } from './sample.ts';
import { testsFor } from './tests-for.ts';

const root = path.join(import.meta.dirname, '../..');

describe('faults', () => {
  const changes = (source: string) => mutantsIn('a.ts', source).map(mutant => `${mutant.was} → ${mutant.text}`);

  it('are operators, bounds, conditions, constants and calls that are missing', () => {
    assert.deepEqual(changes('const a: number = b < c;'), ['b < c → b <= c', 'b < c → b >= c']);
    assert.deepEqual(changes('const a = b ?? (c || d);'), [
      'b ?? (c || d) → ((b) && ((c || d)))',
      'c || d → ((c) && (d))',
    ]);
    assert.deepEqual(
      changes('if (!a) b();').map(change => change.split(' → ')[1]),
      ['if (true) b();', 'if (false) b();', 'if (!(!a)) b();', '(a)', '{}'],
    );
    assert.deepEqual(
      changes('const a = [1, true, "x", `y`, { k: 2 }];').map(change => change.split(' → ').at(-1)),
      ['[]', '2', 'false', "''", '``', '({})', '3'],
    );
    assert.deepEqual(changes('const a = b?.c.some(d);'), ['b?.c → b.c', 'b?.c.some → b?.c.every']);
    assert.deepEqual(changes('function a(b: string) { return b; }'), [
      'function a(b: string) { return b; } → function a(b: string) {}',
      'return b; → return;',
    ]);
  });

  it('keep the types of what they replace', () => {
    const change = "(a as string) ?? (b satisfies 'x' | '??')";
    assert.deepEqual(changes(`const c = ${change};`).slice(0, 1), [
      `${change} → (((a as string)) && ((b satisfies 'x' | '??')))`,
    ]);
    assert.deepEqual(
      changes('const c = a as Map<1, 2> < b;').map(text => text.split(' → ')[1]),
      ['a as Map<1, 2> <= b', 'a as Map<1, 2> >= b'],
    );
  });

  it('lie in no type, import or name', () => {
    assert.deepEqual(changes("import { a } from 'a';\nexport type B = 'b' | 1;\nlet c: 'c';"), []);
    assert.deepEqual(changes("const { 'a': b } = c as { a: 'x' };"), []);
  });

  it('leave a source that can be read', () => {
    const sample = sampleOf(mutantsOf(root), 300, 1);
    assert.equal(sample.length, 300);
    for (const mutant of sample) {
      const parsed = () => parse(withoutTypes(sourceOf(root, mutant)), { ecmaVersion: 'latest', sourceType: 'module' });
      assert.doesNotThrow(parsed, `${mutant.file}:${mutant.line} ${changeOf(mutant)}`);
    }
  });

  it('that are listed as harmless are still there, each with its reason', () => {
    const files = new Set(harmless.map(({ file }) => file));
    const all = [...files].flatMap(file => mutantsOf(root, file));
    for (const each of harmless) {
      assert.ok(
        all.some(mutant => isHarmless(mutant, [each])),
        `${each.file} has no more such fault: ${each.line} (${each.change})`,
      );
      assert.match(each.why, /\w.*\.$/);
    }
  });

  it('are drawn by seed, each once', () => {
    const all = Array.from({ length: 50 }, (_, index) => index);
    assert.deepEqual(sampleOf(all, 10, 3), sampleOf(all, 10, 3));
    assert.notDeepEqual(sampleOf(all, 10, 3), sampleOf(all, 10, 4));
    assert.deepEqual(
      [...sampleOf(all, 80, 3)].sort((a, b) => a - b),
      all,
    );
  });

  it('are shown to the tests that reach their source, the nearest first', () => {
    const imports: Readonly<Record<string, readonly string[]>> = {
      'test/core/a.test.ts': ['test/support/s.ts'],
      'test/core/direct.test.ts': ['src/core/a.ts'],
      'test/core/far.test.ts': ['src/core/b.ts'],
      'src/core/b.ts': ['src/core/c.ts', 'src/core/b.ts'],
      'src/core/c.ts': ['src/core/a.ts'],
    };
    const graph = {
      tests: ['test/core/a.test.ts', 'test/core/direct.test.ts', 'test/core/far.test.ts', 'test/core/none.test.ts'],
      importsOf: (file: string) => imports[file] ?? [],
    };
    assert.deepEqual(testsFor(graph, 'src/core/a.ts'), {
      near: ['test/core/a.test.ts', 'test/core/direct.test.ts'],
      far: ['test/core/far.test.ts'],
    });
  });
});
