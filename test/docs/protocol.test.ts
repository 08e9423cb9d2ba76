// docs/protocol.md and docs/storage.md name what the code knows, and nothing else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { surfaces } from '../../src/core/dialog/answered-by.ts';
import { facts } from '../../src/core/dialog/record.ts';
import { packetNames } from '../../src/core/intents/wire.ts';
import { createLayout, indexFiles } from '../../src/store/files/layout.ts';

describe('the pages for developers', () => {
  it('name every kind of record, each once', async () => {
    assert.deepEqual(named(await section('## Records'), 1), Object.keys(facts).sort());
  });

  it('name every feed event', async () => {
    const types = found(await read('src/core/dialog/view/feed-event.ts'), /\btype: '(\w+)'/g);
    assert.deepEqual(named(await section('## Feed events'), 0), [...new Set(types)].sort());
  });

  it('name every place where people answer', async () => {
    const [, places = ''] = /`surface` is (.*?);/s.exec(await section('## What a person says')) ?? [];
    assert.deepEqual(found(places, /`(\w+)`/g).toSorted(), surfaces.toSorted());
  });

  it('name every intent that one process hands to another', async () => {
    const text = await section('## Between processes');
    const kinds = Object.values(packetNames);
    assert.ok(kinds.length > 10);
    for (const kind of kinds) assert.ok(text.includes(`\`${kind}\``) || text.includes(`"kind":"${kind}"`), kind);
  });

  it('name every file of a dialog', async () => {
    const storage = await read('docs/storage.md');
    for (const name of Object.values(indexFiles)) assert.ok(storage.includes(`    ${name} `), name);
    const { lock, inbox, rootsIndex } = createLayout('/rtws');
    for (const file of [lock, inbox, rootsIndex]) assert.ok(storage.includes(`  ${path.basename(file)}`), file);
  });
});

function read(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

/** The text from a heading to the next one. */
async function section(heading: string): Promise<string> {
  const page = await read('docs/protocol.md');
  return page.slice(page.indexOf(heading)).split(/\n(?=## )/, 1)[0] ?? '';
}

/** The words in code marks of a column of the table. */
function named(text: string, column: number): readonly string[] {
  const cells = text
    .split('\n')
    .filter(line => line.startsWith('| ') && !/^\| (about|type) \|/.test(line))
    .map(line => line.split('|')[column + 1] ?? '');
  return found(cells.join('\n'), /`(\w+)`/g).toSorted();
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(match => match[1] ?? '');
}
