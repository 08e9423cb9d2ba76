import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { problemInChinese, translatedProblems } from '../../src/core/problem-zh.ts';
import { parseMcpFile } from '../../src/minds/mcp-file.ts';
import { parseTeam, teamState } from '../../src/minds/team-file.ts';

/** What people get wrong, one text for each kind of problem. */
const teams = [
  'members:\n  lead: { tolsets: [read] }\n',
  'nonsense: 1\n',
  'just a text\n',
  'members: lead\n',
  'dialect: loud\n',
  'default_responder: nobody\nmembers:\n  lead: {}\n',
  'members:\n  human: {}\n  1st: {}\n',
  'members:\n  lead: { toolsets: read, name: [1] }\n',
  'members:\n  lead: { read_dirs: [../other] }\n',
  'members:\n  lead: { tools: [write_team_file] }\n',
  'members:\n  lead: { name: a\n',
  'members:\n  lead: {}\n  lead: {}\n',
  'members:\n\tlead: {}\n',
  '# nothing\n',
  'members:\n  lead: { no_read_dirs: ["a*"] }\n  policy: []\n',
];
const servers = [
  'nothing\n',
  'server: {}\n',
  'servers: []\n',
  'servers:\n  1st: { command: npx }\n  a: {}\n  b: { url: x }\n  c: { command: npx, headers: {} }\n  d: { command: 1 }\n',
  'servers:\n  a: { command: npx, env: { API_KEY: abc } }\n',
  'servers:\n  a:\n',
];

function stated(text: string) {
  const team = parseTeam(text, 'team.yaml');
  return [
    ...team.problems,
    ...teamState('team.yaml', team),
    ...teamState('team.yaml', { ...team, held: team.withheld }),
  ];
}

describe('problems of files in Chinese', () => {
  it('says what is wrong in a team file and in a file of servers, and what to do', () => {
    const problems = [...teams.flatMap(text => stated(text)), ...servers.flatMap(text => parseMcpFile(text).problems)];
    assert.ok(problems.length >= teams.length + servers.length);
    const english = problems
      .flatMap(({ message, remedy }) => [message, remedy])
      .filter(text => !/\p{Script=Han}/u.test(problemInChinese(text)));
    assert.deepEqual([...new Set(english)], []);
  });

  it('takes over what a problem names', () => {
    assert.equal(
      problemInChinese('unknown key members.lead.tolsets, ignored'),
      '未知的键 members.lead.tolsets，已忽略',
    );
    assert.equal(problemInChinese('Did you mean `toolsets`?'), '你是想写 `toolsets` 吗？');
    assert.equal(
      problemInChinese('members.lead.toolsets: expected a list, received text'),
      'members.lead.toolsets：应为列表，实为文本',
    );
    assert.equal(problemInChinese('something else'), 'something else');
  });

  it('has no words for texts that the source does not have', () => {
    const source = [...globSync('src/minds/*.ts'), 'src/core/nearest-name.ts']
      .map(file => readFileSync(file, 'utf8').replaceAll('\\`', '`'))
      .join('\n');
    const isThere = (template: string) =>
      template
        .replace(/^not read: /, '')
        .split(/\{\d\}/)
        .every(part => source.includes(part.replace(/^: /, '')));
    assert.deepEqual(
      translatedProblems().filter(template => !isThere(template)),
      [],
    );
  });
});
