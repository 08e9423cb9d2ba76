import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bodyBeside, splitOptions } from '../../../src/core/dialog/view/answer-options.ts';

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
    const piece = fc.constantFrom('- ', '* ', '1. ', '\n', '\r', 'Red', 'Blue', '**', '`', ' ', '[ ] ', '+');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30, size: 'max' }), pieces => {
        const body = pieces.join('');
        const { text, options } = splitOptions(body);
        const words = (from: string) => from.match(/Red|Blue/g) ?? [];
        assert.deepEqual([...words(text), ...words(options.join('\n'))], words(body.replaceAll(/\*\*|`/g, '')));
      }),
    );
  });
});
