// Several domains in one dialog (SPEC 16.16).
import assert from 'node:assert/strict';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import { domainNames, joinDomainFiles } from '../../../src/core/belief/domain/join-domains.ts';
import { emptyState } from '../../../src/core/belief/state.ts';
import { playTurn } from '../../../src/core/belief/turn.ts';
import { head } from './support.ts';

const flows = (...all: string[]) => `flows:\n${all.map(flow => `  - ${flow}\n`).join('')}`;
const slot = (more = '') => `{s: {type: BaseSlot, priority: optional${more}}}`;
const shop = readDomain(
  `${head}${flows('{name: chat, intent: Converse}', `{name: find, intent: Read, slots: ${slot()}}`, '{name: sum, intent: Internal}')}`,
  'shop.yaml',
);
const bank = readDomain(
  `${head.replace('shop', 'bank').replace('Read', 'Look')}${flows(
    `{name: find, intent: Look, next: [{start: pay}], slots: ${slot()}}`,
    `{name: pay, intent: Change, slots: ${slot(', from: [find.s]')}}`,
    '{name: sum, intent: Internal}',
  )}`,
  'bank.yaml',
);

describe('several domains', () => {
  it('are named with commas between them', () => {
    assert.deepEqual(domainNames('shop, bank'), ['shop', 'bank']);
    assert.deepEqual(domainNames('shop'), ['shop']);
  });

  it('have their flows side by side; a name that is taken has its domain before it', () => {
    const { domain, problems } = joinDomainFiles([shop, bank]);
    assert.deepEqual(problems, []);
    assert.equal(domain?.name, 'shop,bank');
    assert.deepEqual(
      domain?.flows.map(({ name }) => name),
      ['chat', 'find', 'sum', 'bank.find', 'pay'],
    );
    assert.equal(domain?.intents.length, 5);
    assert.deepEqual(domain?.flows.at(-1)?.slots.s?.from, ['bank.find.s']);
  });

  it('of one name have flows of different names all the same', () => {
    const { domain } = joinDomainFiles([shop, shop, shop]);
    assert.deepEqual(
      domain?.flows.map(({ name }) => name),
      ['chat', 'find', 'sum', 'shop.chat', 'shop.find', 'shop.chat_2', 'shop.find_2'],
    );
  });

  it('keep what their flows say of each other', () => {
    const { domain } = joinDomainFiles([shop, bank]);
    assert.ok(domain);
    const commands = [
      { start: 'bank.find' },
      { set: { flow: 'bank.find', slot: 's', value: 'x' } },
      { complete: 'bank.find' },
    ];
    const { state } = playTurn({ domain }, emptyState, { turn: 1, predictions: [], commands });
    assert.deepEqual(
      state.stack.map(each => [each.flow, each.slots.s?.value]),
      [['pay', 'x']],
    );
  });

  it('keep their limits: each may have 64 flows', () => {
    const many = (name: string) =>
      readDomain(
        `${head.replace('shop', name)}${flows(...Array.from({ length: 64 }, (_, index) => `{name: ${name}${index}, intent: Read}`))}`,
        name,
      );
    assert.equal(joinDomainFiles([many('a'), many('b')]).domain?.flows.length, 128);
  });

  it('are not used when one of them is broken', () => {
    const broken = readDomain('name: x\n', 'x.yaml');
    const joined = joinDomainFiles([shop, broken]);
    assert.equal(joined.domain, undefined);
    assert.deepEqual(joined.problems, broken.problems);
  });
});
