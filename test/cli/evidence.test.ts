// Acceptance lines on the command line (SPEC 26.4): what is listed, what `--run` checks, and `--require verified`.
import assert from 'node:assert/strict';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

const markDone = 'tools: [{name: mark_done, args: {}}]';
const fix = 'tools: [{name: edit_file, args: {path: src/a.js, old: "exit(1)", new: "exit(0)"}}]';

describe('evidence', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({
      '.minds/team.yaml':
        'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [write]}]}\nmembers: {lead: {}, reviewer: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      'src/a.js': 'process.exit(1)\n',
      't.tsk/goals.md': 'Fix it.\n',
      't.tsk/bearinmind/acceptance.md':
        '# Acceptance\n\n- [cmd] node src/a.js\n- [file] src/a.js\n- [@reviewer] it is short\n- reads well\n',
    });
  });
  afterEach(() => place.remove());

  const play = (...replies: string[]) =>
    place.write(
      '.minds/p.yaml',
      `replies:\n${[...replies, 'say: Done., repeat: true'].map(reply => `  - {when: {agent: ${reply.startsWith('say: "acc') ? 'reviewer' : 'lead'}}, ${reply}}\n`).join('')}`,
    );
  const dominds = (...argv: string[]) => runDominds(['--trust', ...argv], { openRuntime, cwd: place.folder });
  const start = (...more: string[]) => dominds('--json', 'start', 'Go', '--taskdoc', 't.tsk', ...more);
  const lastLine = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const states = async (rootId: string, ...more: string[]) => {
    const { state, lines } = JSON.parse((await dominds('--json', 'evidence', rootId, ...more)).stdout);
    return [state, ...lines.map((each: { kind: string; state: string }) => `${each.kind} ${each.state}`)];
  };

  it('is verified by the work tree, and stale once a file changes', async () => {
    await play(markDone, fix, markDone, 'say: "accepted\\nLooks short."');
    const ran = await start('--require', 'verified');
    assert.equal(ran.code, 0, ran.stderr);
    const { rootId, state, evidence } = lastLine(ran);
    assert.deepEqual([state, evidence.state], ['completed', 'verified']);
    const [line] = evidence.lines;
    assert.deepEqual(Object.keys(line), ['line', 'kind', 'state', 'outcome', 'output', 'at']);
    assert.deepEqual([line.line, line.output], ['[cmd] node src/a.js', 'Exit code 0.\n(no output)']);
    assert.deepEqual(await states(rootId), [
      'verified',
      'cmd verified',
      'file verified',
      'member verified',
      'goal open',
    ]);
    assert.match((await dominds('evidence', rootId)).stdout, /^✓ \[cmd\] node src\/a\.js {2}verified\n/);
    await place.write('src/b.js', 'x\n');
    assert.deepEqual(await states(rootId), ['claimed', 'cmd stale', 'file stale', 'member stale', 'goal open']);
    assert.deepEqual(await states(rootId, '--run'), [
      'claimed',
      'cmd verified',
      'file verified',
      'member stale',
      'goal open',
    ]);
  });

  it('exits with 1 where verified is required and the lines do not hold, or there are none', async () => {
    await play(markDone);
    const ran = await start('--require', 'verified');
    assert.equal(ran.code, 1);
    assert.equal(lastLine({ stdout: ran.stdout.replace(/\n[^\n]*"error"[^\n]*/g, '') }).evidence.state, 'failed');
    assert.match(ran.stderr, /the dialog is failed, not verified — list its acceptance lines: dominds evidence/);
    assert.equal((await start()).code, 0);
    await play(markDone);
    const without = await dominds('start', 'Go', '--require', 'verified');
    assert.equal(without.code, 1);
    assert.match(without.stderr, /there are no acceptance lines/);
    const wrong = await dominds('start', 'Go', '--require', 'so');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--require is verified, not so/);
  });

  it('lists lines that nobody checked, and shows the output of what fails', async () => {
    await play('say: Done.');
    const { rootId } = lastLine(await start());
    assert.deepEqual(await states(rootId), ['open', 'cmd open', 'file open', 'member open', 'goal open']);
    const { stdout } = await dominds('evidence', rootId, '--run');
    assert.match(stdout, /^✗ \[cmd\] node src\/a\.js {2}failed\n {4}Exit code 1\.\n/);
    assert.match(stdout, /· \[@reviewer\] it is short {2}open\n- reads well {2}in words, not checked\n/);
    const done = await dominds('done', rootId);
    assert.equal(done.code, 0);
    assert.match((await dominds('show', rootId)).stdout, /failed: 1 of 3 acceptance lines verified/);
  });
});
