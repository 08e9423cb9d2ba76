import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createBlockSplitter, splitBlocks } from '../../../webview/shared/text/blocks.ts';

/** Checks the blocks of a whole text. */
function checkBlocks(text: string, blocks: readonly string[]): void {
  assert.deepEqual(splitBlocks(text), blocks);
}

describe('splitting markdown into blocks', () => {
  it('cuts at blank lines', () => checkBlocks('a\nb\n\n\nc', ['a\nb', 'c']));
  it('takes a heading by itself', () => checkBlocks('# One\ntext\n## Two\nmore', ['# One', 'text', '## Two', 'more']));
  it('keeps a code block whole, blank lines and all', () =>
    checkBlocks('```ts\na\n\n# b\n```\nend', ['```ts\na\n\n# b\n```', 'end']));
  it('lets a code block interrupt a paragraph', () => checkBlocks('text\n~~~\na\n~~~', ['text', '~~~\na\n~~~']));
  it('closes a code block only with a fence that is as long', () =>
    checkBlocks('````\n```\n\nx\n````', ['````\n```\n\nx\n````']));
  it('keeps a list whole over blank lines and indented text', () =>
    checkBlocks('- a\n\n  more\n- b\n\n- c\n\nend', ['- a\n\n  more\n- b\n\n- c', 'end']));
  it('keeps a code block inside of its list', () =>
    checkBlocks('1. a\n   ```\n   x\n\n   y\n   ```\n2. b', ['1. a\n   ```\n   x\n\n   y\n   ```\n2. b']));
  it('keeps indented code whole over blank lines', () => checkBlocks('    a\n\n    b\n\nc', ['    a\n\n    b', 'c']));
  it('leaves a text with link definitions in one piece', () =>
    checkBlocks('see [x]\n\n[x]: https://a.b', ['see [x]\n\n[x]: https://a.b']));
  it('cuts a long list between its items only', () => {
    const item = `- ${'x'.repeat(900)}\n`;
    assert.deepEqual(
      splitBlocks(item.repeat(5)).map(block => block.split('\n').length),
      [3, 2],
    );
  });
  it('has no blocks for blank text', () => checkBlocks(' \n\n', []));

  it('gives the same blocks however the text is cut', () => {
    const line = fc.constantFrom(
      '',
      '# h',
      'text',
      '- item',
      '  more',
      '```ts',
      '```',
      '    code',
      '1. one',
      '| a |',
      '> q',
    );
    const lines = fc.array(line, { maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 7 }), (all, size) => {
        const text = all.join('\n');
        const splitter = createBlockSplitter();
        for (let at = 0; at < text.length; at += size) splitter.push(text.slice(at, at + size));
        splitter.end();
        assert.deepEqual(splitter.blocks, splitBlocks(text));
      }),
    );
  });
});

describe('the tail of a growing text', () => {
  it('is the unfinished block as text', () => {
    const splitter = createBlockSplitter();
    splitter.push('done\n\ngrow\ning');
    assert.deepEqual(splitter.blocks, ['done']);
    assert.deepEqual(splitter.tail(), { kind: 'text', text: 'grow\ning' });
  });

  it('is code while a code block is open, its language known', () => {
    const splitter = createBlockSplitter();
    splitter.push('```ts title\nconst a = 1;\ncon');
    assert.deepEqual(splitter.tail(), { kind: 'code', language: 'ts', chunks: [], text: 'const a = 1;\ncon' });
  });

  it('freezes the lines of a long code block in chunks that never change', () => {
    const splitter = createBlockSplitter();
    const line = `${'x'.repeat(99)}\n`;
    splitter.push(`\`\`\`\n${line.repeat(50)}`);
    const tail = splitter.tail();
    assert.ok(tail.kind === 'code');
    assert.equal(tail.chunks.length, 2);
    assert.equal(tail.chunks.join('') + tail.text, line.repeat(50));
  });
});
