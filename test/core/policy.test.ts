import assert from 'node:assert/strict';
import {
  type Decision,
  decide,
  forbidsServer,
  grantFor,
  isGranted,
  judge,
  type PolicyAction,
  type PolicyRule,
  rulesFor,
  type SettingsRule,
} from '../../src/core/team/policy.ts';
import type { ShellKind } from '../../src/core/team/policy-patterns.ts';
import { isSensitive } from '../../src/core/team/sensitive.ts';

const write = (path: string, tool = 'write_file'): PolicyAction => ({
  tool,
  toolset: 'write',
  paths: [path],
  otherwise: 'allow',
});
const shell = (command: string, folder = '.', kind: ShellKind = 'posix'): PolicyAction => ({
  tool: 'run_shell',
  toolset: 'shell',
  paths: [folder],
  command,
  shell: kind,
  otherwise: 'ask',
});

function check(rule: PolicyRule, action: PolicyAction, fits: boolean) {
  const others: Record<Decision, Decision> = { allow: 'deny', ask: 'deny', deny: 'allow' };
  const otherwise = others[rule.decision];
  assert.equal(decide([rule], { ...action, otherwise }), fits ? rule.decision : otherwise);
}

describe('policies', () => {
  it('leave the decision to the tool when no rule fits', () => {
    assert.equal(decide([], write('a')), 'allow');
    assert.equal(decide([], shell('ls')), 'ask');
  });

  it('let the first rule that fits decide', () => {
    const rules: PolicyRule[] = [
      { decision: 'ask', paths: ['src/gen'] },
      { decision: 'deny', paths: ['src'] },
      { decision: 'allow' },
    ];
    assert.equal(decide(rules, write('src/gen/a')), 'ask');
    assert.equal(decide(rules, write('src/a')), 'deny');
    assert.equal(decide(rules, write('b')), 'allow');
  });

  it('of the settings come first, for the members they name', () => {
    const own: PolicyRule[] = [{ decision: 'allow', tools: ['shell'] }];
    const everybody: PolicyRule = { decision: 'ask', commands: ['rm *'] };
    const coders = { decision: 'deny', members: ['coder*'] } as const;
    assert.deepEqual(rulesFor({ id: 'coder2', policy: own }, [everybody, coders], '/w'), [everybody, coders, ...own]);
    assert.deepEqual(rulesFor({ id: 'lead', policy: own }, [everybody, coders], '/w'), [everybody, ...own]);
    assert.deepEqual(rulesFor({ id: 'lead' }, [coders], '/w'), []);
  });

  it('may name paths by the absolute path of the workspace', () => {
    const fits = (rtws: string, glob: string, path: string) =>
      (['deny', 'allow'] as const).map(decision => {
        const rules = rulesFor({ id: 'a', policy: [{ decision, paths: [glob] }] }, [], rtws);
        return decide(rules, { ...write(path), otherwise: 'ask' }) === decision;
      });
    const [both, none] = [
      [true, true],
      [false, false],
    ];
    assert.deepEqual(fits('/home/me/w', '/home/me/w/secrets/**', 'secrets/a'), both);
    assert.deepEqual(fits('/home/me/w', '/home/me/w/secrets/', 'secrets/a'), both);
    assert.deepEqual(fits('/home/me/w', '/home/me/w', 'secrets/a'), both);
    assert.deepEqual(fits('/home/me/w', '/home/me/w/secrets', 'src/secrets/a'), none);
    assert.deepEqual(fits('/home/me/w', '/home/me/w2/secrets', 'secrets/a'), none);
    assert.deepEqual(fits('/home/me/w', '/secrets', 'secrets/a'), both);
    assert.deepEqual(fits('/', '/secrets', 'secrets/a'), both);
    assert.deepEqual(fits(String.raw`c:\w`, String.raw`C:\w\secrets\*`, 'secrets/a'), both);
    assert.deepEqual(fits(String.raw`c:\w`, 'C:/w/secrets', 'secrets/a'), both);
  });

  for (const toolset of ['editor', 'mcp', 'team'])
    it(`must name the tools of ${toolset} to allow them`, () => {
      const action: PolicyAction = { tool: 'weather_now', toolset, paths: [], otherwise: 'ask' };
      assert.equal(decide([{ decision: 'allow' }], action), 'ask');
      assert.equal(decide([{ decision: 'allow', tools: [toolset] }], action), 'allow');
      assert.equal(decide([{ decision: 'allow', tools: ['weather_*'] }], action), 'allow');
      assert.equal(decide([{ decision: 'deny' }], action), 'deny');
    });

  const tools: [tools: string[], action: PolicyAction, fits: boolean][] = [
    [['write_file'], write('a'), true],
    [['edit_file'], write('a'), false],
    [['edit_file', 'write_*'], write('a'), true],
    [['write'], write('a', 'delete_file'), true],
    [['shell'], shell('ls'), true],
    [['*'], shell('ls'), true],
    [['write.file'], write('a'), false],
  ];
  for (const [names, action, fits] of tools)
    it(`tools ${names} ${fits ? 'fit' : 'do not fit'} ${action.tool}`, () =>
      check({ decision: 'deny', tools: names }, action, fits));

  const paths: [pattern: string, path: string, denies: boolean, allows: boolean][] = [
    ['src/**', 'src/a/b.ts', true, true],
    ['src', 'src/a/b.ts', true, true],
    ['src/', 'src/a.ts', true, true],
    ['./src', 'src', true, true],
    ['src', 'src2/a.ts', false, false],
    ['src/*', 'src/a/b.ts', true, true],
    ['src/*.ts', 'src/a/b.ts', false, false],
    ['src/**/*.ts', 'src/a/b/c.ts', true, true],
    ['src/**/*.ts', 'src/c.ts', true, true],
    ['**/*.pem', 'a/b/c.pem', true, true],
    ['**', 'a/b', true, true],
    ['*.pem', 'a/b/c.pem', true, true],
    ['.env', 'a/.env', true, true],
    ['.env', 'a/.envrc', false, false],
    ['a?c', 'abc', true, true],
    ['a.c', 'abc', false, false],
    ['SRC', 'src/a', true, false],
    ['a/b', 'x/a/b', false, false],
    ['src\\a', 'src/a', true, true],
    ['(a+)+$', '(a+)+$', true, true],
    ['caf\u00e9', 'cafe\u0301/x', true, true],
    ['cafe\u0301', 'caf\u00e9/x', true, true],
    ['a./b', 'a./b', true, true],
    ['{a}.{x,y}', '{a}.y', true, true],
    ['/src/**', 'src/a/b.ts', true, true],
    ['/src', 'src/a', true, true],
    ['/src', 'x/src/a', false, false],
    ['\\src', 'src/a', true, true],
    ['/', 'src/a', true, true],
    ['{src,docs}/**', 'docs/a', true, true],
    ['{src,docs}/**', 'test/a', false, false],
    ['*.{key,p{e,12}m}', 'a/b.p12m', true, true],
    ['{SRC,docs}/*', 'src/a', true, false],
    ['{a,b}.txt', '{a,b}.txt', true, true],
    ['{{name}}/a', '{{name}}/a', true, true],
    ['app/[id].ts', 'app/[id].ts', true, true],
    [`${'{a,b}'.repeat(40)}/x`, 'c', false, false],
  ];
  for (const [pattern, path, denies, allows] of paths)
    it(`path ${pattern} on ${path}: deny ${denies}, allow ${allows}`, () => {
      check({ decision: 'deny', paths: [pattern] }, write(path), denies);
      check({ decision: 'allow', paths: [pattern] }, write(path), allows);
    });

  it('deny when any path of a call is hit, allow only when all are', () => {
    const move: PolicyAction = { ...write('a', 'move_file'), paths: ['docs/a', 'secret/a'] };
    check({ decision: 'deny', paths: ['secret'] }, move, true);
    check({ decision: 'ask', paths: ['secret'] }, move, true);
    check({ decision: 'allow', paths: ['docs'] }, move, false);
    check({ decision: 'allow', paths: ['docs', 'secret'] }, move, true);
  });

  const commands: [pattern: string, command: string, denies: boolean, allows: boolean][] = [
    ['npm test', 'npm test', true, true],
    ['npm test', ' npm   test ', true, true],
    ['npm test', 'npm test --watch', false, false],
    ['npm *', 'npm test --watch', true, true],
    ['git status*', 'git status', true, true],
    ['git status*', 'git status; rm -rf x', true, false],
    ['git status*', 'git status && rm -rf x', true, false],
    ['git status*', 'git status | sh', true, false],
    ['git status*', 'git status > .bashrc', true, false],
    ['git status*', 'git status $(rm x)', true, false],
    ['git status*', 'git status `rm x`', true, false],
    ['git status*', 'git status\nrm x', true, false],
    ['git status*', 'git status & rm x', true, false],
    ['git status*', 'git status <(rm x)', true, false],
    ['rm *', 'ls; rm -rf x', true, false],
    ['rm *', 'ls && RM -rf x', true, false],
    ['rm *', 'ls\nrm x', true, false],
    ['rm *', 'echo $(rm x)', true, false],
    ['rm *', 'npm run rm x', false, false],
    ['npm ci && npm test', 'npm ci && npm test', true, true],
    ['*', 'anything; at all', true, true],
    ['a.c', 'abc', false, false],
    ['npm test', '\tnpm\t test\n', true, true],
    ['npm test', 'npm test\r', true, false],
    ['npm test', 'npm\u00a0test', false, false],
    ['npm test', '\ufeffnpm test', false, false],
    ['npm test', 'npm test\u00a0', false, false],
    ['npm\u00a0test', 'npm test', false, false],
    ['git log*', 'git log --format=%H "a b" ^main', true, true],
    ['rm*\u017f', 'RM -rf S', true, false],
  ];
  for (const [pattern, command, denies, allows] of commands)
    it(`command ${pattern} on ${JSON.stringify(command)}: deny ${denies}, allow ${allows}`, () => {
      check({ decision: 'deny', commands: [pattern] }, shell(command), denies);
      check({ decision: 'allow', commands: [pattern] }, shell(command), allows);
    });

  const windows: [command: string, allows: boolean][] = [
    ['git status --short', true],
    ['git status %CMDCMDLINE:~-3,1% calc.exe', false],
    ['git status ^& calc.exe', false],
    ['git status !COMSPEC!', false],
    ['git status "a" & calc.exe', false],
    ['git status "a"', false],
  ];
  for (const [command, allows] of windows)
    it(`git status* on ${command} in cmd: deny true, allow ${allows}`, () => {
      check({ decision: 'deny', commands: ['git status*'] }, shell(command, '.', 'cmd'), true);
      check({ decision: 'allow', commands: ['git status*'] }, shell(command, '.', 'cmd'), allows);
    });

  it('allow in cmd what is written out', () => {
    const rule: PolicyRule = { decision: 'allow', commands: ['echo %PATH%', 'git commit -m "wip" *'] };
    check(rule, shell('echo %PATH%', '.', 'cmd'), true);
    check(rule, shell('git commit -m "wip" src', '.', 'cmd'), true);
  });

  it('never allow the shell by a rule that does not name it', () => {
    check({ decision: 'allow' }, shell('ls'), false);
    check({ decision: 'allow', paths: ['**'] }, shell('ls', 'src'), false);
    check({ decision: 'deny', paths: ['src'] }, shell('ls', 'src'), true);
    check({ decision: 'allow', tools: ['shell'], paths: ['src'] }, shell('ls', 'src'), true);
    check({ decision: 'allow', commands: ['ls'] }, write('a'), false);
  });

  it('forbid a path whatever kinds of spaces its names have', () => {
    check({ decision: 'deny', paths: ['my keys/**'] }, write('my\u202fkeys/a'), true);
    check({ decision: 'deny', paths: ['my\u00a0keys'] }, write('my keys/a'), true);
    check({ decision: 'allow', paths: ['my keys/**'] }, write('my\u3000keys/a'), false);
  });

  it('allow certain commands in the root alone, unless they name folders', () => {
    const commands = ['git status*'];
    check({ decision: 'allow', commands }, shell('git status'), true);
    check({ decision: 'allow', commands }, shell('git status', 'sub'), false);
    check({ decision: 'allow', commands, tools: ['shell'] }, shell('git status', 'sub'), false);
    // A link of the root that leads elsewhere.
    check({ decision: 'allow', commands }, { ...shell('git status'), paths: ['.', 'sub'] }, false);
    check({ decision: 'allow', commands, paths: ['sub'] }, shell('git status', 'sub/deep'), true);
    check({ decision: 'allow', commands, paths: ['**'] }, shell('git status', 'sub'), true);
    check({ decision: 'allow', commands: ['*'] }, shell('git status', 'sub'), true);
    check({ decision: 'allow', tools: ['shell'] }, shell('git status', 'sub'), true);
    check({ decision: 'allow', tools: ['read'] }, { ...write('sub/a', 'read_file'), toolset: 'read' }, true);
    for (const decision of ['ask', 'deny'] as const) check({ decision, commands }, shell('git status', 'sub'), true);
  });

  it('allow a tool of the editor only when they name it, and it lies in no folder', () => {
    const weather: PolicyAction = { tool: 'mcp_weather', toolset: 'editor', paths: [], otherwise: 'ask' };
    check({ decision: 'allow' }, weather, false);
    check({ decision: 'allow', tools: ['mcp_*'], paths: ['**'] }, weather, false);
    check({ decision: 'allow', tools: ['mcp_*'] }, weather, true);
    check({ decision: 'deny', tools: ['editor'] }, weather, true);
  });

  it('allow a tool of an MCP server and the files of the team only when they name them', () => {
    for (const toolset of ['mcp', 'team'] as const) {
      const action: PolicyAction = { tool: 'some_tool', toolset, paths: [], otherwise: 'ask' };
      check({ decision: 'allow' }, action, false);
      check({ decision: 'allow', tools: [toolset] }, action, true);
    }
  });
});

