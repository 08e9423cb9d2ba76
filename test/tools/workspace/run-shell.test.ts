import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { After } from '../../../src/core/base/after.ts';
import { forCommands } from '../../../src/tools/shell/run-shell.ts';
import { isAlive } from '../../support/is-alive.ts';
import { makeBench, type ToolBench } from './workspace-support.ts';

/** Timers that run in real time, but for the limit of the command, which the test brings about itself. */
function timers(limitMs = 120_000) {
  const limits: (() => void)[] = [];
  const after: After = (ms, work) => {
    if (ms !== limitMs) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    }
    limits.push(work);
    return () => {};
  };
  return { after, reachLimit: () => limits.map(work => work()) };
}

/** Resolves when this text has come. */
function waitFor(text: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = '';
  const output = (piece: string) => {
    seen += piece;
    if (seen.includes(text)) resolve();
  };
  return { output, came: promise, seen: () => seen };
}

it('commands get a git that starts no program by what lies in a folder, beside the settings of the person', () => {
  assert.deepEqual(forCommands({}, []), {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'safe.bareRepository',
    GIT_CONFIG_VALUE_0: 'explicit',
    GIT_CONFIG_KEY_1: 'core.fsmonitor',
    GIT_CONFIG_VALUE_1: 'false',
    GIT_OPTIONAL_LOCKS: '0',
  });
  const own = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'me' };
  const both = forCommands(own, []);
  assert.deepEqual(
    [both.GIT_CONFIG_COUNT, both.GIT_CONFIG_KEY_0, both.GIT_CONFIG_KEY_1],
    ['3', 'user.name', 'safe.bareRepository'],
  );
});

