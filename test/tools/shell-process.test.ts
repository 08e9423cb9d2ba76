// Commands and servers end with the process that runs them, however that ends (SPEC 20.5, 21.5).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after } from '../../src/runtime/clock/after.ts';
import { drained, startShell } from '../../src/tools/shell-process.ts';
import { isAlive } from '../support/is-alive.ts';
import { nextTurn } from '../support/next-turn.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const module = path.resolve('src/tools/shell-process.ts');

/** A process that runs this code, beside what it imports. */
function startDriver(code: string) {
  const script = `
    const { startServer, startShell } = await import(${JSON.stringify(module)});
    const at = { folder: '.', env: process.env };
    const after = (ms, work) => { const timer = setTimeout(work, ms); return () => clearTimeout(timer); };
    ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a process that runs commands', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  const starts = {
    'its command': `startShell('sleep 1000 & echo $!; wait', at, after)`,
    'its server': `startServer('sleep 1000 & echo $!; wait', at, after)`,
    'the second of its commands': `(await startShell('true', at, after).end(0), startShell('sleep 1000 & echo $!; wait', at, after))`,
  };
  for (const [what, start] of Object.entries(starts)) {
    it(`ends ${what} when it is killed`, async () => {
      const driver = startDriver(`${start}.output.on('data', chunk => process.stdout.write(chunk));`);
      const [chunk] = await once(driver.stdout, 'data');
      const pid = Number(String(chunk));
      assert.ok(isAlive(pid));
      driver.kill('SIGKILL');
      while (isAlive(pid)) await nextTurn();
    });
  }

  it('ends when its commands have ended', async () => {
    const driver = startDriver(`await startShell('true', at, after).end(0);`);
    assert.deepEqual(await once(driver, 'exit'), [0, null]);
  });

  it('waits for no editor and no pager, unless the command names its own', async () => {
    const { folder, remove } = await makeTempWorkspace({ 'a.txt': 'one\n' });
    const command = '$EDITOR a.txt && $GIT_EDITOR a.txt && printf two | $PAGER && EDITOR=mine && echo $EDITOR';
    const shell = startShell(command, { folder, env: { ...process.env, EDITOR: 'vi', PAGER: 'less' } }, after);
    let read = '';
    shell.output.on('data', chunk => {
      read += chunk;
    });
    await shell.ended;
    await drained(shell, after);
    assert.equal(read, 'twomine\n');
    await shell.end(0);
    await remove();
  });
  it('reads what its command printed, though it was stopped itself until the time for that was over', async () => {
    const stop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const { folder, remove } = await makeTempWorkspace();
    const shell = startShell('echo one; touch printed', { folder, env: process.env }, after);
    let read = '';
    shell.output.on('data', chunk => {
      read += chunk;
    });
    await shell.spawned;
    while (!existsSync(path.join(folder, 'printed'))) stop(5);
    await drained(shell, (_, work) => {
      const timer = setTimeout(work, 1);
      stop(20);
      return () => clearTimeout(timer);
    });
    assert.equal(read, 'one\n');
    await shell.end(0);
    await remove();
  });
});
