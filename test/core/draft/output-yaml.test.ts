import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { parseMindOutput } from '../../../src/core/draft/output-yaml.ts';
import { scalarLines } from '../../../src/core/draft/scalar.ts';
import { hostileText, hostileTexts } from './hostile-texts.ts';

interface Read {
  readonly thoughts?: readonly string[];
  readonly draft?: string;
  readonly note?: string;
  readonly warning?: RegExp;
}

function checkOutput(text: string, { thoughts = [], warning, ...expected }: Read): void {
  const { warning: warned, ...read } = parseMindOutput(text);
  assert.deepEqual(read, { thoughts, ...expected });
  if (warning) assert.match(warned ?? '', warning);
  else assert.equal(warned, undefined);
}

const rows: readonly (readonly [name: string, output: string, read: Read])[] = [
  [
    'thoughts and a draft',
    'thoughts:\n  - |\n    one\n  - two\n\ndraft: |\n  Hello\n  you\n',
    { thoughts: ['one', 'two'], draft: 'Hello\nyou' },
  ],
  ['a draft alone', 'draft: Hello', { draft: 'Hello' }],
  ['thoughts alone', 'thoughts: [one]', { thoughts: ['one'] }],
  ['nothing at all', '', {}],
  ['blanks only', ' \n\n', {}],
  ['an empty map', '{}', {}],
  ['a comment only', '# still thinking', {}],
  ['an empty fence', '```yaml\n```', {}],
  [
    'a note beside the draft',
    'draft: A\nnote: |\n  not sure\n  about dates',
    { draft: 'A', note: 'not sure about dates' },
  ],
  ['a note that is long is cut', `note: ${'x'.repeat(500)}`, { note: `${'x'.repeat(199)}…` }],
  ['skip: no draft whatever draft says', 'draft: A\nskip: true', {}],
  ['skip: false', 'draft: A\nskip: false', { draft: 'A' }],
  ['a fence without info', '```\ndraft: A\n```', { draft: 'A' }],
  ['a fence with any info string', '~~~~ text output here\ndraft: A\n~~~~', { draft: 'A' }],
  ['a fence that is never closed', '```yml\ndraft: |\n  A\n', { draft: 'A' }],
  [
    'a fence that is indented',
    'So:\n\n   ```yaml\n   draft: |\n     A\n     ```\n     B\n   ```\n',
    { draft: 'A\n```\nB' },
  ],
  [
    'YAML in a fence within the draft among prose',
    'So:\ndraft: |\n  Do:\n  ```yaml\n  draft: B\n  ```\n',
    { draft: 'Do:\n```yaml\ndraft: B\n```' },
  ],
  ['prose around a fence', 'Here it is:\n\n```yaml\nthoughts: a\n```\nHope it helps!', { thoughts: ['a'] }],
  ['prose around bare YAML', 'Sure, my draft.\ndraft: |\n  A\n  B\nThat is all, friends.', { draft: 'A\nB' }],
  ['a list at the first column among prose', 'Well.\nthoughts:\n- a\n- b\nDone.', { thoughts: ['a', 'b'] }],
  ['a code fence within the draft', 'draft: |\n  Do:\n  ```sh\n  ls\n  ```\n', { draft: 'Do:\n```sh\nls\n```' }],
  ['document marks', '---\ndraft: A\n---\n', { draft: 'A' }],
  ['Windows line ends', 'draft: |\r\n  A\r\n  B\r\n', { draft: 'A\nB' }],
  ['a single string as one thought', 'thoughts: just this', { thoughts: ['just this'] }],
  ['numbers as text, as written', 'thoughts: [1.50, 0x1F]\ndraft: 1e3', { thoughts: ['1.50', '0x1F'], draft: '1e3' }],
  ['blank texts', 'thoughts: ["", " "]\ndraft: ""\nnote:', {}],
  ['keys it does not know beside those it does', 'mood: fine\ndraft: A', { draft: 'A' }],
  ['a thought of another type', 'thoughts: [a, {b: c}, true]', { thoughts: ['a'], warning: /thought 2.*thought 3/ }],
  ['thoughts of another type', 'thoughts: {a: b}\ndraft: A', { draft: 'A', warning: /thoughts is not text/ }],
  ['a draft of another type', 'draft: [a]\nthoughts: b', { thoughts: ['b'], warning: /draft is not text/ }],
  ['skip of another type', 'skip: maybe\ndraft: A', { draft: 'A', warning: /skip/ }],
  ['broken YAML', 'draft: "never closed', { warning: /broken YAML/ }],
  ['a key twice', 'draft: A\ndraft: B', { warning: /broken YAML/ }],
  ['prose alone', 'I would rather say nothing.', { warning: /not YAML/ }],
  ['a map without a known key', 'messages: [a]', { warning: /not YAML/ }],
  ['a list', '- a\n- b', { warning: /not YAML/ }],
];

describe('the output of the mind', () => {
  for (const [name, output, read] of rows) it(`takes ${name}`, () => checkOutput(output, read));

  it('does not break on nesting that no parser bears', () => {
    // Mocha keeps whole stacks, which takes seconds where there is one of this depth.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 10;
    const { warning } = parseMindOutput(`draft: ${'['.repeat(5000)}`);
    Error.stackTraceLimit = stackTraceLimit;
    assert.ok(warning);
  });

  it('gives nothing for any text that is no such YAML, and never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void parseMindOutput(text)));
  });

  it('gives back any text exactly, written by us', () => {
    fc.assert(
      fc.property(hostileText, text => {
        const output = `thoughts:\n  - ${scalarLines(text, { indent: 4 })}draft: ${scalarLines(text, { indent: 2 })}`;
        checkOutput(output, text.trim() === '' ? {} : { thoughts: [text], draft: text });
      }),
    );
  });

  for (const [name, text] of hostileTexts) {
    it(`gives back ${name}, written by another program`, () => {
      checkOutput(stringify({ draft: text }, { defaultStringType: 'QUOTE_DOUBLE' }), { draft: text });
    });
  }
});
