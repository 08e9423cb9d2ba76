import assert from 'node:assert/strict';
import { parseMindOutput } from '../../../src/core/draft/output-yaml.ts';
import { wordsForModels } from '../../../src/core/prompt/prompt-texts.ts';

const named = [
  'meta',
  'thinking_pool',
  'history',
  'awaiting',
  'drafts',
  'user_seen',
  'thoughts',
  'draft',
  'note',
  'skip',
];

describe("the mind's prompt", () => {
  for (const language of ['en', 'zh'] as const) {
    const text = wordsForModels(language).system.drafting;

    it(`names all that is read and written, in ${language}`, () => {
      for (const name of named) assert.ok(text.includes(name), name);
    });

    it(`shows an output that is read as it says, in ${language}`, () => {
      const example = text.slice(text.indexOf('\nthoughts:'), text.indexOf('\nskip: true'));
      const { thoughts, draft, note, warning } = parseMindOutput(example);
      assert.deepEqual([thoughts.length, typeof draft, typeof note, warning], [1, 'string', 'string', undefined]);
    });

    it(`is short and speaks of no tellasks, in ${language}`, () => {
      assert.ok(Buffer.byteLength(text) < 5000, `${Buffer.byteLength(text)}`);
      assert.doesNotMatch(text, /!\?@/);
    });
  }
});
