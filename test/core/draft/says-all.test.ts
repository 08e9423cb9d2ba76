import assert from 'node:assert/strict';
import { parseMindOutput } from '../../../src/core/draft/output-yaml.ts';
import { saysAll } from '../../../src/core/draft/says-all.ts';

/** Whether a step made of an output says all of it. */
function isSaid(output: string): boolean {
  const { draft, earlier = [], thoughts, note, rest } = parseMindOutput(output);
  const drafts = [...earlier, ...(draft === undefined ? [] : [draft])].map(text => ({ id: 'd', text }));
  const kept = thoughts.map((text, id) => ({ id, text }));
  return saysAll({ earlier: drafts, thoughts: kept, ...(note && { note }), ...(rest && { rest }) }, output);
}

const whole: readonly (readonly [name: string, output: string])[] = [
  ['nothing', ''],
  ['thoughts, a draft and a note', 'thoughts:\n  - |\n    one\n  - two\ndraft: |\n  Hello\n  you\nnote: short\n'],
  ['a fence among prose', 'Here:\n```yaml\nthoughts: [a, 1.50]\nskip: False\n```\nBye'],
  ['quotes with escapes', 'draft: "one\\ntwo\\tthree \\"four\\""\nnote: \'it\'\'s\''],
  ['several drafts', 'draft: one\n---\ndraft: two\n'],
  ['words that a comment has', 'draft: one # two\n# three'],
  ['skip alone', 'skip: true'],
  ['other keys', 'mood: fine\ndraft: A'],
];

const partly: readonly (readonly [name: string, output: string])[] = [
  ['a draft that was skipped', 'skip: true\ndraft: |\n  one\n'],
  ['pictures that were skipped', 'skip: true\ndraft: 🎉'],
  ['the end of a long note', `note: ${'word '.repeat(60)}tail`],
  ['an anchor in front of quotes', 'draft: &anchor "text"'],
  ['one of two of the same word', 'skip: true\ndraft: one\nthoughts: one'],
  ['words behind the name of a fence', '```yaml one\ndraft: A\n```'],
  ['words in place of true', 'skip: because of one\ndraft: A'],
];

describe('a step of a mind', () => {
  for (const [name, output] of whole) it(`says all of ${name}`, () => assert.equal(isSaid(output), true));
  for (const [name, output] of partly) it(`leaves out ${name}`, () => assert.equal(isSaid(output), false));
});
