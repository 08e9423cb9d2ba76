import assert from 'node:assert/strict';
import { oneLine, visibleFence } from '../../src/tools/files/show-change.ts';

describe('a text put to a person', () => {
  const shown = (text: string) => visibleFence('', text).split('\n').slice(1, -1).join('\n');

  it('shows every character that hides, reorders or stands for nothing', () => {
    const hiding = [
      ...[0x00, 0x08, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180e, 0x200b, 0x200d, 0x200e],
      ...[0x2028, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164, 0xfe00, 0xfeff, 0xffa0],
      ...[0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe0100],
    ];
    for (const code of hiding) {
      const named = `rm${`\\u{${code.toString(16)}}`}x`;
      assert.equal(shown(`rm${String.fromCodePoint(code)}x`), named);
      if (code !== 0xfeff && code !== 0x2028) assert.equal(oneLine(`rm${String.fromCodePoint(code)}x`), named);
    }
  });

  it('leaves letters of all scripts, tabs, lines, accents and emoji as they are', () => {
    for (const text of ['a\tb\nc', 'e\u0301', '用户', 'עברית', 'हिन्दी', '\u2764\ufe0f', '👍🏽'])
      assert.equal(shown(text), text);
  });
});
