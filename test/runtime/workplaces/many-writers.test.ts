// Fifty members that write at the same time, each in a place of its own (SPEC 27.3).
import assert from 'node:assert/strict';
import { mergeTexts } from '../../../src/tools/files/three-way.ts';
import { answer, begin, gitIn, listing, makeStory, type Story } from './story.ts';

const WRITERS = 50;
const lines = Array.from({ length: 120 }, (_, at) => `line ${at}\n`);
const names = { ours: '', theirs: '' };

/** Writer `at` changes a line of its own in the shared file; every tenth writes the same line as the one before. */
function editsOf(at: number): { before: string; after: string } {
  const line = at % 10 === 9 ? 2 * (at - 1) : 2 * at;
  return { before: `line ${line}\n`, after: `line ${line} by ${at}\n` };
}

function story(): Promise<Story> {
  return makeStory({
    files: { 'shared.txt': lines.join(''), 'sub/other.txt': 'other\n' },
    uncommitted: { 'sub/other.txt': 'other, uncommitted\n', 'untracked.txt': 'u\n' },
    team: `
member_defaults: {diligence-push-max: 0, dialect: tellask}
members:
  lead: {}
${Array.from({ length: WRITERS }, (_, at) => `  w${at}: {workplace: own}`).join('\n')}
`,
    replies: [
      {
        when: { agent: 'lead', contains: 'Please' },
        say: Array.from({ length: WRITERS }, (_, at) => `!?@w${at} Change your line.\n`).join('\n'),
      },
      ...Array.from({ length: WRITERS }, (_, at) => {
        const { before, after } = editsOf(at);
        return [
          {
            when: { agent: `w${at}` },
            tools: [
              { name: 'read_file', args: { path: 'shared.txt' } },
              { name: 'edit_file', args: { path: 'shared.txt', old: before, new: after } },
              { name: 'write_file', args: { path: `own/${at}.txt`, content: `${at}\n` } },
            ],
          },
          { when: { agent: `w${at}` }, say: 'Done.' },
          { when: { agent: `w${at}` }, say: 'I leave it as it is.' },
        ];
      }).flat(),
      { when: { agent: 'lead' }, say: 'Thanks.' },
    ],
  });
}

describe('fifty members that write at once', () => {
  it('touch nothing but their own places, and what is taken is their work in order, or a question', async () => {
    const made = await story();
    try {
      const runtime = await made.open();
      const before = listing(made.folder);
      let asked = await begin(runtime);
      assert.deepEqual(listing(made.folder), before);
      assert.equal(asked.questions.length, WRITERS);
      assert.equal(made.places().length, WRITERS);
      let expected = lines.join('');
      const taken: number[] = [];
      const open = new Map(
        asked.questions.map(question => [Number(/@w(\d+)/.exec(question.tellaskHead)?.[1]), question]),
      );
      for (const [at, question] of open) {
        const { before: old, after } = editsOf(at);
        const own = mergeTexts(lines.join(''), lines.join('').replace(old, after), expected, names);
        asked = await answer(runtime, { ...asked, questions: [question] }, 'take all');
        if (own.kind === 'merged') {
          expected = own.text;
          taken.push(at);
        }
        assert.equal(await made.read('shared.txt'), expected, `after w${at}`);
      }
      // Those whose line was taken already have it as a conflict, and did not resolve it.
      assert.equal(taken.length, WRITERS - 5);
      for (const at of taken) assert.equal(await made.read(`own/${at}.txt`), `${at}\n`);
      const now = listing(made.folder);
      const changed = Object.keys(now).filter(file => now[file] !== before[file]);
      assert.deepEqual(changed.sort(), ['shared.txt', ...taken.map(at => `own/${at}.txt`)].sort());
      assert.equal(made.places().length, 5);
      assert.equal(gitIn(made.folder, 'branch', '--list', 'dominds/*').trim().split('\n').length, 5);
    } finally {
      await made.close();
    }
  }).timeout(120_000);
});
