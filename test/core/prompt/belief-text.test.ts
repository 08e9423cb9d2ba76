// The beliefs as a responder reads them.
import assert from 'node:assert/strict';
import { beliefText } from '../../../src/core/prompt/belief-text.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { play, shop } from '../belief/support.ts';

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

  it('say nothing of others where none wait', () => {
    const { state } = play([[{ start: 'query' }]]);
    const words = promptTexts('en').belief;
    assert.ok(!beliefText(state, { words, domain: shop, guided: false }).includes(words.below));
  });
});
