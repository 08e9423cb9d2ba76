// What the generations of a turn took, told in one line.
import assert from 'node:assert/strict';
import type { Fact } from '../../../src/core/dialog/record.ts';
import { generationsOf, takenBy } from '../../../webview/dialog/items/generations.ts';
import type { MetaItem } from '../../../webview/dialog/items/item.ts';
import { createItemList, toItems } from '../../../webview/dialog/items/items.ts';
import { callId, created, prose, records, said, started, userSaid } from './records.ts';

const place = { course: 1, earlier: 0 };
type Ended = Extract<Fact, { kind: 'generationEnded' }>;
const ended = (genseq: number, more: Partial<Ended> = {}): Fact => ({
  kind: 'generationEnded',
  genseq,
  outcome: 'complete',
  model: 'm1',
  usage: { promptTokens: 1_000, completionTokens: 10 },
  cost: 0.5,
  ms: 700,
  ...more,
});
const read = (genseq: number): Fact[] => [
  { kind: 'toolCalled', genseq, callId: callId(`t${genseq}`), name: 'read_file', args: '{}' },
];
const finished = (genseq: number): Fact[] => [
  { kind: 'toolStarted', callId: callId(`t${genseq}`) },
  { kind: 'toolReturned', callId: callId(`t${genseq}`), ok: true, content: '' },
];
const metas = (...facts: readonly Fact[]): readonly MetaItem[] =>
  toItems(records(...facts), place).flatMap(item => (item.kind === 'meta' ? [item] : []));
const shown = (list: readonly MetaItem[]) => list.filter(({ isFolded }) => !isFolded);

/** Three generations with two tools between them. */
const turn = (...third: readonly Fact[]): Fact[] => [
  created,
  userSaid('m1'),
  started(1),
  ...read(1),
  ended(1),
  ...finished(1),
  started(2),
  ...read(2),
  ended(2, { model: 'm2', usage: { promptTokens: 2_000, completionTokens: 20, cachedTokens: 500 } }),
  ...finished(2),
  started(3),
  said(3, prose('Done.')),
  ...third,
];

describe('the generations of a turn', () => {
  it('are told in one line at its end, which sums them up and refers to each', () => {
    const [line, ...others] = shown(metas(...turn(ended(3)), userSaid('m2')));
    assert.ok(line);
    assert.deepEqual(others, []);
    assert.deepEqual(
      generationsOf(line).map(({ model }) => model),
      ['m1', 'm2', 'm1'],
    );
    assert.deepEqual(takenBy(generationsOf(line)), {
      models: ['m1', 'm2'],
      tokens: { prompt: 4_000, completion: 40, cached: 500 },
      unknown: 0,
      cost: 1.5,
      ms: 2_100,
    });
  });

  it('have a line of their own in each turn: another speaker begins a new one', () => {
    const next = [userSaid('m2'), started(4), said(4, prose('Well.')), ended(4)];
    assert.deepEqual(
      shown(metas(...turn(ended(3)), ...next)).map(line => generationsOf(line).length),
      [3, 1],
    );
  });

  it('keep a line that says more than numbers, and count it', () => {
    const cut = ended(3, { outcome: 'stream-error' });
    const lines = shown(metas(...turn(cut), started(4), said(4, prose('Again.')), ended(4)));
    assert.deepEqual(
      lines.map(line => [line.outcome, generationsOf(line).length]),
      [
        ['stream-error', 3],
        ['complete', 4],
      ],
    );
  });

  it('tell how many did not say what they used, with what caps count for them', () => {
    const silent: Fact = { kind: 'generationEnded', genseq: 3, outcome: 'complete', estimate: { tokens: 1_200 } };
    const [line] = shown(metas(...turn(silent)));
    assert.ok(line);
    const { unknown, estimate, tokens } = takenBy(generationsOf(line));
    assert.deepEqual([unknown, estimate, tokens?.prompt], [1, 1_200, 3_000]);
    assert.deepEqual(takenBy([{ kind: 'meta', key: 'k', at: '', outcome: 'complete', model: 'playbook' }]), {
      models: ['playbook'],
      unknown: 0,
    });
  });

  it('are the same when the records before them come later, wherever the two were cut', () => {
    const all = records(...turn(ended(3)), started(4), said(4, prose('More.')), ended(4), userSaid('m2'));
    let joined = 0;
    for (let second = 2; second < all.length; second++) {
      for (let first = 1; first < second; first++) {
        const list = createItemList({ course: 1, earlier: second });
        for (const record of all.slice(second)) list.add(record);
        const isDone =
          list.prepend(all.slice(first, second), { course: 1, earlier: first }) &&
          list.prepend(all.slice(0, first), place);
        if (!isDone) continue;
        joined++;
        assert.deepEqual(list.items(), toItems(all, place), `cut at ${first} and ${second}`);
      }
    }
    assert.ok(joined > 100);
  });
});