describe('a file that commands execute', () => {
  const some: readonly PolicyRule[] = [{ decision: 'allow', commands: ['npm test'] }];
  const limited: readonly PolicyRule[] = [
    { decision: 'deny', commands: ['git push*'] },
    { decision: 'allow', commands: ['*'] },
  ];
  const names = [
    'package.json',
    'packages/a/package.json',
    'Makefile',
    'vite.config.ts',
    '.eslintrc.cjs',
    'conftest.py',
    'Cargo.toml',
    'build.gradle.kts',
  ];

  it('asks before it is written while some commands are allowed, and no other does', () => {
    for (const rules of [some, limited])
      for (const name of names) assert.equal(decide(rules, write(name)), 'ask', name);
    for (const name of ['src/a.ts', 'README.md', 'package-lock.json', 'docs/config.md', 'test/a.test.js'])
      assert.equal(decide(some, write(name)), 'allow', name);
  });

  it('is written as ever where no command, or every command, runs unasked, or a rule allows the file', () => {
    const withheld: readonly PolicyRule[] = [{ decision: 'allow', commands: ['npm test'], isWithheld: true }];
    for (const rules of [
      [],
      [{ decision: 'allow', tools: ['shell'] }],
      [{ decision: 'allow', commands: ['*'] }],
      withheld,
    ] as const)
      assert.equal(decide(rules, write('package.json')), 'allow');
    assert.equal(decide([{ decision: 'allow', paths: ['package.json'] }, ...some], write('package.json')), 'allow');
  });
});

