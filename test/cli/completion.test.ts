import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CallId, DialogId } from '../../src/core/dialog/ids.ts';
import type { Runtime } from '../../src/runtime.ts';
import { fakeRuntime, lead, node, question, researcher, rootId } from '../support/fake-runtime.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
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
    [['completion', 'z'], ['zsh']],
    [['nonsense', ''], []],
  ];
  for (const [words, expected] of table) {
    it(`offers ${expected.join(', ') || 'nothing'} after: dominds ${words.join(' ')}|`, async () => {
      assert.deepEqual(await offered(...words), expected);
    });
  }

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

  it('works in a real bash', async function () {
    this.timeout(60_000);
    if (process.platform === 'win32') this.skip();
    const { stdout: script } = await runDominds(['completion', 'bash']);
    const workspace = await makeTempWorkspace({ 'completion.bash': script });
    try {
      const program = path.join(workspace.folder, 'dominds');
      const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
      writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
      chmodSync(program, 0o755);
      const typed = `source completion.bash
COMP_WORDS=("${program}" change-mind root-1 con); COMP_CWORD=3; _dominds; echo "\${COMPREPLY[*]}"
COMP_WORDS=("${program}" "rem"); COMP_CWORD=1; _dominds; echo "\${COMPREPLY[*]}"
complete -p dominds`;
      const answered = execFileSync('bash', ['--norc', '-c', typed], { cwd: workspace.folder, encoding: 'utf8' });
      assert.equal(answered, 'constraints\nreminders\ncomplete -F _dominds dominds\n');
    } finally {
      await workspace.remove();
    }
  });
});
