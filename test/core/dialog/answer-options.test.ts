import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bodyBeside, questionBeside, splitOptions } from '../../../src/core/dialog/view/answer-options.ts';

describe('the options of a question', () => {
  it('are the list that its body ends in, without emphasis', () => {
    const body = 'It saves **three minutes**.\n\n- **Yes**, turn `minify` off\n- No, keep it\n';
    assert.deepEqual(splitOptions(body), {
      text: 'It saves **three minutes**.',
      options: ['Yes, turn minify off', 'No, keep it'],
    });
    assert.deepEqual(splitOptions('1. Red\n2) Blue').options, ['Red', 'Blue']);
    assert.equal(splitOptions('- Red\n- Blue').text, '');
  });

  it('are the bold beginnings of items, or what stands before the colon of long ones; the rest describes them', () => {
    const long = 'it is what most books of accounts do, and what the tests of the old system expect';
    const body = `How to round?\n\n1. **Half up**: ${long}\n2. **Half even** - banks do so\n3. Never: ${long}\n4. Ask: me`;
    const options = ['Half up', 'Half even', 'Never', 'Ask: me'];
    const descriptions = [long, 'banks do so', long, ''];
    assert.deepEqual(splitOptions(body), { text: 'How to round?', options, descriptions });
    assert.deepEqual(questionBeside(options, body), { text: 'How to round?', descriptions });
    assert.equal(bodyBeside(options, body), body);
    assert.deepEqual(splitOptions('- **Yes:** now\n- **\u4e0d**\uff1a\u4ee5\u540e').options, ['Yes', '\u4e0d']);
  });

  it('are none where the list is something else', () => {
    const others = [
      '',
      'Red or blue?',
      '- only one',
      '- Red\n- Red',
      '- Red\n- Blue\n\nWhich?',
      '- [ ] measure\n- [x] ask',
      'The steps:\n- Red\n  in two lines\n- Blue',
      `- Red\n- ${'long '.repeat(20)}`,
      Array.from({ length: 9 }, (_, index) => `- ${index}`).join('\n'),
      '-Red\n-Blue',
      '---\n---',
    ];
    for (const body of others) assert.deepEqual(splitOptions(body), { text: body, options: [] }, body);
  });

  it('leave the rest of the body to be read beside their buttons, of the same list only', () => {
    const body = 'Which?\n- Red\n- Blue';
    assert.equal(bodyBeside(['Red', 'Blue'], body), 'Which?');
    assert.equal(bodyBeside(['Red'], body), body);
    assert.equal(bodyBeside([], 'Which?'), 'Which?');
  });

  it('never lose a word of a body', () => {
    const piece = fc.constantFrom(': ', '- ', '* ', '1. ', '\n', '\r', 'Red', 'Blue', '**', '`', ' ', '[ ] ', '+');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30, size: 'max' }), pieces => {
        const body = pieces.join('');
        const { text, options, descriptions = [] } = splitOptions(body);
        const words = (from: string) => from.match(/Red|Blue/g) ?? [];
        assert.deepEqual(
          [...words(text), ...words(options.map((each, at) => `${each}\n${descriptions[at] ?? ''}`).join('\n'))],
          words(body.replaceAll(/\*\*|`/g, '')),
        );
      }),
    );
  });
});