describe('the answer "always"', () => {
  const always = (action: PolicyAction, rules: readonly PolicyRule[] = []) => grantFor(action, judge(rules, action));
  const covers = (first: PolicyAction, second: PolicyAction, rules: readonly PolicyRule[] = []) =>
    isGranted([always(first, rules)], second, judge(rules, second));

  it('holds for exactly the command in exactly the folder', () => {
    assert.equal(covers(shell('npm test'), shell('npm test')), true);
    assert.equal(covers(shell('npm test'), shell('npm test x')), false);
    assert.equal(covers(shell('npm test'), shell('npm test', 'src')), false);
  });
  it('holds for the folder of the file and what is below, for that tool', () => {
    assert.equal(covers(write('docs/a'), write('docs/b')), true);
    assert.equal(covers(write('docs/a'), write('docs/deep/b')), true);
    assert.equal(covers(write('a'), write('docs/b')), true);
    assert.equal(covers(write('docs/a'), write('docs2/a')), false);
    assert.equal(covers(write('docs/a'), write('a')), false);
    assert.equal(covers(write('docs/a'), write('docs/a', 'delete_file')), false);
  });
  it('holds for a sensitive file by itself only', () => {
    assert.equal(covers(write('a'), write('.vscode/tasks.json')), false);
    assert.equal(covers(write('.vscode/a.json'), write('.vscode/tasks.json')), false);
    assert.equal(covers(write('.vscode/a.json'), write('.vscode/a.json')), true);
  });
  it('lifts no other rule than the one that asked', () => {
    const rules: PolicyRule[] = [{ decision: 'ask', paths: ['secret'] }];
    assert.equal(isGranted([always(write('a'))], write('secret/b'), judge(rules, write('secret/b'))), false);
    assert.equal(covers(write('secret/a'), write('secret/b'), rules), true);
  });
  it('needs every path of a call', () => {
    const move = (...paths: string[]): PolicyAction => ({ ...write('x', 'move_file'), paths });
    assert.equal(covers(move('a/x', 'b/x'), move('b/y', 'a/y')), true);
    assert.equal(covers(move('a/x', 'b/x'), move('a/y', 'c/y')), false);
  });
});

