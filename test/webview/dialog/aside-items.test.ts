// Asides in the conversation: what belongs to one hangs together, and its end says what it changed (SPEC 19.1).
import assert from 'node:assert/strict';
import type { AsideId } from '../../../src/core/base/ids.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { Item } from '../../../webview/dialog/items/item.ts';
import { createItemList, toItems } from '../../../webview/dialog/items/items.ts';
import { callId, created, ended, made, prose, records, said, started, supplied, tellask, userSaid } from './records.ts';

const place = { course: 1, earlier: 0 };
const opened = (id: string, because: 'words' | 'answers' = 'words'): Fact => ({
  kind: 'asideOpened',
  asideId: id as AsideId,
  because,
});
const closed = (id: string): Fact => ({ kind: 'asideEnded', asideId: id as AsideId });
const told = (id: string, by?: 'person'): Fact => ({
  kind: 'calleeTold',
  callId: callId(id),
  content: 'Use oak.',
  ...(by && { by }),
});

const waiting = [created, userSaid('m1'), started(1), said(1, tellask('c1')), ended(1), made('c1', 's1')];
const aside = [opened('a1'), userSaid('m2'), started(2), said(2, prose('Soon.')), ended(2), closed('a1')];

function marks(items: readonly Item[]): readonly string[] {
  return items.map(({ kind, inAside }) => (inAside ? `| ${kind}` : kind));
}

describe('an aside in the conversation', () => {
  it('is marked from the line where it opens to the line before its end', () => {
    const items = toItems(records(...waiting, ...aside, supplied('c1', 's1')), place);
    assert.deepEqual(marks(items).slice(3), ['| aside', '| user', '| prose', '| meta', 'asideEnd', 'answer']);
    const [line] = items.filter(item => item.kind === 'aside');
    assert.deepEqual(line?.waitsFor, ['researcher']);
  });

  it('says at its end how the team was steered', () => {
    const instead: Fact = { ...(made('c3', 's3') as Extract<Fact, { kind: 'tellaskMade' }>), instead: callId('c1') };
    const steered = [
      opened('a1'),
      userSaid('m2'),
      started(2),
      said(2, tellask('c2'), tellask('c3')),
      ended(2),
      told('c1'),
      told('c1', 'person'),
      made('c2', 's2'),
      instead,
      closed('a1'),
    ];
    const items = toItems(records(...waiting, ...steered), place);
    const end = items.find(item => item.kind === 'asideEnd');
    assert.deepEqual(end?.deeds, { told: 1, dismissed: 0, reassigned: 1, called: 1 });
    const [first] = items.filter(item => item.kind === 'tellask');
    assert.equal(first?.state.kind, 'reassigned');
    assert.deepEqual(first?.told, [{ content: 'Use oak.' }, { content: 'Use oak.', by: 'person' }]);
  });

  it('that is loaded in parts is the same as loaded at once', () => {
    const all = records(...waiting, ...aside, supplied('c1', 's1'));
    const whole = toItems(all, place);
    for (let cut = 1; cut < all.length; cut++) {
      const list = createItemList({ course: 1, earlier: cut });
      for (const record of all.slice(cut)) list.add(record);
      if (!list.prepend(all.slice(0, cut), place)) continue;
      assert.deepEqual(list.items(), whole, `cut at ${cut}`);
    }
  });
});
