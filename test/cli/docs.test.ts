// docs/cli.md is true: its table is the table of commands, and what it marks to be run runs, with that exit code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/exit-code.ts';
import { helpEn } from '../../src/words/en/help.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');

describe('docs/cli.md', () => {
  it('tells every command in the words of its help', () => {
    const rows = commands.map(({ name, usage }) => {
      const call = `dominds ${name}${usage === '' ? '' : ` ${usage}`}`.replaceAll('|', '\\|');
      return `| \`${call}\` | ${helpEn.of[name].summary} |`;
    });
    const table = text.split('\n').filter(line => line.startsWith('| `dominds '));
    assert.deepEqual(table, rows);
  });

  it('tells every exit code', () => {
    const told = [...text.matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code));
    assert.deepEqual(told, Object.values(exitCodes));
  });

  it('has a workflow whose steps keep the question on a branch, where another checkout answers it', async function () {
    this.timeout(180_000);
    if (process.platform === 'win32') this.skip();
    const [, workflow = ''] = /```yaml\n(.*?)```\n\nThe run/s.exec(text) ?? [];
    const { steps } = (parse(workflow) as { jobs: { work: { steps: { run?: string }[] } } }).jobs.work;
    const [install = '', work = '', keep = '', ...others] = steps.flatMap(({ run }) => run ?? []);
    assert.deepEqual(others, []);
    const workspace = await makeTempWorkspace(askingTeam);
    try {
      const { folder } = workspace;
      putProgram(folder, 'npm', 'echo "$@"');
      const summary = path.join(folder, 'summary');
      // None of this machine's git settings: a runner has none.
      const git = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
      const run = { TASK: '-f: paint it', GITHUB_STEP_SUMMARY: summary, GITHUB_RUN_ID: '7', CI: 'true' };
      const inShell = (script: string, cwd = 'checkout') =>
        runScript(script, folder, { cwd: path.join(folder, cwd), env: { ...run, ...git } });
      const setUp = `git init -q --bare ../origin -b main && git clone -q ../origin . && git switch -q -c main
cp -r ../.minds . && git add -A && git -c user.name=me -c user.email=me@here commit -qm one && git push -q origin main`;
      mkdirSync(path.join(folder, 'checkout'));
      for (const script of [setUp, install, work, keep]) inShell(script);
      assert.match(readFileSync(summary, 'utf8'), /^```text\n[\s\S]*Which colour\?[\s\S]*\n```\n$/);
      inShell('git clone -q origin elsewhere -b dominds/7', '.');
      const question = JSON.parse(inShell('dominds q4h --json', 'elsewhere'))[0].id;
      assert.match(inShell(`dominds answer ${question} blue`, 'elsewhere'), /Blue it is/);
    } finally {
      await workspace.remove();
    }
  });

  it('has commands that run as they stand there', async function () {
    this.timeout(180_000);
    if (process.platform === 'win32') this.skip();
    const workspace = await makeTempWorkspace(askingTeam);
    try {
      const blocks = [...text.matchAll(/<!-- run: exit (\d) -->\n```sh\n(.*?)```/gs)];
      assert.ok(blocks.length > 0);
      for (const [, code, script = ''] of blocks) runScript(script, workspace.folder, { code: Number(code) });
    } finally {
      await workspace.remove();
    }
  });
});

/** Asks, and is content with blue. */
const askingTeam = {
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': `replies:
  - {when: {contains: blue}, say: Blue it is., tools: [{name: mark_done, args: {}}]}
  - {say: "!?@human Which colour?\\n!?Red or blue"}
`,
};

function putProgram(folder: string, name: string, line: string): void {
  const program = path.join(folder, name);
  writeFileSync(program, `#!/bin/sh\n${line}\n`);
  chmodSync(program, 0o755);
}

interface Run {
  /** Where; `folder` unless given. */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The exit code it has to have, 0 unless given. */
  readonly code?: number;
}

/** Runs a script as CI does, with `dominds` and the other programs of `folder` on its PATH; returns what it printed. */
function runScript(script: string, folder: string, { cwd = folder, env = {}, code = 0 }: Run): string {
  const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
  putProgram(folder, 'dominds', `exec "${process.execPath}" "${main}" "$@"`);
  const surroundings = { ...process.env, OPENAI_API_KEY: '', PATH: `${folder}:${process.env.PATH ?? ''}`, ...env };
  const ran = spawnSync('bash', ['-e', '-c', script], { cwd, env: surroundings, encoding: 'utf8' });
  assert.equal(ran.status, code, `${script}\n${ran.stdout}\n${ran.stderr}`);
  return ran.stdout;
}
