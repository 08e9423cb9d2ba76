import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { isInvisible } from '../../../src/core/draft/mind-map.ts';
import { parseMindOutput } from '../../../src/core/draft/output-yaml.ts';
import { scalarLines } from '../../../src/core/draft/scalar.ts';
import { runs } from '../../support/properties.ts';
import { hostileText, hostileTexts } from './hostile-texts.ts';

interface Read {
  readonly thoughts?: readonly string[];
  readonly draft?: string;
  readonly note?: string;
  readonly earlier?: readonly string[];
  readonly rest?: string;
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
  ['a line that begins in bold', 'draft: **Hello** there', { draft: '**Hello** there' }],
  [
    'a line that begins with code',
    'thoughts: [one]\ndraft: `npm test` runs it\nnote: n',
    { thoughts: ['one'], draft: '`npm test` runs it', note: 'n' },
  ],
  ['a line that begins with a link', 'draft: [Link](http://x) is it', { draft: '[Link](http://x) is it' }],
  ['a line that begins with a quotation', 'draft: "Quoted" he said', { draft: '"Quoted" he said' }],
  ['a line that begins with a name', 'draft: @anna look', { draft: '@anna look' }],
  ['a line that begins as a quote of mail', 'draft: > a quote', { draft: '> a quote' }],
  ['a line that begins with a per cent', 'draft: % of it\n', { draft: '% of it' }],
  ['a line that begins as a table', 'draft: | a | b |\n', { draft: '| a | b |' }],
  ['a line that begins with an ampersand', 'draft: & more', { draft: '& more' }],
  ['a line that begins as an anchor', 'draft: &a hello', { draft: '&a hello' }],
  ['a line that begins with an exclamation mark', 'draft: ! wow', { draft: '! wow' }],
  ['a line that begins as a tag', 'draft: !important do it # now', { draft: '!important do it # now' }],
  ['items that begin so', 'thoughts:\n  - !x y\n  - &a b\n  - #c\n', { thoughts: ['!x y', '&a b', '#c'] }],
  ['a heading before its text', 'draft: # Title\n  body', { draft: '# Title\nbody' }],
  ['a text with a hash', 'draft: #hashtag is it\nnote: #1', { draft: '#hashtag is it', note: '#1' }],
  ['a comment in the place of a draft', 'draft: # nothing new', { rest: '# nothing new' }],
  [
    'comments around a block',
    '# first\ndraft: | # of mine\n  text\n# last',
    { draft: 'text', rest: '# first\n# of mine\n# last' },
  ],
  [
    'comments beside quotes and between keys',
    'draft: "q" # a\n# b\nnote: x # c',
    { draft: 'q', note: 'x # c', rest: '# a\n# b' },
  ],
  ['a draft with an empty line that is kept', 'draft: |+\n  Hello\n\n', { draft: 'Hello\n\n' }],
  ['a draft that begins with empty lines', 'draft: |\n\n\n  Hello\n', { draft: '\n\nHello' }],
  ['thoughts alone', 'thoughts: [one]', { thoughts: ['one'] }],
  ['nothing at all', '', {}],
  ['blanks only', ' \n\n', {}],
  ['an empty map', '{}', {}],
  ['a comment only', '# still thinking', { rest: '# still thinking' }],
  ['a line with a per cent alone', '%KEEP a b\n', { rest: '%KEEP a b' }],
  ['a line with a per cent before a document', '%50 of it\n---\ndraft: A', { draft: 'A', rest: '%50 of it' }],
  [
    'a line with a per cent between documents',
    'draft: A\n...\n%x y\n---\nnote: n',
    { draft: 'A', note: 'n', rest: '%x y' },
  ],
  ['the version of YAML', '%YAML 1.2\n---\ndraft: A', { draft: 'A' }],
  [
    'words behind skip among prose',
    'skip: true one\n\nbad: [\ndraft: A',
    { draft: 'A', rest: 'skip: true one\n\nbad: [' },
  ],
  ['an empty fence', '```yaml\n```', {}],
  [
    'a note beside the draft',
    'draft: A\nnote: |\n  not sure\n  about dates',
    { draft: 'A', note: 'not sure about dates' },
  ],
  ['a note that is long is cut', `note: ${'x'.repeat(500)}`, { note: `${'x'.repeat(199)}…` }],
  ['skip: no draft whatever draft says', 'draft: A\nskip: true', {}],
  ['skip after a plain draft that is no YAML', 'draft: Well: yes\nskip: true', {}],
  ['skip before it', 'skip: true # now\ndraft: Well: yes\nthoughts: [a]', { thoughts: ['a'], rest: '# now' }],
  ['skip in one of several documents that are no YAML', 'draft: A: a\n---\ndraft: B: b\nskip: true', { draft: 'A: a' }],
  ['skip: false among lines that are no YAML', 'draft: Well: yes\nskip: false', { draft: 'Well: yes' }],
  ['skip: false', 'draft: A\nskip: false', { draft: 'A' }],
  ['a fence without info', '```\ndraft: A\n```', { draft: 'A' }],
  ['a fence with any info string', '~~~~ text output here\ndraft: A\n~~~~', { draft: 'A' }],
  ['a fence that is never closed', '```yml\ndraft: |\n  A\n', { draft: 'A' }],
  [
    'a fence that is indented',
    'So:\n\n   ```yaml\n   draft: |\n     A\n     ```\n     B\n   ```\n',
    { draft: 'A\n```\nB', rest: 'So:' },
  ],
  [
    'YAML in a fence within the draft among prose',
    'So:\ndraft: |\n  Do:\n  ```yaml\n  draft: B\n  ```\n',
    { draft: 'Do:\n```yaml\ndraft: B\n```', rest: 'So:' },
  ],
  [
    'prose around a fence',
    'Here it is:\n\n```yaml\nthoughts: a\n```\nHope it helps!',
    {
      thoughts: ['a'],
      rest: 'Here it is:\nHope it helps!',
    },
  ],
  [
    'prose around bare YAML',
    'Sure, my draft.\ndraft: |\n  A\n  B\nThat is all, friends.',
    { draft: 'A\nB\nThat is all, friends.', rest: 'Sure, my draft.' },
  ],
  [
    'a list at the first column among prose',
    'Well.\nthoughts:\n- a\n- b\nDone.',
    { thoughts: ['a', 'b'], rest: 'Well.\nDone.' },
  ],
  [
    'a plain draft that goes on over lines',
    'draft: Hello,\nhow are you?\n\nSee you.',
    { draft: 'Hello,\nhow are you?\n\nSee you.' },
  ],
  ['a plain draft with a colon', 'draft: One thing: bring bread', { draft: 'One thing: bring bread' }],
  ['a plain draft with a number sign', 'draft: You are #1 of us', { draft: 'You are #1 of us' }],
  ['a plain draft before another key', 'draft: A\nB\nnote: short\n', { draft: 'A\nB', note: 'short' }],
  ['a draft that begins below its key', 'draft:\nHello\nyou', { draft: 'Hello\nyou' }],
  ['a plain draft before a document of prose', 'draft: A\n\n---\n\nB', { draft: 'A', rest: 'B' }],
  ['a plain draft with code in it', 'draft: Do:\n```sh\nls\n```\nBye.', { draft: 'Do:\n```sh\nls\n```\nBye.' }],
  [
    'several fences, in their order',
    '```yaml\nthoughts: a\n```\nand\n```yaml\ndraft: B\n```',
    { thoughts: ['a'], draft: 'B', rest: 'and' },
  ],
  [
    'several documents, in their order',
    'thoughts: a\ndraft: One\n---\nthoughts: b\ndraft: Two\n',
    { thoughts: ['a', 'b'], draft: 'Two', earlier: ['One'] },
  ],
  ['a document of prose beside one', 'Sure!\n---\ndraft: A\n', { draft: 'A', rest: 'Sure!' }],
  ['notes of several documents', 'note: one\n---\nnote: two\n', { note: 'one two' }],
  ['skip in one of several documents', 'draft: A\n---\ndraft: B\nskip: true\n', { draft: 'A' }],
  ['invisible characters alone', '\u200b\u2060\ufeff \u3164', {}],
  ['a draft of invisible characters', 'draft: "\u200b\u00ad\u2800"\nthoughts: ["\u200b", a]', { thoughts: ['a'] }],
  ['a code fence within the draft', 'draft: |\n  Do:\n  ```sh\n  ls\n  ```\n', { draft: 'Do:\n```sh\nls\n```' }],
  ['document marks', '---\ndraft: A\n---\n', { draft: 'A' }],
  ['Windows line ends', 'draft: |\r\n  A\r\n  B\r\n', { draft: 'A\nB' }],
  ['a single string as one thought', 'thoughts: just this', { thoughts: ['just this'] }],
  ['numbers as text, as written', 'thoughts: [1.50, 0x1F]\ndraft: 1e3', { thoughts: ['1.50', '0x1F'], draft: '1e3' }],
  ['blank texts', 'thoughts: ["", " "]\ndraft: ""\nnote:', {}],
  ['keys it does not know beside those it does', 'mood: fine\ndraft: A', { draft: 'A', rest: 'mood: fine' }],
  [
    'a thought of another type',
    'thoughts: [a, {b: c}, true]',
    { thoughts: ['a'], rest: '{b: c}\ntrue', warning: /thought 2.*thought 3/ },
  ],
  [
    'thoughts of another type',
    'thoughts: {a: b}\ndraft: A',
    { draft: 'A', rest: '{a: b}', warning: /thoughts is not text/ },
  ],
  [
    'a draft of another type',
    'draft: [a]\nthoughts: b',
    { thoughts: ['b'], rest: '[a]', warning: /draft is not text/ },
  ],
  ['skip of another type', 'skip: maybe\ndraft: A', { draft: 'A', warning: /skip/ }],
  ['broken YAML', 'draft: "never closed', { rest: 'draft: "never closed', warning: /broken YAML/ }],
  ['a key twice', 'draft: A\ndraft: B', { draft: 'B', earlier: ['A'] }],
  [
    'a block that goes on unindented, up to the next key',
    'draft: |\n  Dear Tom,\n\nI come on Friday.\n- no coffee\n\nAnn\nnote: sure',
    { draft: 'Dear Tom,\n\nI come on Friday.\n- no coffee\n\nAnn', note: 'sure' },
  ],
  [
    'a block that is not indented at all',
    'draft: |\nDear Tom,\n\nI come: Friday.',
    { draft: 'Dear Tom,\n\nI come: Friday.' },
  ],
  ['prose alone', 'I would rather say nothing.', { draft: 'I would rather say nothing.' }],
  [
    'a bare letter',
    'Dear Tom,\n\nTime: 10 am\nPlace: here\n\n- bring tea\n\nAnn\n',
    { draft: 'Dear Tom,\n\nTime: 10 am\nPlace: here\n\n- bring tea\n\nAnn' },
  ],
  ['a bare text with a heading', '# Offer\n\nTea for two.', { draft: '# Offer\n\nTea for two.' }],
  ['a bare text in a fence', '```text\nDear Tom,\nyes.\n```', { draft: 'Dear Tom,\nyes.' }],
  [
    'a broken map without a known key',
    'messages: "never closed',
    { rest: 'messages: "never closed', warning: /broken YAML/ },
  ],
  ['a map without a known key', 'messages: [a]', { rest: 'messages: [a]', warning: /not YAML/ }],
  ['a list', '- a\n- b', { rest: '- a\n- b', warning: /not YAML/ }],
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