describe('run_shell', () => {
  let bench: ToolBench;
  let clock: ReturnType<typeof timers>;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    const env = {
      PATH: process.env.PATH,
      OPENAI_API_KEY: 'k1',
      OTHER_KEY: 'k2',
      PLAIN: 'seen',
      ELECTRON_RUN_AS_NODE: '1',
    };
    const after: After = (ms, work) => clock.after(ms, work);
    bench = await makeBench(
      { 'src/a.txt': 'a\n', '.minds/team.yaml': '' },
      { shell: { env, secrets: async () => ['k2', ''], after } },
    );
  });
  beforeEach(() => {
    clock = timers();
  });
  after(() => bench?.remove());

  const run = (command: string, more: object = {}, options: Parameters<ToolBench['call']>[2] = {}) =>
    bench.call('run_shell', { command, ...more }, options);

  it('gives output of both streams in order, and the exit code', async () => {
    assert.deepEqual(await run('echo a; echo b >&2; echo c; exit 3'), {
      ok: false,
      content: 'Exit code 3.\na\nb\nc\n',
      exitCode: 3,
    });
    assert.deepEqual(await run('true'), { ok: true, content: 'Exit code 0.\n(no output)', exitCode: 0 });
  });
  it('says which signal ended a command', async () => {
    assert.equal((await run('kill -SEGV $$')).content, 'Ended by SIGSEGV.\n(no output)');
  });
  it('runs in the workspace, or in a folder of it', async () => {
    assert.equal((await run('pwd -P')).content, `Exit code 0.\n${bench.folder}\n`);
    assert.equal((await run('cat a.txt', { cwd: 'src' })).content, 'Exit code 0.\na\n');
  });
  it('refuses a folder that is none, is closed, or outside', async () => {
    for (const cwd of ['src/a.txt', 'nowhere', '.minds', '..', '/tmp'])
      assert.equal((await run('pwd', { cwd })).ok, false, cwd);
  });
  it('has no input', async () => {
    assert.equal((await run('cat; echo end')).content, 'Exit code 0.\nend\n');
  });
  it('does not see the keys of the product', async () => {
    const { content } = await run('env | cut -d= -f1 | sort');
    assert.doesNotMatch(content, /OPENAI_API_KEY|OTHER_KEY|ELECTRON/);
    assert.match(content, /^PLAIN$/m);
  });
  it('shows output while it runs', async () => {
    const watch = waitFor('two');
    await run('printf "\\033[31mone\\033[0m\\n"; echo two', {}, { output: watch.output });
    assert.equal(watch.seen(), 'one\ntwo\n');
  });
  it('ends a command that takes too long, with all it started', async () => {
    const watch = waitFor('ready');
    const running = run('sleep 1000 & echo $!; echo ready; sleep 1000', {}, { output: watch.output });
    await watch.came;
    clock.reachLimit();
    const { ok, content } = await running;
    assert.equal(ok, false);
    const [heading, pid = ''] = content.split('\n');
    assert.equal(heading, 'Ended after 120 s, with everything it had started.');
    assert.equal(isAlive(Number(pid)), false);
  });
  it('kills what does not end by itself', async () => {
    const watch = waitFor('ready');
    const stop = new AbortController();
    const script = `trap '' TERM INT HUP; echo $$; echo ready; while :; do sleep 0.05; done`;
    const running = run(script, {}, { output: watch.output, signal: stop.signal });
    await watch.came;
    stop.abort('stopped');
    const [heading, pid = ''] = (await running).content.split('\n');
    assert.equal(heading, 'Stopped, with everything it had started.');
    assert.equal(isAlive(Number(pid)), false);
  });
  it('lets a command that is stopped clean up', async () => {
    const watch = waitFor('ready');
    const stop = new AbortController();
    const running = run(
      `trap 'echo cleaned; exit' TERM; echo ready; while :; do sleep 0.01; done`,
      {},
      {
        output: watch.output,
        signal: stop.signal,
      },
    );
    await watch.came;
    stop.abort('stopped');
    assert.match((await running).content, /\ncleaned\n$/);
  });
  it('starts nothing once stopped', async () => {
    const result = await run('touch made', {}, { signal: AbortSignal.abort('stopped') });
    assert.deepEqual(result, { ok: false, content: 'Stopped before it began.' });
    assert.equal(existsSync(path.join(bench.folder, 'made')), false);
  });
  it('ends what a command leaves in the background', async () => {
    const { ok, content } = await run('sleep 1000 & echo $!; sleep 1000 >/dev/null 2>&1 & echo $!');
    const [heading, ...pids] = content.trim().split('\n');
    assert.equal(ok, true);
    assert.equal(heading, 'Exit code 0. What it had left running in the background was ended.');
    assert.deepEqual(pids.map(Number).map(isAlive), [false, false]);
  });
  describe('with a child in a session of its own', () => {
    before(function () {
      // Elsewhere nothing tells such a child from any other process.
      if (!existsSync('/proc/self/environ') || !existsSync('/usr/bin/setsid')) this.skip();
    });
    const child = `setsid sh -c 'trap "" TERM; echo $$; echo ready; while :; do sleep 0.05; done' &`;
    const pidIn = (text: string) => Number(/^\d+$/m.exec(text)?.[0]);

    it('ends the child when the command is stopped', async () => {
      const watch = waitFor('ready');
      const stop = new AbortController();
      const running = run(`${child} sleep 1000`, {}, { output: watch.output, signal: stop.signal });
      await watch.came;
      stop.abort('stopped');
      const { content } = await running;
      assert.match(content, /^Stopped, with everything it had started/);
      assert.equal(isAlive(pidIn(content)), false);
    });
    it('ends the child when the command takes too long', async () => {
      const watch = waitFor('ready');
      const running = run(`${child} sleep 1000`, {}, { output: watch.output });
      await watch.came;
      clock.reachLimit();
      assert.equal(isAlive(pidIn((await running).content)), false);
    });
    it('ends what the command leaves behind in it', async () => {
      const { content } = await run(`mkfifo wait; ${child.replace('echo ready', 'echo > wait')} cat wait; rm wait`);
      assert.match(content, /What it had left running in the background was ended/);
      assert.equal(isAlive(pidIn(content)), false);
    });
    it('ends the child that has no environment and no output left, when the command is stopped', async () => {
      const watch = waitFor('ready');
      const stop = new AbortController();
      const silent = `env -i /usr/bin/setsid /bin/sh -c 'echo $$ > pid; exec sleep 1000' >/dev/null 2>&1 &`;
      const script = `${silent} until [ -s pid ]; do sleep 0.01; done; cat pid; echo ready; sleep 1000`;
      const running = run(script, {}, { output: watch.output, signal: stop.signal });
      await watch.came;
      stop.abort('stopped');
      assert.equal(isAlive(pidIn((await running).content)), false);
    });
    it('ends it too when the command itself runs in a command', async () => {
      const marks = 'echo "marks: $DOMINDS_COMMAND"';
      const outer = /marks: ([0-9a-f]{18})$/m.exec((await run(marks)).content)?.[1] ?? '';
      assert.equal(outer.length, 18);
      const inner = await makeBench({}, { shell: { env: { PATH: process.env.PATH, DOMINDS_COMMAND: outer } } });
      const { content } = await inner.call('run_shell', { command: marks });
      await inner.remove();
      assert.match(content, new RegExp(`marks: ${outer} [0-9a-f]{18}$`, 'm'));
    });
    it('leaves the children of other commands alone', async () => {
      const watch = waitFor('ready');
      const stop = new AbortController();
      const running = run(`${child} sleep 1000`, {}, { output: watch.output, signal: stop.signal });
      await watch.came;
      await run('sleep 1000 &');
      assert.equal(isAlive(pidIn(watch.seen())), true);
      stop.abort('stopped');
      await running;
    });
  });
  it('cuts off a command that forks without end', async () => {
    const watch = waitFor('xxxxx');
    const script = 'f() { printf x; sleep 0.05; f & f & wait; }; f';
    const running = run(script, {}, { output: watch.output });
    await watch.came;
    clock.reachLimit();
    const { content } = await running;
    assert.match(content, /^Ended after 120 s/);
  });
  it('keeps head and tail of a flood', async () => {
    let live = 0;
    const { ok, content } = await run(
      `echo first; yes 'ééééééé' | head -c 100000000; echo; echo last`,
      {},
      {
        output: text => {
          live += text.length;
        },
      },
    );
    assert.equal(ok, true);
    assert.match(content, /^Exit code 0\.\nfirst\n/);
    assert.match(content, /\n\[… 9\d{7} bytes cut …\]\n/);
    assert.match(content, /\nlast\n$/);
    assert.doesNotMatch(content, /\ufffd(?!\n)/);
    assert.ok(content.length < 41_000);
    assert.ok(live < 10_000_000);
  });
  it('says that a command could not be started', async () => {
    const gone = await makeBench({}, { shell: { env: {} } });
    await gone.remove();
    const result = await gone.call('run_shell', { command: 'true' });
    assert.equal(result.ok, false);
  });
  it('asks with the whole command and its folder, nothing hidden', async () => {
    const review = await bench.review('run_shell', {
      command: 'echo a\n  # \u202e```\u0007',
      cwd: 'src',
      timeout_s: 5,
    });
    assert.equal(review.kind, 'acts');
    if (review.kind !== 'acts') return;
    const { line, ...action } = review.action;
    assert.equal(line?.length, 1);
    assert.deepEqual(action, {
      tool: 'run_shell',
      toolset: 'shell',
      paths: ['src'],
      command: 'echo a\n  # \u202e```\u0007',
      otherwise: 'ask',
    });
    assert.deepEqual(await review.question(), {
      headline: 'Run: echo a # \\u{202e}```\\u{7}',
      body: '````sh\necho a\n  # \\u{202e}```\\u{7}\n````\n\nRuns in: `src`, for at most 5 s',
      isWholeCommand: false,
    });
  });

  it('says whether the headline is all there is to know of a command', async () => {
    const isWhole = async (args: Record<string, unknown>) => {
      const review = await bench.review('run_shell', args);
      return review.kind === 'acts' && (await review.question()).isWholeCommand;
    };
    assert.equal(await isWhole({ command: 'npm test' }), true);
    assert.equal(await isWhole({ command: 'npm test', cwd: 'src' }), false);
    assert.equal(await isWhole({ command: 'npm test', timeout_s: 5 }), false);
    assert.equal(await isWhole({ command: `npm ${'t'.repeat(200)}` }), false);
    assert.equal(await isWhole({ command: 'a\nb' }), false);
  });
});
