// The example workspace tells its story to the end, without its pauses.
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import type { Settled } from '../../src/runtime.ts';
import { openRuntime } from '../../src/runtime.ts';
import { runDominds } from './run-support.ts';

const example = path.resolve(import.meta.dirname, '../../examples/software-team');

describe('the example workspace', () => {
  let rtws: string;
  const dominds = async (...argv: string[]) => {
    const run = await runDominds([...argv, '--json'], { openRuntime, cwd: rtws, env: {} });
    return { ...run, last: run.json.at(-1) as Settled & { readonly rootId: string } };
  };

  before(async () => {
    rtws = await makeTempFolder('example');
    await cp(example, rtws, { recursive: true, filter: source => !source.endsWith('.dialogs') });
    const playbook = path.join(rtws, '.minds/demo.playbook.yaml');
    const text = await readFile(playbook, 'utf8');
    await writeFile(playbook, text.replace(/^( *)(delayMs|chunkDelayMs): \d+$/gm, '$1$2: 0'));
  });
  after(() => removeTempFolder(rtws));

  it('asks one question, and after the answer is done with the progress written down', async () => {
    const asked = await dominds('start', '--taskdoc', 'tasks/first-steps.tsk', 'How should slugify treat accents?');
    assert.equal(asked.stderr.match(/^dominds: .*$/m)?.[0], undefined);
    assert.equal(asked.code, 3);
    assert.equal(asked.last.questions.length, 1);

    const answered = await dominds('answer', asked.last.questions[0]?.id ?? '', 'plain');
    assert.equal(answered.last.state, 'completed');
    assert.equal(answered.code, 0);
    assert.match(await readFile(path.join(rtws, 'tasks/first-steps.tsk/progress.md'), 'utf8'), /\[x\] Which way/);

    await dominds('reopen', asked.last.rootId);
    const greeted = await dominds('send', asked.last.rootId, 'Hello?');
    assert.match(JSON.stringify(greeted.json), /I am a scripted reply/);
    assert.equal(greeted.last.state, 'completed');
    assert.equal(greeted.code, 0);
  });

  it('has a reply for a dialog with any member', async () => {
    for (const agent of ['coder', 'reviewer']) {
      const { code, last } = await dominds('start', '--agent', agent, 'Hello?');
      assert.match(last.response ?? '', /I am a scripted reply/);
      assert.equal(code, 0);
    }
  });
});
