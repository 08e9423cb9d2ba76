// The beliefs as a responder reads them.
import assert from 'node:assert/strict';
import { emptyState } from '../../../src/core/belief/state.ts';
import { playTurn } from '../../../src/core/belief/turn.ts';
import { beliefText, clarifyText } from '../../../src/core/prompt/belief-text.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { domainOf, head, play, set, shop } from '../belief/support.ts';

describe('the beliefs in a request', () => {
  it('name the flows that wait, the next first', () => {
    const { state } = play([[{ start: 'chat' }], [{ start: 'pick' }], [{ start: 'query' }]]);
    const words = promptTexts('en').belief;
    const lines = beliefText(state, { words, domain: shop, guided: false }).split('\n');
    const at = lines.indexOf(words.below);
    assert.ok(at > 0, lines.join('\n'));
    const [next = '', last = ''] = lines.slice(at + 1);
    assert.match(next, /^- .*\bpick\b/);
    assert.match(last, /^- .*\bchat\b/);
  });

  for (const language of ['en', 'zh'] as const) {
    it(`leave no word out (${language})`, () => {
      const { guide, stepStates } = promptTexts(language).belief;
      assert.deepEqual(
        Object.entries({ ...guide, ...stepStates }).filter(([, text]) => text === ''),
        [],
      );
    });
  }

  it('say in the work language why something was not taken over, and what a value still lacks', () => {
    const group = '{type: GroupSlot, priority: required, min_size: 2}';
    const domain = domainOf(`${head}flows:\n  - {name: sort, intent: Read, slots: {by: ${group}}}\n`);
    const commands = [{ start: 'sort' }, set('sort', 'by', ['age']), { start: 'nothing' }];
    const { state } = playTurn({ domain }, emptyState, { turn: 1, predictions: [], commands });
    const read = (language: 'en' | 'zh') => {
      const words = promptTexts(language).belief;
      return {
        prompt: beliefText(state, { words, domain, guided: false }),
        question: clarifyText(state, { words, domain }).body,
      };
    };
    const english = read('en');
    assert.match(english.prompt, /not enough: has 1 of at least 2/);
    assert.match(english.prompt, /- there is no flow nothing/);
    assert.match(english.question, /- there is no flow nothing/);
    assert.match(english.question, /- by.* \(has 1 of at least 2\)$/m);
    const chinese = read('zh');
    assert.match(chinese.prompt, /还不够：至少要 2 个，现有 1 个/);
    assert.match(chinese.prompt, /- 没有流程 nothing/);
    assert.match(chinese.question, /- 没有流程 nothing/);
    assert.match(chinese.question, /- by.* \(至少要 2 个，现有 1 个\)$/m);
  });

  it('say nothing of others where none wait', () => {
    const { state } = play([[{ start: 'query' }]]);
    const words = promptTexts('en').belief;
    assert.ok(!beliefText(state, { words, domain: shop, guided: false }).includes(words.below));
  });
});
