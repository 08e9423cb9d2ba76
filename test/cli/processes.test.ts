// Real processes on one folder: a driver and those beside it (SPEC 9.4, 11.3).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { type Line, main, Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { afterTheKill, beforeTheKill } from './paint-story.ts';

describe('several dominds processes on one folder', function () {
  // Several real processes.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  const programs: Program[] = [];
  const dominds = (...argv: readonly string[]) => {
    const program = new Program(workspace.folder, {}, argv);
    programs.push(program);
    return program;
  };
  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') for (const program of programs) console.error(program.heard());
    for (const { child } of programs.splice(0)) child.kill('SIGKILL');
    await workspace.remove();
  });

  it('stop ends what another process drives, and exits 0 when it has stopped', async () => {
    await play('  - {delayMs: 100000, say: Late.}\n');
    const driver = dominds('start', 'go');
    const { rootId = '' } = await driver.recorded('generationStarted');
    const stopped = await dominds('stop', rootId).ended;
    assert.deepEqual(stopped.lines, [{ stopped: [{ rootId, selfId: rootId }] }]);
    assert.equal(stopped.code, 0);
    assert.equal((await driver.ended).code, 4);
  });

  it('a dialog that waited to try again when its process was killed is interrupted, also for who only reads', async () => {
    await play('  - {fail: {status: 503, message: busy}, repeat: true}\n');
    const driver = dominds('start', 'go');
    const { rootId = '' } = await driver.recorded('generationEnded');
    driver.child.kill('SIGKILL');
    await driver.ended;
    for (const command of [['tree', rootId], ['list']]) {
      const [read] = (await dominds(...command).ended).lines.flat();
      assert.equal(read?.state, 'interrupted', command[0]);
    }
  });

  it('answer reaches the driver once; when the driver is killed, answer takes over and nothing is lost', async () => {
    await play(beforeTheKill);
    const driver = dominds('start', 'go');
    const { record, rootId = '' } = await driver.recorded('questionAsked');
    await driver.line(({ record: each, selfId }) => each?.kind === 'generationStarted' && selfId !== rootId);
    const watcher = dominds('watch');
    await watcher.line(({ type }) => type === 'root_changed');
    const answerer = dominds('answer', record?.questionId ?? '', 'red');
    await driver.recorded('questionAnswered');
    await answerer.recorded('questionAnswered');
    await play(afterTheKill);
    driver.child.kill('SIGKILL');
    const { code, lines, stderr } = await answerer.ended;
    assert.equal(lines.at(-1)?.type, 'settled', stderr);
    assert.equal(lines.at(-1)?.state, 'idle', stderr);
    assert.match(lines.at(-1)?.response ?? '', /^All is/);
    assert.equal(code, 0);
    const [records] = (await dominds('show', rootId).ended).lines as unknown as [{ kind: string }[]];
    assert.equal(records.filter(({ kind }) => kind === 'questionAnswered').length, 1);
    assert.equal(records.filter(({ kind }) => kind === 'responseSupplied').length, 1);
    await watcher.line(({ record: each }) => each?.kind === 'responseSupplied');
    watcher.child.kill('SIGINT');
    assert.equal((await watcher.ended).code, 0);
  });

  it('watch tells a call before the work that it led to, and every record once', async () => {
    await play(`
  - {when: {agent: lead, contains: wait}, say: "!?@human Which?"}
  - {when: {agent: lead, contains: paint}, say: "!?@bob Paint\\n\\n!?@bob Sand"}
  - {when: {agent: bob}, say: Done., repeat: true}
  - {when: {agent: lead}, say: All is painted.}
`);
    await dominds('start', 'wait').ended;
    const watcher = dominds('watch');
    await watcher.line(({ type }) => type === 'root_changed');
    const { lines } = await dominds('start', 'paint').ended;
    const rootId = lines.at(-1)?.rootId;
    const ofTree = (line: Line) => line.type === 'recorded' && line.rootId === rootId;
    const made = lines.filter(ofTree).map(({ record }) => record?.n);
    await watcher.line(line => ofTree(line) && line.record?.n === Math.max(...made.map(Number)));
    watcher.child.kill('SIGINT');
    const watched = (await watcher.ended).lines.filter(ofTree).map(({ record }) => record?.n);
    assert.deepEqual(
      watched,
      made.toSorted((a = 0, b = 0) => a - b),
    );
    assert.equal(watched.length, watched.at(-1));
  });
});

describe('output that could not be written', function () {
  // Several real processes.
  this.timeout(120_000);
  const full = '/dev/full';

  it('fails the command, and says why', async function () {
    if (!existsSync(full)) this.skip();
    const workspace = await makeTempWorkspace({});
    const file = openSync(full, 'w');
    try {
      for (const argv of [['list'], ['--json', 'list'], ['--help']]) {
        const child = spawn(process.execPath, [main, '-C', workspace.folder, ...argv], {
          stdio: ['ignore', file, 'pipe'],
        });
        let stderr = '';
        child.stderr?.on('data', piece => {
          stderr += piece;
        });
        const [code] = (await once(child, 'close')) as [number | null];
        assert.equal(code, 1, argv.join(' '));
        assert.match(stderr, /^dominds: the output is not complete: .*ENOSPC/m);
      }
    } finally {
      closeSync(file);
      await workspace.remove();
    }
  });
});
