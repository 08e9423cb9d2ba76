import assert from 'node:assert/strict';
import type { Fact } from '../../../src/core/dialog/record.ts';
import { toItems } from '../../../webview/dialog/items/items.ts';
import { created, records } from './records.ts';

const place = { course: 1, earlier: 0 };
const sent = (content: string): Fact => ({ kind: 'draftMessageSent', msgId: content, content });
const accepted = (draftId: string): Fact => ({ kind: 'draftAccepted', draftId, by: 'person', historyPairs: 10 });

function stepped(genseq: number, text?: string): Fact {
  const draft = text === undefined ? {} : { draft: { id: `d${genseq}`, text } };
  return { kind: 'draftStepped', genseq, thoughts: [], joinings: [], bufferSize: 5, poolSize: 50, ...draft };
}

describe('items of a draft dialogue', () => {
  const facts = [created, sent('One'), stepped(1, 'A'), stepped(2), stepped(3, 'B'), accepted('d1'), sent('Two')];

  it('are the message, all its drafts, and what was accepted', () => {
    const items = toItems(records(...facts, stepped(4, 'C')), place);
    assert.deepEqual(
      items.map(item => (item.kind === 'drafts' ? [item.accepted, ...item.drafts.map(({ text }) => text)] : item.kind)),
      ['user', ['d1', 'A', 'B'], 'prose', 'user', [undefined, 'C']],
    );
    const answer = items[2];
    assert.ok(answer?.kind === 'prose' && answer.text === 'A' && answer.opens);
  });

  it('keep the generation of each draft, from which a branch begins', () => {
    const drafts = toItems(records(...facts), place).flatMap(item => (item.kind === 'drafts' ? item.drafts : []));
    assert.deepEqual(
      drafts.map(({ id, genseq }) => [id, genseq]),
      [
        ['d1', 1],
        ['d3', 3],
      ],
    );
  });

  it('show what was pruned', () => {
    const items = toItems(records(...facts, { kind: 'exchangesPruned', pairs: 2 }), place);
    assert.deepEqual(items.at(-1), { kind: 'pruned', key: '1.7', at: '1970-01-01T00:00:07.000Z', pairs: 2 });
  });

  it('begin in the middle of an exchange', () => {
    const items = toItems(records(stepped(3, 'B'), accepted('d1'), stepped(4, 'C')), { course: 1, earlier: 4 });
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['drafts', 'drafts'],
    );
  });
});
