// What the editor shows in a notification is text, whoever wrote it (SPEC 18.7).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainNotice } from '../../src/host/notices/plain-notice.ts';

/** How the editor finds links in a message. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe('text in a notification', () => {
  it('holds no link, whatever stands in it', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '](',
      '[x](command:evil)',
      '[x](https://evil "t")',
      'file:/x',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => {
        assert.doesNotMatch(plainNotice(parts.join('')), link);
      }),
    );
  });

  it('reads as it was written', () => {
    const text = 'Run: grep -E "[a-z](b)" $(ls) 中文 — done';
    assert.equal(plainNotice(text).replaceAll('\u200b', ''), text);
    assert.equal(plainNotice('Edit src/a.ts'), 'Edit src/a.ts');
  });

  it('stands in the order of its letters', () => {
    assert.equal(plainNotice('rm \u202ecod.\u202c'), 'rm \ufffdcod.\ufffd');
  });
});
