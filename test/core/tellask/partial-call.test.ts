// Calls whose arguments still stream (SPEC 23.3).
import assert from 'node:assert/strict';
import { partialCall } from '../../../src/core/tellask/partial-call.ts';

describe('a call whose arguments still come', () => {
  it('shows what is there at every cut, and never takes any of it back', () => {
    const args = JSON.stringify({ to: 'coder', content: 'Fix "it"\nIn src\\add.js – é\t!' });
    let shown = '';
    for (let cut = 0; cut <= args.length; cut++) {
      const { headline, body } = partialCall('tellask', args.slice(0, cut));
      const text = `${headline}\n${body}`.trimEnd();
      if (text.includes(' ')) assert.ok(text.startsWith(shown.trimEnd()) || shown === '', `${shown} → ${text}`);
      if (text.includes(' ')) shown = text;
    }
    assert.equal(shown, '@coder Fix "it"\nIn src\\add.js – é\t!');
  });

  it('shows questions to the person and to the caller', () => {
    assert.deepEqual(partialCall('ask_human', '{"question":"Deploy?","details":"I adv'), {
      headline: '@human Deploy?',
      body: 'I adv',
    });
    assert.deepEqual(partialCall('ask_back', '{"question":"Which'), { headline: '@tellasker Which', body: '' });
    assert.deepEqual(partialCall('tellask', ''), { headline: '', body: '' });
  });
});
