import assert from 'node:assert/strict';
import { guessText } from '../../src/tools/files/guess-encoding.ts';

describe('a guess at an encoding', () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
  for (const [encoding, hex, text] of [
    ['gb18030', '2f2f20 c4e3bac3 0a', '// 你好\n'],
    ['gb18030', 'b4edcef3', '错误'],
    ['shift_jis', '2f2f20 93fa967b', '// 日本'],
    ['shift_jis', '834783898 15b', 'エラー'],
    ['euc-jp', 'a4b3a4f3a4cba4c1a4cf', 'こんにちは'],
    ['euc-kr', 'bec8b3e7c7cfbcbcbfe4', '안녕하세요'],
    ['big5', 'bff9bb7e', '錯誤'],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
    ['windows-1252', '636166e9 206e', 'café n'],
    ['windows-1252', '4772f6df65', 'Größe'],
    ['windows-1252', '9348 9420 97', '“H” —'],
    ['utf-16le', '6100 604f 0a00', 'a你\n'],
    ['utf-16be', '0061 4f60 000a', 'a你\n'],
  ] as const) {
    it(`reads ${text.trim()} in ${encoding}`, () => assert.deepEqual(guessText(bytes(hex)), { text, encoding }));
  }

  it('takes no picture and no program for text', () => {
    for (const hex of ['89504e470d0a1a0a', '7f454c4602010100', '006e6565646c65', '00000001ffff0000'])
      assert.equal(guessText(bytes(hex)), undefined, hex);
  });

  it('looks at the beginning of a long text, and reads all of it', () => {
    const text = guessText(Buffer.concat([Buffer.alloc(63_999, 'x'), bytes('c4e3bac3')]))?.text;
    assert.equal(text?.slice(-2), '你好');
  });
});
