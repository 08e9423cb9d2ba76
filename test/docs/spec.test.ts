// Comments, tests and documents cite the specification by number; a citation must lead somewhere.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';

const folders = ['src', 'webview', 'test', 'scripts', 'docs'];
const files = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'];
const isText = (name: string) => /\.(ts|tsx|mjs|css|md)$/.test(name);
/** One number or several: `SPEC 9.4`, `SPEC 6.4, 12.4`, `SPEC 15`. */
const citation = /\bSPEC (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g;

describe('docs/spec.md', () => {
  it('has every number that is cited', async () => {
    const defined = definedIn(await readFile(path.join(root, 'docs/spec.md'), 'utf8'));
    const missing: string[] = [];
    for (const file of await citingFiles()) {
      const text = await readFile(path.join(root, file), 'utf8');
      for (const number of citedIn(text)) if (!defined.has(number)) missing.push(`${file}: SPEC ${number}`);
    }
    assert.deepEqual(missing, []);
  });

  it('defines each number once and in order', async () => {
    const text = await readFile(path.join(root, 'docs/spec.md'), 'utf8');
    const numbers = [...text.matchAll(/^\*\*(\d+)\.(\d+)\*\*/gm)].map(
      ([, part, item]) => Number(part) * 1000 + Number(item),
    );
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    );
  });
});

function definedIn(spec: string): ReadonlySet<string> {
  const sections = [...spec.matchAll(/^## (\d+)\. /gm)];
  const items = [...spec.matchAll(/^\*\*(\d+(?:\.\d+)?)\*\*/gm)];
  return new Set([...sections, ...items].map(([, number = '']) => number));
}

function citedIn(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, numbers = '']) => numbers.split(/, | and /));
}

async function citingFiles(): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async folder => {
      const names = await readdir(path.join(root, folder), { recursive: true });
      return names.filter(isText).map(name => path.join(folder, name));
    }),
  );
  return [...files, ...found.flat()];
}
