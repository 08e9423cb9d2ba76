import assert from 'node:assert/strict';
import { deserialize, serialize } from '../../../src/core/belief/history/serialize.ts';
import { isReason, keptText, type Reason, whyOf } from '../../../src/core/belief/values/reasons.ts';
import { reasonTextZh as inChinese } from '../../../src/core/prompt/words/zh/reasons.ts';
import { context, play, set } from './support.ts';

const { state } = play([[{ start: 'query' }, set('query', 'limit', -9), { start: 'nothing' }, { dance: 'query' }]]);

describe('reasons that a state keeps', () => {
  it('are kept as data, and said in English and in Chinese', () => {
    const whys = state.refused.flatMap(each => whyOf(each) ?? []);
    assert.deepEqual(
      whys.map(({ id }) => id),
      ['slot', 'unknown-flow', 'unknown-command'],
    );
    assert.deepEqual(state.refused.map(keptText), [
      'limit: -9 is below -5',
      'there is no flow nothing',
      'there is no command dance',
    ]);
    assert.deepEqual(whys.map(inChinese), ['limit：-9 小于 -5', '没有流程 nothing', '没有命令 dance']);
  });

  it('survive being stored, and are read in the words of older versions', () => {
    const again = deserialize(JSON.parse(JSON.stringify(serialize(state))), context);
    assert.deepEqual(again.ok && again.state, state);
    const older = { ...state, refused: [{ command: null, reason: 'limit: -9 is below -5' }] };
    const read = deserialize(JSON.parse(JSON.stringify(serialize(older))), context);
    const why: Reason = { id: 'told', text: 'limit: -9 is below -5' };
    assert.deepEqual(read.ok && read.state.refused.map(whyOf), [why]);
    assert.equal(inChinese(why), 'limit: -9 is below -5');
  });

  it('make a stored state unusable when they cannot be said', () => {
    for (const why of [
      null,
      'slot',
      { id: 'nonsense' },
      { id: 'constructor' },
      { id: 'lacks' },
      { id: 'slot', slot: 'a' },
    ]) {
      assert.equal(isReason(why), false, JSON.stringify(why));
      const read = deserialize({ ...serialize(state), refused: [{ command: null, why }] }, context);
      assert.equal(read.ok, false, JSON.stringify(why));
    }
  });
});
