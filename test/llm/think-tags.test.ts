import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createThinkSplitter } from '../../src/llm/openai/think-tags.ts';
import { runs } from '../support/properties.ts';

/** `T:` thinking, `S:` saying; adjacent parts of one kind are joined. */
function split(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  const splitter = createThinkSplitter({
    write(segment, text) {
      assert.notEqual(text, '');
      const mark = segment === 'thinking' ? 'T:' : 'S:';
      const last = parts.length - 1;
      if (parts[last]?.startsWith(mark)) parts[last] += text;
      else parts.push(mark + text);
    },
    wasThinking() {
      for (const [at, part] of parts.entries()) parts[at] = part.replace(/^S:/, 'T:');
    },
  });
  for (const piece of pieces) splitter.push(piece);
  splitter.flush();
  return parts;
}

describe('think tags', () => {
  const cases: [name: string, text: string, parts: string[]][] = [
    ['text without tags is speech, exactly', ' a <b> c < d\n', ['S: a <b> c < d\n']],
    [
      'a leading block is thinking, without the line breaks around it',
      '\n<think>\nhm\n</think>\n\n  Hi',
      ['T:hm\n', 'S:  Hi'],
    ],
    ['an empty block is nothing', '<think>\n\n</think>\n\nHi', ['S:Hi']],
    ['a block inside speech is thinking', 'a <think>b</think> c', ['S:a ', 'T:b', 'S: c']],
    ['several blocks alternate', '<think>a</think>b<think>c</think>d', ['T:a', 'S:b', 'T:c', 'S:d']],
    ['a block that never ends stays thinking', '<think>a</thin', ['T:a</thin']],
    ['a quoted tag is speech', 'Use `<think>` or "<think>" tags', ['S:Use `<think>` or "<think>" tags']],
    [
      'tags in fenced code are speech',
      'So:\n```xml\n<think>\na\n</think>\n```\nb',
      ['S:So:\n```xml\n<think>\na\n</think>\n```\nb'],
    ],
    ['a tag that code shows alone is speech', '~~~\n<think>\n~~~\nb', ['S:~~~\n<think>\n~~~\nb']],
    ['harmony marks in fenced code are speech', '```\n<|end|>\n```\na<|end|>', ['S:```\n<|end|>\n```\na']],
    ['a block behind fenced code is thinking', '```\na\n```\n<think>b</think>c', ['S:```\na\n```\n', 'T:b', 'S:c']],
    ['fenced code in thinking that began unopened does not hide its end', '```\na\n</think>\nb', ['T:```\na\n', 'S:b']],
    ['a partial tag at the end is speech', 'a <thin', ['S:a <thin']],
    ['a closing tag alone is speech', 'a</think>b', ['S:a</think>b']],
    [
      'a closing tag at the end of a line alone ends thinking that began unopened',
      'hm\n</think>\n\nHi',
      ['T:hm\n', 'S:Hi'],
    ],
    ['a closing tag after a thinking block is speech', '<think>a</think>b\n</think>\nc', ['T:a', 'S:b\n</think>\nc']],
    ['the spelling <thinking>', '<thinking>a</thinking>b', ['T:a', 'S:b']],
    ['the spelling <thought>', '<thought>\na</thought>\nb', ['T:a', 'S:b']],
    ['the spelling [THINK]', '[THINK]a[/THINK]b [x] c', ['T:a', 'S:b [x] c']],
    ['the spelling ◁think▷', '◁think▷a◁/think▷b', ['T:a', 'S:b']],
    [
      'the other spellings later in the text are speech',
      'x <thought>a</thought> [THINK]',
      ['S:x <thought>a</thought> [THINK]'],
    ],
    [
      'harmony channels',
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>',
      ['T:a', 'S:b'],
    ],
    ['white space alone is nothing', ' \n', []],
    ['code at the end of thinking does not hide the closing tag', '<think>`x`</think>y', ['T:`x`', 'S:y']],
  ];
  for (const [name, text, parts] of cases) {
    it(name, () => {
      assert.deepEqual(split([text]), parts);
      assert.deepEqual(split([...text]), parts);
    });
  }

  it('any split of any text gives the same parts', () => {
    const words = fc.constantFrom(
      '<think>',
      '</think>',
      '<th',
      'ink>',
      '</',
      '<',
      '>',
      '`',
      '"',
      ' ',
      '\n',
      '\r\n',
      'a',
      'think',
      '[THINK]',
      '```',
      '~~~',
      '\n</think>\n',
      '<thought>',
      '</thought>',
      '<|end|>',
      '<|channel|>analysis<|message|>',
      '🙂',
    );
    const text = fc.array(words, { maxLength: 14 }).map(list => list.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (whole, cuts) => {
        const places = [0, ...cuts.filter(cut => cut < whole.length).toSorted((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end));
        assert.deepEqual(split(pieces), split([whole]));
      }),
      runs(2_000),
    );
  });

  it('gives out white space that never ends, so that limits can count it', () => {
    for (const lead of ['', '<think>', 'a</think>']) {
      let given = 0;
      const splitter = createThinkSplitter({
        write: (_, text) => {
          given += text.length;
        },
        wasThinking() {},
      });
      splitter.push(lead);
      for (let at = 0; at < 100; at++) splitter.push(' '.repeat(100));
      assert.ok(given > 8_000, `${lead}: ${given}`);
    }
  });

  it('holds back nothing but a possible tag', () => {
    const given: string[] = [];
    const splitter = createThinkSplitter({
      write: (_, text) => given.push(text),
      wasThinking: () => assert.fail('no closing tag'),
    });
    for (const piece of ['a', 'b <', 'c', '<think', 'er>']) splitter.push(piece);
    assert.deepEqual(given, ['a', 'b ', '<c', '<thinker>']);
  });
});
