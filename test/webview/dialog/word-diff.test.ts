import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffWords } from '../../../webview/dialog/items/word-diff.ts';

const marks = { same: '=', removed: '-', added: '+' } as const;

function checkDiff(older: string, newer: string, expected: readonly string[], locale = 'en'): void {
  const parts = diffWords(older, newer, locale);
  assert.deepEqual(
    parts.map(({ kind, text }) => `${marks[kind]}${text}`),
    expected,
  );
}

describe('the difference of two drafts', () => {
  it('is told by words', () => {
    checkDiff('a soft texture here', 'a very soft texture', ['=a ', '+very ', '=soft ', '-texture here', '+texture']);
  });

  it('is nothing for the same text, and all for another one', () => {
    checkDiff('same text', 'same text', ['=same text']);
    checkDiff('', 'new', ['+new']);
  });

  it('knows the words of scripts without spaces', () => {
    checkDiff('今天天气很好', '今天天气不好', ['=今天天气', '-很好', '+不好'], 'zh');
  });

  it('holds both texts, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }), (older, newer) => {
        const parts = diffWords(older, newer, 'en');
        const without = (kind: string) => parts.map(part => (part.kind === kind ? '' : part.text)).join('');
        assert.equal(without('added'), older);
        assert.equal(without('removed'), newer);
      }),
    );
  });
});
