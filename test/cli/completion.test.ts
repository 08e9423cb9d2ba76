import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../scripts/find-program.ts';
import type { OpenRuntime } from '../../src/cli/command.ts';
import type { Shell } from '../../src/cli/completion/scripts.ts';
import type { CallId, DialogId } from '../../src/core/base/ids.ts';
import type { Runtime } from '../../src/runtime.ts';
import { fakeRuntime, lead, node, question, researcher, rootId } from '../support/fake-runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

describe('shell completion', () => {
  const pending = {
    subdialogId: 'sub-1' as DialogId,
    callId: 'c-7' as CallId,
    tellaskHead: '@researcher Look\n',
    agentId: 'researcher' as never,
    kind: 'C' as const,
    since: '2025-01-02T03:04:05.000Z',
  };
  const methods = {
    listRoots: () => [{ rootId, agentId: 'lead', state: 'idle', headline: 'Paint the\nhouse' }],
    questions: async () => [question()],
    domains: () => ['shop'],
    team: () => ({ team: { members: new Map([['a', { id: 'lead', name: 'Lead', hidden: false }]]) }, problems: [] }),
    tree: async () => ({
      ok: true,
      tree: node(lead, 'lead', { pending: [pending], children: [node(researcher, 'researcher')] }),
    }),
  } as unknown as Partial<Runtime>;
  const offered = async (...words: string[]) => {
    const { stdout, stderr, code } = await runDominds(['__complete', ...words], {
      runtime: fakeRuntime(methods).runtime,
    });
    assert.deepEqual([code, stderr], [0, '']);
    return stdout.split('\n').flatMap(line => (line === '' ? [] : [line.split('\t', 1)[0] ?? '']));
  };

  const table: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
    [['arch'], ['archive']],
    [['--js'], ['--json']],
    [['--json', 'arch'], ['archive']],
    [['help', 'arch'], ['archive']],
    [['show', ''], ['root-1']],
    [['show', 'root-2'], []],
    [['show', 'root-1#'], ['root-1#sub-1']],
    [['-C', 'there', 'tree', 'r'], ['root-1']],
    [['-C', ''], [':folders']],
    [['answer', ''], ['q-1']],
    [['answer', 'q-1', ''], []],
    [['start', '--agent', ''], ['lead']],
    [['start', '--domain', ''], ['shop']],
    [['start', '--agent=l'], ['--agent=lead']],
    [['start', '--mode', '=', 'd'], ['draft']],
    [
      ['start', '--mode', '='],
      ['chat', 'draft'],
    ],
    [['start', '--no-w'], ['--no-wait']],
    [['start', '--', '--no-w'], []],
    [['start', '--taskdoc', ''], [':files']],
    [['list', '--status', 'c'], ['completed']],
    [['dismiss', 'root-1', ''], ['c-7']],
    [
      ['change-mind', 'root-1', ''],
      ['goals', 'constraints', 'progress'],
    ],
    [['reminders', 'root-1', 'u'], ['update']],
    [
      ['mind', 'a'],
      ['add', 'accept'],
    ],
    [['mind', 'accept', 'r'], ['root-1']],
    [['mind', 'accept', 'root-1', '--i'], ['--id']],
    [['mind', 'drafts', 'root-1', '--i'], []],
    [['mind', 'drafts', 'root-1', ''], ['seen']],
    [['mind', 'drafts', 'root-1', 'seen', '1', ''], []],
    [['state', 'show', ''], ['root-1']],
    [['state', 'check', ''], [':files']],
    [['state', 'jump', ''], []],
    [['state', 'constructor', ''], []],
    [['state', 'toString', '--tu'], []],
    [['completion', 'z'], ['zsh']],
    [['nonsense', ''], []],
  ];
  for (const [words, expected] of table) {
    it(`offers ${expected.join(', ') || 'nothing'} after: dominds ${words.join(' ')}|`, async () => {
      assert.deepEqual(await offered(...words), expected);
    });
  }

  it('reads the home folder out of what is typed', async () => {
    const opened: string[] = [];
    const openRuntime: OpenRuntime = async ({ rtws }) => {
      opened.push(rtws);
      return { ok: true, runtime: fakeRuntime(methods).runtime };
    };
    for (const typed of ['~/there', '~', '~other'])
      await runDominds(['__complete', '-C', typed, 'show', ''], {
        openRuntime,
        env: { HOME: '/home/ada' },
        cwd: '/work',
      });
    assert.deepEqual(opened, ['/home/ada/there', '/home/ada', '/work/~other']);
  });

  it('says what each is, on one line', async () => {
    const { stdout } = await runDominds(['__complete', 'show', ''], { runtime: fakeRuntime(methods).runtime });
    assert.equal(stdout, 'root-1\tlead idle Paint the house\n');
  });

  it('offers nothing, and says nothing, where no workspace can be opened', async () => {
    const { stdout, stderr, code } = await runDominds(['__complete', 'show', '']);
    assert.deepEqual([stdout, stderr, code], ['', '', 0]);
  });

  it('prints a script for each shell, and knows no other', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout, code } = await runDominds(['completion', shell]);
      assert.match(stdout, new RegExp(`^#.*\\n?.*completion for ${shell}`));
      assert.match(stdout, /__complete/);
      assert.equal(code, 0);
    }
    assert.equal((await runDominds(['completion', 'cmd'])).code, 2);
  });

  describe('in a real shell', function () {
    this.timeout(120_000);
    let workspace: TempWorkspace;

    /**
     * What the shell prints that runs `lines` after the completion script, with a program on its PATH that notes what
     * it was asked.
     */
    const typedIn = async (
      shell: Shell,
      option: string,
      { before = '', lines }: { before?: string; lines: string[] },
    ) => {
      const { stdout: script } = await runDominds(['completion', shell]);
      await workspace.write('completion', script);
      const text = [before, 'source ./completion', ...lines].join('\n');
      const PATH = `${workspace.folder}${path.delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH, HOME: workspace.folder };
      const { stdout } = await promisify(execFile)(shell, [option, '-c', text], { cwd: workspace.folder, env });
      return stdout.trimEnd().split('\n');
    };

    const asked = async () => (await workspace.read('asked')).trimEnd().split('\n');

    /** Leaves the test pending where there is no such shell: it is none of this project's needs. */
    const need = async (shell: Shell, test: Mocha.Context) => {
      if (process.platform === 'win32' || (await findOnPath(shell)) === undefined) test.skip();
    };

    beforeEach(async () => {
      workspace = await makeTempWorkspace({ 'my team/README.md': '', 'tasks.txt': '' });
      const program = path.join(workspace.folder, 'dominds');
      const lines = [
        '#!/bin/sh',
        `printf '<%s>' "$@" >> asked; echo >> asked`,
        'case "$*" in',
        '*--taskdoc*) echo :files ;;',
        '*"-C my") echo :folders ;;',
        `*) printf 'lead\\tLena: first\\nlearn\\t\\n' ;;`,
        'esac',
      ];
      writeFileSync(program, `${lines.join('\n')}\n`);
      chmodSync(program, 0o755);
    });
    afterEach(() => workspace.remove());

    it('bash asks with the words that are meant, and offers the answers', async function () {
      await need('bash', this);
      const typed = (...words: string[]) =>
        `COMP_WORDS=(dominds ${words.join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _dominds; echo "\${COMPREPLY[*]}"`;
      const lines = [
        typed('-C', `'"my team"'`, 'start', '--agent', 'le'),
        typed('-C', `'my\\ team'`, 'start', '--agent', `'"le'`),
        'complete -p dominds',
      ];
      const printed = await typedIn('bash', '--norc', { lines });
      assert.deepEqual(printed, ['lead learn', 'lead learn', 'complete -F _dominds dominds']);
      const words = '<__complete><-C><my team><start><--agent><le>';
      assert.deepEqual(await asked(), [words, words]);
    });

    it('zsh asks with the words that are meant, and offers the answers, or files after a flag', async function () {
      await need('zsh', this);
      // The parts of its completion system that need a line being edited say what they are given.
      const before = `compdef() { print -r -- "$@" }
_describe() { print -rl -- "\${(@P)3}" }
_files() { print -r -- "files $*" }
compset() { print -r -- "without $2" }`;
      const typed = (...words: string[]) => `words=(dominds ${words.join(' ')}); CURRENT=$#words; _dominds`;
      const lines = [
        typed('-C', `'"my team"'`, 'start', '--agent', 'le'),
        typed('-C', `'my\\ team'`, 'start', '--agent', 'le'),
        typed('start', '--taskdoc=ta'),
        typed('-C', 'my'),
      ];
      const printed = await typedIn('zsh', '-f', { before, lines });
      const offered = ['lead:Lena: first', 'learn:'];
      const places = ['without --*=', 'files ', 'without --*=', 'files -/'];
      assert.deepEqual(printed, ['_dominds dominds', ...offered, ...offered, ...places]);
      const words = '<__complete><-C><my team><start><--agent><le>';
      assert.deepEqual((await asked()).slice(0, 2), [words, words]);
    });

    it('fish asks with the words that are meant, and offers the answers, or files after a flag', async function () {
      await need('fish', this);
      const typed = (line: string) => `complete -C '${line}'`;
      const lines = [
        typed('dominds -C "my team" start --agent le'),
        typed('dominds -C my\\ team start --agent le'),
        typed('dominds start --taskdoc=tas'),
        typed('dominds -C my'),
      ];
      const printed = await typedIn('fish', '--no-config', { lines });
      const offered = ['lead\tLena: first', 'learn'];
      assert.deepEqual(printed, [...offered, ...offered, '--taskdoc=tasks.txt', 'my team/\tDirectory']);
      const words = '<__complete><-C><my team><start><--agent><le>';
      assert.deepEqual((await asked()).slice(0, 2), [words, words]);
    });
  });
});