it('sensitive are the files that make members and skills, but not their neighbours', () => {
  for (const path of ['.github/agents/spy.agent.md', '.GitHub/Skills/x/SKILL.md', 'sub/.agents/skills/x/SKILL.md'])
    assert.equal(isSensitive(path), true, path);
  for (const path of ['.github/agents.txt', 'github/agents/x.md', 'agents/x.md'])
    assert.equal(isSensitive(path), false, path);
});

it('sensitive are the files on which assistants, tool managers, shells and build servers act themselves', () => {
  for (const path of [
    ...[
      'AGENTS.md',
      'sub/CLAUDE.md',
      'Gemini.md',
      '.codex/config.toml',
      '.windsurf/mcp.json',
      '.kiro/settings/mcp.json',
    ],
    ...[
      '.github/workflows/x.yml',
      '.github/copilot-instructions.md',
      '.gitlab-ci.yml',
      'Jenkinsfile',
      '.circleci/config.yml',
    ],
    ...['.gitattributes', '.gitmodules', '.githooks/pre-commit', '.husky/pre-push', '.pre-commit-config.yaml'],
    ...[
      '.mise.toml',
      'mise.toml',
      '.mise.local.toml',
      '.tool-versions',
      '.yarnrc.yml',
      '.pnpmfile.cjs',
      '.npmrc',
      '.envrc',
    ],
    ...['.bashrc', '.zshenv', '.ssh/config', '.zed/tasks.json', '.idea/workspace.xml'],
  ])
    assert.equal(isSensitive(path), true, path);
});

