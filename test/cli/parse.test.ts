import assert from 'node:assert/strict';
import { checkDocument, checkFailure, runDominds } from './run-support.ts';

const text = [
  'Préface 🙂 in prose.\r\n',
  '!?@researcher look !tellaskSession bugs\n',
  '!?@also here\n',
  '!?body one\n',
  '!?@still body\n',
  'prose again\n',
  '!?no mention\n',
  '!?@human\n',
  '!?which?',
].join('');

const segments = [
  { kind: 'prose', text: 'Préface 🙂 in prose.\n' },
  {
    kind: 'tellask',
    valid: true,
    mention: 'researcher',
    session: 'bugs',
    headline: '@researcher look !tellaskSession bugs\n@also here\n',
    body: 'body one\n@still body\n',
  },
  { kind: 'prose', text: 'prose again\n' },
  { kind: 'tellask', valid: false, problem: 'missing-mention', mention: '', headline: 'no mention\n', body: '' },
  { kind: 'tellask', valid: true, mention: 'human', headline: '@human\n', body: 'which?' },
];

describe('dominds parse', () => {
  it('prints the same segments for every size of chunk', async () => {
    await checkDocument(['parse'], { stdin: text }, segments);
    for (let chunk = 1; chunk <= text.length + 1; chunk += 1) {
      await checkDocument(['parse', '--chunk', String(chunk)], { stdin: text }, segments);
    }
  });

  it('knows the names it is given in the texting dialect', async () => {
    const stdin = '@bob look: !topic bugs\nplease\n\n@Override\n@clear_mind now\nwhy\n\nrest @bob\n';
    await checkDocument(['parse', '--dialect', 'texting', '--names', 'bob, amy'], { stdin }, [
      {
        kind: 'tellask',
        valid: true,
        mention: 'bob',
        session: 'bugs',
        headline: '@bob look: !topic bugs\n',
        body: 'please\n',
      },
      { kind: 'prose', text: '\n@Override\n' },
      {
        kind: 'tellask',
        valid: true,
        mention: 'clear_mind',
        headline: '@clear_mind now\n',
        body: 'why\n',
        rest: '\nrest @bob\n',
      },
    ]);
  });

  it('prints an empty list for an empty text', () => checkDocument(['parse', '--chunk', '3'], { stdin: '' }, []));

  it('says in one line that its input cannot be read, like a folder', () =>
    checkFailure(
      ['parse'],
      {
        code: 1,
        stderr: /^dominds: standard input could not be read: EISDIR: illegal operation on a directory, read — /,
      },
      { stdin: new Error('EISDIR: illegal operation on a directory, read') },
    ));

  it('takes a text of very many calls in one piece', async () => {
    const { stdout, code } = await runDominds(['parse', '--dialect', 'texting', '--names', 'bob', '--json'], {
      stdin: '@bob\n'.repeat(150_000),
    });
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as unknown[]).length, 150_000);
  });

  it('prints segments for people without --json', async () => {
    const { stdout, code, modes } = await runDominds(['parse'], { stdin: 'hi\n!?@bob x\n!?y\n!?\n' });
    assert.equal(stdout, 'prose\n  hi\ntellask bob\n  headline\n    @bob x\n  body\n    y\n    \n');
    assert.equal(code, 0);
    assert.deepEqual(modes, []);
  });
});
