// The table of values in the guide to domains says what slots really do with them (SPEC 16.12): each cell is played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fitValue } from '../../src/core/belief/values/fit-value.ts';
import { shop, slotOf, typeNames } from '../core/belief/support.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/domains.md'), 'utf8');
const forms = ['text', 'number', 'boolean', 'list', 'object', 'null', 'dontcare', 'other case', 'words around it'];

/** The cells of a row of a Markdown table. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map(cell => cell.trim().replaceAll('\\|', '|'));
}

const lines = guide.split('\n');
const head = lines.findIndex(line => cellsOf(line).slice(1).join() === forms.join());
const rows = lines.slice(head + 2, lines.indexOf('', head)).map(cellsOf);

/** What a cell says of its value: `kept` is undefined for one that is refused. */
function readCell(cell: string): { readonly given: unknown; readonly kept: unknown } {
  const [, given = '', sign = ''] = /^`([^`]+)` (✓|✗|→ `[^`]+`)$/.exec(cell) ?? assert.fail(cell);
  const kept = sign === '✓' ? given : sign === '✗' ? undefined : sign.slice(3, -1);
  return { given: JSON.parse(given), kept: kept === undefined ? undefined : JSON.parse(kept) };
}

describe('the table of values in the guide to domains', () => {
  it('has a row for every slot type', () => {
    const types = rows.map(([slot = '']) => /^`(\w+)`/.exec(slot)?.[1]);
    assert.deepEqual(types, typeNames(shop));
  });

  for (const [slot = '', ...cells] of rows) {
    it(`says what ${slot} keeps and refuses`, () => {
      const [, type, keys] = /^`(\w+)`(?: `(.*)`)?$/.exec(slot) ?? assert.fail(slot);
      const spec = slotOf(`{type: ${type}, ${keys === undefined ? '' : `${keys}, `}priority: required}`);
      assert.equal(cells.length, forms.length);
      for (const cell of cells) {
        const { given, kept } = readCell(cell);
        const fit = fitValue(spec, given);
        assert.deepEqual(fit.ok ? fit.value : undefined, kept, cell);
      }
    });
  }
});
