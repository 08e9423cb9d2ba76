// Acceptance lines as people and models write them, what commands depend on, plain answers, and states by the newest
// evidence (SPEC 26.1, 26.2).
import assert from 'node:assert/strict';
import { acceptanceLine, parseAcceptance } from '../../../src/core/evidence/acceptance.ts';
import { dependsOn } from '../../../src/core/evidence/checks.ts';
import {
  type Acceptance,
  evidenceLines,
  evidenceState,
  lineState,
  withEvidence,
  withSeen,
} from '../../../src/core/evidence/evidence.ts';
import { readVerdict } from '../../../src/core/evidence/verdict.ts';

const linesIn = (text: string) => parseAcceptance(text).map(({ line, kind }) => `${kind} ${line}`);

describe('acceptance lines', () => {
  it('are read in whichever form a list is written', () => {
    const forms = [
      '- [cmd] npm test',
      '* [CMD] npm test',
      '  1. [cmd] `npm test`',
      '- [x] [cmd] npm test',
      '- [ ] [Command]: `npm test` passes',
      '[cmd] npm test',
      '- **[cmd]** npm test',
      '- `[cmd]` npm test',
      '2) 【命令】npm test',
      '> - [cmd] npm test\r',
      '• [cmd]   npm test  ',
    ];
    assert.deepEqual(linesIn('- [@human] fine'), ['human [human] fine']);
    for (const form of forms) assert.deepEqual(linesIn(form), ['cmd [cmd] npm test'], form);
  });

  it('are commands, files, reviews, the lines of the person and goals in words; each counts once', () => {
    const text = `# Acceptance

Read this first.
- [file] docs/guide.md
- [@reviewer] the API is unchanged
- [human] looks right
- [cmd] npm test
- [ ] reads well
- [cmd] npm test
- [cmd]
- [other] thing
`;
    assert.deepEqual(linesIn(text), [
      'file [file] docs/guide.md',
      'member [@reviewer] the API is unchanged',
      'human [human] looks right',
      'cmd [cmd] npm test',
      'goal reads well',
      'goal [cmd]',
      'goal [other] thing',
    ]);
  });

  it('are none in fences and comments', () => {
    assert.deepEqual(linesIn('```\n- [cmd] a\n```\n<!-- - [cmd] b\n- [cmd] c -->\n~~~sh\n- [cmd] d\n~~~\n- [cmd] e'), [
      'cmd [cmd] e',
    ]);
    assert.deepEqual(linesIn('- [cmd] a\n<!-- never closed\n- [cmd] b'), ['cmd [cmd] a']);
  });
});

describe('files that a command depends on', () => {
  const depends = (command: string, path: string) => {
    const line = acceptanceLine(`[cmd] ${command}`);
    return line !== undefined && dependsOn(line, path);
  };

  it('are tests, their configuration, build files, and the scripts that it runs', () => {
    for (const path of [
      'test/a.js',
      'src/__tests__/a.js',
      'a.spec.ts',
      'test_a.py',
      'a_test.go',
      'package.json',
      'Makefile',
    ])
      assert.ok(depends('npm test', path), path);
    assert.ok(depends('./check.sh', 'check.sh'));
    assert.ok(depends('CI=1 node --test-only tools/verify.mjs', 'tools/verify.mjs'));
    assert.ok(depends('cd x && bash run.sh', 'x/run.sh'));
  });

  it('are not the work itself, nor what it looks at', () => {
    assert.ok(!depends('npm test', 'src/a.js'));
    assert.ok(!depends('node src/main.js', 'src/main.js'));
    assert.ok(!depends('python main.py', 'main.py'));
    assert.ok(!depends('grep -q ready status.txt', 'status.txt'));
    assert.ok(!depends('npm test', 'docs/latest.md'));
  });
});

describe('an answer', () => {
  it('accepts by a plain yes at its beginning', () => {
    for (const answer of [
      'accepted',
      '**Accepted**\nLooks good.',
      'Accepted: nothing changed',
      'Verdict: accepted',
      'yes',
      '接受',
      '通过。',
      '`accepted`.',
    ])
      assert.equal(readVerdict(answer), 'accepted', answer);
  });

  it('rejects by a no, and is unclear in any other words', () => {
    for (const answer of ['rejected', 'Rejected: add() is gone', 'No', 'no, it is gone', '不通过'])
      assert.equal(readVerdict(answer), 'rejected', answer);
    for (const answer of [
      '',
      'Looks fine',
      'accepted, but it fails',
      'accepted if it runs',
      'accepted?',
      'Nothing is accepted',
    ])
      assert.equal(readVerdict(answer), 'unclear', answer);
  });
});

describe('states', () => {
  const passed = { line: '[cmd] a', outcome: 'passed', output: '', at: 't', n: 5 } as const;
  const now = { acted: 4 };
  const linesOf = (acceptance: Acceptance) =>
    evidenceLines(acceptance, now, () => []).map(({ line, state }) => `${line} ${state}`);

  it('are those of the newest check, as long as no file changed since', () => {
    assert.equal(lineState(undefined, now), 'open');
    assert.equal(lineState(passed, now), 'verified');
    assert.equal(lineState(passed, { acted: 6 }), 'stale');
    assert.equal(lineState({ ...passed, tree: 'x' }, { acted: 6, tree: 'x' }), 'verified');
    assert.equal(lineState({ ...passed, tree: 'x' }, { acted: 0, tree: 'y' }), 'stale');
    assert.equal(lineState({ ...passed, tree: 'x' }, { acted: 6 }), 'stale');
    assert.equal(lineState({ ...passed, outcome: 'denied' }, now), 'failed');
    assert.equal(lineState({ ...passed, outcome: 'unclear' }, now), 'open');
  });

  it('of a dropped line never count as verified, until the person agrees or it is back', () => {
    const begun = withEvidence(withSeen(undefined, { lines: ['[cmd] a', '[cmd] b'], by: 'person' }), passed);
    const dropped = withSeen(begun, { lines: ['[cmd] b'], by: 'member' });
    assert.deepEqual(linesOf(dropped), ['[cmd] b open', '[cmd] a open']);
    assert.deepEqual(linesOf(withSeen(dropped, { lines: ['[cmd] b'], by: 'person' })), [
      '[cmd] b open',
      '[cmd] a open',
    ]);
    assert.deepEqual(linesOf(withSeen(dropped, { lines: ['[cmd] b', '[cmd] a'], by: 'member' })), [
      '[cmd] b open',
      '[cmd] a verified',
    ]);
    assert.deepEqual(linesOf(withSeen(dropped, { lines: ['[cmd] b'], by: 'person', agreed: true })), ['[cmd] b open']);
    assert.deepEqual(linesOf(withSeen(begun, { lines: ['[cmd] b'], by: 'person' })), ['[cmd] b open']);
  });

  it('of a dialog are failed before verified, and claimed once it is over', () => {
    const of = (...states: ('verified' | 'failed' | 'stale' | 'open')[]) =>
      states.map(state => ({ state, kind: 'cmd' as const }));
    assert.equal(evidenceState(of('verified', 'verified'), false), 'verified');
    assert.equal(evidenceState(of('verified', 'failed'), true), 'failed');
    assert.equal(evidenceState(of('verified', 'stale'), true), 'claimed');
    assert.equal(evidenceState(of('verified', 'open'), false), 'open');
    assert.equal(evidenceState([], true), 'claimed');
    assert.equal(evidenceState([...of('verified'), { state: 'open', kind: 'goal' }], true), 'verified');
  });
});