it('sensitive are the files on which git and the editor act themselves', () => {
  for (const path of ['.git/config', 'sub/.git/hooks/x', '.GIT/config', '.vscode/tasks.json', 'a.code-workspace'])
    assert.equal(isSensitive(path), true, path);
  for (const path of [
    '.gitignore',
    'git/x',
    'vscode/x',
    '.github/ISSUE_TEMPLATE.md',
    'agents/x',
    'docs/agents-guide.md',
    'Makefile',
    'src/codex.ts',
  ])
    assert.equal(isSensitive(path), false, path);
});

describe('the rules of the settings', () => {
  it('forbid to start a server by its name, by all of its tools, or by its command', () => {
    const forbids = (rules: SettingsRule[], command?: string) => forbidsServer(rules, 'weather', command);
    assert.equal(forbids([]), false);
    assert.equal(forbids([{ decision: 'ask', tools: ['mcp', 'shell'] }], 'npx x'), false);
    assert.equal(forbids([{ decision: 'deny', tools: ['mcp'] }]), true);
    assert.equal(forbids([{ decision: 'deny', tools: ['weather_*'] }]), true);
    assert.equal(forbids([{ decision: 'deny', tools: ['weather_forecast'] }]), false);
    assert.equal(forbids([{ decision: 'deny', tools: ['shell'] }], 'npx x'), true);
    assert.equal(forbids([{ decision: 'deny', tools: ['shell'] }]), false);
    assert.equal(forbids([{ decision: 'deny', commands: ['npx *'] }], 'npx -y x'), true);
    assert.equal(forbids([{ decision: 'deny', tools: ['mcp'], members: ['bob'] }]), false);
    assert.equal(
      forbids([
        { decision: 'allow', tools: ['mcp'] },
        { decision: 'deny', tools: ['mcp'] },
      ]),
      false,
    );
  });
});