  it('loses no word of anything that is written in lines', () => {
    const line = fc.constantFrom(
      'draft: one',
      'draft: |',
      '  two',
      'three',
      'thoughts:',
      '- four',
      '```yaml',
      '```',
      '---',
      'note: five',
      'draft: **one** # six',
      'draft: # six',
      '# six',
      '- !x four',
      '  # six',
      '',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), lines => {
        const { thoughts, draft = '', earlier = [], note = '', rest = '' } = parseMindOutput(lines.join('\n'));
        const read = [...thoughts, draft, ...earlier, note, rest].join('\n');
        for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
          const given = lines.filter(each => each.includes(word)).length;
          assert.equal(read.split(word).length - 1, given, `${word} in ${JSON.stringify(lines)}`);
        }
      }),
      runs(2_000),
    );
  });

  it('takes time in proportion to the text, whatever its fences', () => {
    for (const line of ['```', '~~~~ x', '---', 'draft:', '- ', '```\ndraft: a'])
      assert.ok(parseMindOutput(`${line}\n`.repeat(2_000)));
  });

  it('gives back any text exactly, written by us', () => {
    fc.assert(
      fc.property(hostileText, text => {
        const output = `thoughts:\n  - ${scalarLines(text, { indent: 4 })}draft: ${scalarLines(text, { indent: 2 })}`;
        checkOutput(output, isInvisible(text) ? {} : { thoughts: [text], draft: text });
      }),
    );
  });

  for (const [name, text] of hostileTexts) {
    it(`gives back ${name}, written by another program`, () => {
      checkOutput(stringify({ draft: text }, { defaultStringType: 'QUOTE_DOUBLE' }), { draft: text });
    });
  }
});
