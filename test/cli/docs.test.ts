// docs/cli.md is true: its table is the table of commands, and what it marks to be run runs, with that exit code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/exit-code.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');

describe('docs/cli.md', () => {
  it('tells every command in the words of its help', () => {
    const rows = commands.map(({ name, usage, summary }) => {
      const call = `dominds ${name}${usage === '' ? '' : ` ${usage}`}`.replaceAll('|', '\\|');
      return `| \`${call}\` | ${summary} |`;
    });
    const table = text.split('\n').filter(line => line.startsWith('| `dominds '));
    assert.deepEqual(table, rows);
  });

  it('tells every exit code', () => {
    const told = [...text.matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code));
    assert.deepEqual(told, Object.values(exitCodes));
  });

  it('has a workflow that is YAML', () => {
    const [, workflow = ''] = /```yaml\n(.*?)```/s.exec(text) ?? [];
    assert.deepEqual(Object.keys((parse(workflow) as { jobs: object }).jobs), ['work']);
  });

  it('has commands that run as they stand there', async function () {
    this.timeout(180_000);
    if (process.platform === 'win32') this.skip();
    const workspace = await makeTempWorkspace({
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {contains: blue}, say: Blue it is.}
  - {say: "!?@human Which colour?\\n!?Red or blue"}
`,
    });
    try {
      const program = path.join(workspace.folder, 'dominds');
      const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
      writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
      chmodSync(program, 0o755);
      const env = { ...process.env, OPENAI_API_KEY: '', PATH: `${workspace.folder}:${process.env.PATH ?? ''}` };
      const blocks = [...text.matchAll(/<!-- run: exit (\d) -->\n```sh\n(.*?)```/gs)];
      assert.ok(blocks.length > 0);
      for (const [, code, script = ''] of blocks) {
        const ran = spawnSync('bash', ['-e', '-c', script], { cwd: workspace.folder, env, encoding: 'utf8' });
        assert.equal(ran.status, Number(code), `${script}\n${ran.stdout}\n${ran.stderr}`);
      }
    } finally {
      await workspace.remove();
    }
  });
});
