import assert from 'node:assert/strict';
import { parsePlaybook } from '../../src/llm/playbook/playbook.ts';

function problemsOf(text: string): string[] {
  const parsed = parsePlaybook(text, 'demo.yaml');
  if (!('problems' in parsed)) return [];
  return parsed.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

describe('a playbook file', () => {
  it('is read with all its keys', () => {
    const text = `
chunkDelayMs: 20
replies:
  - when: {agent: dominds, contains: hello, course: 2}
    think: hm
    say: |
      Hi.
    tools: [{name: read_file, args: {path: a.txt, deep: [1, {b: null}]}}, {name: list_dir}, {name: raw, args: '{broken'}]
    delayMs: 5
    repeat: true
  - fail: {status: 429, message: slow down, retryAfterMs: 1000}
  - {}
`;
    assert.deepEqual(parsePlaybook(text, 'demo.yaml'), {
      playbook: {
        chunkDelayMs: 20,
        replies: [
          {
            when: { agent: 'dominds', contains: 'hello', course: 2 },
            think: 'hm',
            say: 'Hi.\n',
            tools: [
              { name: 'read_file', args: { path: 'a.txt', deep: [1, { b: null }] } },
              { name: 'list_dir' },
              { name: 'raw', args: '{broken' },
            ],
            delayMs: 5,
            repeat: true,
          },
          { fail: { status: 429, message: 'slow down', retryAfterMs: 1000 } },
          {},
        ],
      },
    });
  });

  const broken: [name: string, text: string, problems: string[]][] = [
    ['an empty file', '', ['demo.yaml:1:1 replies: Invalid input: expected array, received undefined']],
    ['a list at the top', '- say: x', ['demo.yaml:1:1 the playbook: Invalid input: expected object, received array']],
    [
      'an unknown key, at the key',
      'replies:\n  - say: x\n    sya: y\n',
      ['demo.yaml:3:5 replies[0]: unknown key "sya"'],
    ],
    [
      'a value of another type, at the value',
      'replies:\n  - say: 5\n',
      ['demo.yaml:2:10 replies[0].say: Invalid input: expected string, received number'],
    ],
    [
      'arguments that are a list',
      'replies:\n- tools:\n  - {name: f, args: [1]}\n',
      ['demo.yaml:3:21 replies[0].tools[0].args: expected a mapping or a text'],
    ],
    [
      'a tool without a name',
      'replies:\n  - tools:\n      - args: {}\n',
      ['demo.yaml:3:9 replies[0].tools[0].name: Invalid input: expected string, received undefined'],
    ],
  ];
  for (const [name, text, problems] of broken) {
    it(`says where the mistake is: ${name}`, () => assert.deepEqual(problemsOf(text), problems));
  }

  // Each place looked up among all would take many minutes.
  it('tells of the first hundred of many faults', () => {
    assert.equal(problemsOf(Array.from({ length: 60_000 }, (_, index) => `k${index}: 1\n`).join('')).length, 100);
  }).timeout(120_000);

  it('says where the YAML itself is broken', () => {
    assert.match(problemsOf('replies:\n  - say: "open\n').join(), /^demo\.yaml:\d+:\d+ Missing closing "quote/);
    assert.match(problemsOf('replies:\n  - say: a\n    say: b\n').join(), /^demo\.yaml:3:5 Map keys must be unique/);
    assert.match(problemsOf('replies: *nobody\n').join(), /^demo\.yaml:1:10 \*nobody names no anchor above it/);
  });

  it('reports every mistake', () => {
    assert.equal(problemsOf('replies:\n  - say: 5\n  - delayMs: -1\n  - {fail: {status: 200}}\n').length, 3);
  });

  it('is refused, not unfolded, when its aliases explode', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
    );
    assert.equal(problemsOf(`l0: &l0 x\n${levels.join('\n')}\nreplies: []\n`).length, 1);
  });
});
