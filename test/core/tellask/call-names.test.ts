import assert from 'node:assert/strict';
import type { Team } from '../../../src/core/team/team.ts';
import { callNames } from '../../../src/core/tellask/call-names.ts';

const members = new Map(
  [
    ['coder', 'Cleo'],
    ['reviewer', 'Vera Stone'],
  ].map(([id, name]) => [id, { id, name }]),
) as unknown as Team['members'];
const names = callNames({ members });

describe('the name of whom a call means', () => {
  for (const [written, id] of [
    ['coder', 'coder'],
    ['@Coder', 'coder'],
    ['cleo', 'coder'],
    ['coder Cleo', 'coder'],
    ['coder (Cleo)', 'coder'],
    ['@coder Cleo', 'coder'],
    ['Cleo (coder)', 'coder'],
    ['reviewer Vera Stone', 'reviewer'],
    ['coder Vera Stone', undefined],
    ['coder and Cleo', undefined],
    ['coder', 'coder'],
    ['', undefined],
  ] as const)
    it(`${JSON.stringify(written)} means ${id ?? 'nobody'}`, () => assert.equal(names.resolve(written), id));

  it('is the id alone where the text of a call follows', () => {
    assert.deepEqual(names.startOf('coder Cleo wrote it'), { written: 'coder', name: 'coder' });
  });
});
