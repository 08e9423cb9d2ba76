import assert from 'node:assert/strict';
import { commands } from '../../src/cli/commands.ts';
import { globalOptions } from '../../src/cli/parse-command-line.ts';
import { commandHelp } from '../../src/cli/print/help.ts';
import { refuse, StoreAway, toldRefusal } from '../../src/core/facts/trouble.ts';
import type { Metrics } from '../../src/core/spending/metrics.ts';
import { helpEn } from '../../src/words/en/help.ts';
import { helpZh } from '../../src/words/zh/help.ts';
import { fakeRuntime, lead, node, rootId } from '../support/fake-runtime.ts';
import { checkFailure, runDominds } from './run-support.ts';

describe('usage of the command line', () => {
  const wrong: readonly (readonly [argv: readonly string[], stderr: RegExp])[] = [
    [[], /no command is given/],
    [['-C', '/tmp'], /no command is given/],
    [['-C'], /^dominds: -C needs a value — dominds --help lists the commands/],
    [['--store'], /^dominds: --store needs a value/],
    [['--quiet=x'], /^dominds: --quiet takes no value/],
    [['frobnicate'], /unknown command frobnicate/],
    [['help', 'frobnicate'], /unknown command frobnicate/],
    [['--frob', 'list'], /unknown flag --frob/],
    [['list', '--frob'], /unknown flag --frob/],
    [['list', '-x'], /unknown flag -x/],
    [['list', '--status', 'lost'], /--status is running, completed or archived, not lost/],
    [['list', 'extra'], /unexpected argument "extra"/],
    [['send'], /<dialog> is missing/],
    [['send', 'root-1'], /<text> is missing/],
    [['send', 'root-1', 'two', 'words'], /quotes around/],
    [['send', 'root-1', '-5'], /goes after --/],
    [['answer', 'q-1'], /<text> is missing/],
    [['start', '--mode', 'loud', 'hi'], /--mode is chat or draft/],
    [['start', '--agent'], /--agent needs a value/],
    [['list', '-C'], /^dominds: -C needs a value/],
    [['start', '--agent', '--json=x'], /--agent needs a value/],
    [['start', '--no-wait=x'], /--no-wait takes no value/],
    [['show', 'root-1', '--course', '0'], /--course is a number from 1/],
    [['export', 'root-1', '--format', 'pdf'], /--format is md, json or otlp/],
    [['parse', '--chunk', 'x'], /--chunk is a number from 1/],
    [['parse', '--chunk', '0'], /--chunk is a number from 1/],
    [['parse', '--dialect', 'latin'], /--dialect is tellask or texting/],
    [['stop', 'root-1', '--all'], /exclude each other/],
    [['reminders', 'root-1', 'add'], /not clear/],
    [['reminders', 'root-1', 'update', '1'], /not clear/],
    [['reminders', 'root-1', 'delete', 'x'], /not clear/],
    [['reminders', 'root-1', 'sing', '1'], /not clear/],
    [['mind'], /<action> is missing/],
    [['mind', 'think', 'root-1'], /mind has no action think .* message <root> <text> \| add <root> <text> \| /],
    [['state', 'constructor', 'root-1'], /state has no action constructor/],
    [['mind', 'message', 'root-1'], /<text> is missing/],
    [['mind', 'history', 'root-1', '--id', 'd1'], /--id goes with accept only/],
    [['mind', 'drafts', 'root-1', 'seen', 'all'], /named by their numbers/],
    [['mind', 'run', 'root-1', '0'], /run takes one number of steps from 1, or none/],
    [['mind', 'run', 'root-1', '-1'], /goes after --/],
    [['mind', 'prune', 'root-1', '0'], /prune takes one number of exchanges from 1/],
    [['list', '--status='], /^dominds: --status needs a value/],
    [['start', '--agent', '', 'hi'], /^dominds: --agent needs a value/],
    [['start', '--image', 'a.png', '--image', '', 'hi'], /^dominds: --image needs a value/],
    [['list', '-C', ''], /^dominds: -C needs a value/],
    [['store', 'prune'], /--older-than needs a number of days/],
    [['store', 'prune', '--older-than', '3'], /--older-than needs a number of days/],
    [['dismiss', 'root-1'], /<callId> is missing/],
  ];
  for (const [argv, stderr] of wrong) {
    it(`exits 2 with one line for: dominds ${argv.join(' ')}`, () => checkFailure(argv, { code: 2, stderr }));
  }

  const actions: readonly (readonly [argv: readonly string[], usage: string])[] = [
    [['state', 'diff', 'root-1', '0'], 'dominds state diff <root> <a> <b>'],
    [['state', 'show', 'root-1', '--turn', 'x'], 'dominds state show <root> [--turn t] [--stored]'],
    [['state', '--frob', 'replay', 'd.yaml'], 'dominds state replay <domain.yaml> [--gold]'],
    [['mind', 'prune', 'root-1'], 'dominds mind prune <root> <pairs>'],
    [['mind', 'run', 'root-1', 'x'], 'dominds mind run <root> [n]'],
    [['store', 'export'], 'dominds store export <dir>'],
  ];
  for (const [argv, usage] of actions) {
    it(`tells the usage of the action for: dominds ${argv.join(' ')}`, async () => {
      const { code, stderr } = await runDominds(argv);
      assert.equal(stderr.slice(stderr.indexOf(' — ')), ` — usage: ${usage}\n`);
      assert.equal(code, 2);
    });
  }

  it('serves a workspace from one folder only', async () => {
    const env = { DOMINDS_STORE: 'postgres://someone@127.0.0.1/none?schema=none' };
    const { code, stderr } = await runDominds(['work', '--serve', 'shop=.', '--serve', 'shop=../other'], { env });
    assert.equal(code, 2);
    assert.match(stderr, /--serve names shop twice/);
  });

  it('takes any number of arguments where a command says so', () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => `${index}`);
    const argv = ['mind', 'drafts', 'root-1', 'seen', ...numbers, 'all'];
    return checkFailure(argv, { code: 2, stderr: /drafts are named by their numbers/ });
  });

  it('prints an error as an object too with --json, wherever the flag stands', async () => {
    const expected = { type: 'error', code: 'usage', message: 'unknown command x — dominds --help lists the commands' };
    for (const argv of [
      ['--json', 'x'],
      ['x', '--json'],
    ]) {
      const { code, json, stderr } = await runDominds(argv);
      assert.deepEqual(json, [expected]);
      assert.equal(stderr, `dominds: ${expected.message}\n`);
      assert.equal(code, 2);
    }
  });

  it('takes global flags before and after the command', async () => {
    const { runtime } = fakeRuntime({ listRoots: () => [] });
    for (const argv of [
      ['-C', 'there', '--json', 'list'],
      ['list', '--json', '-C', 'there'],
      ['--json', 'list', '-Cthere'],
    ]) {
      const seen: string[] = [];
      const { code, stdout, stderr } = await runDominds(argv, {
        cwd: '/home',
        openRuntime: async ({ rtws }) => {
          seen.push(rtws.replaceAll('\\', '/'));
          return { ok: true, runtime };
        },
      });
      assert.equal(code, 0, stderr);
      assert.equal(stdout, '[]\n');
      assert.match(seen.join(), /\/home\/there$/);
    }
  });

  it('takes a text that starts with a dash after --', async () => {
    const said: string[] = [];
    const { runtime } = fakeRuntime({
      intents: {
        async start({ text }) {
          said.push(text ?? '');
          return toldRefusal('wrong-state', 'enough', 'stop here');
        },
      },
    });
    await runDominds(['start', '--', '-5'], { runtime });
    assert.deepEqual(said, ['-5']);
  });

  it('prints the version, help, and help of every command', async () => {
    assert.match((await runDominds(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
    const overview = await runDominds(['--help']);
    assert.equal(overview.code, 0);
    for (const { name } of commands) {
      assert.match(overview.stdout, new RegExp(`^  ${name} `, 'm'));
      for (const argv of [
        [name, '--help'],
        ['help', name],
        ['-h', name],
      ]) {
        const help = await runDominds(argv);
        assert.match(help.stdout, new RegExp(`^Usage: dominds ${name}`));
        assert.equal(help.code, 0);
      }
    }
  });

  it('prints the version and does nothing else, wherever the flag stands', async () => {
    const version = await runDominds(['--version']);
    for (const argv of [
      ['start', '--version'],
      ['--version', 'start'],
      ['state', '--version'],
    ]) {
      const { code, stdout, stderr, modes } = await runDominds(argv);
      assert.deepEqual({ code, stdout, stderr, modes }, { code: 0, stdout: version.stdout, stderr: '', modes: [] });
    }
  });

  it('tells in its help every flag that all commands take', async () => {
    for (const env of [{}, { DOMINDS_LANG: 'zh' }]) {
      for (const argv of [['--help'], ['start', '--help']]) {
        const { stdout } = await runDominds(argv, { env });
        const flags = Object.keys(globalOptions).map(name => (name === 'rtws' ? '-C' : `--${name}`));
        assert.deepEqual(
          flags.filter(flag => !stdout.split('\n').some(line => line.startsWith(`  ${flag} `))),
          [],
        );
      }
      assert.match((await runDominds(['--help'], { env })).stdout, /DOMINDS_STORE/);
    }
  });

  it('reports a fault of its own in one line and exits 1', async () => {
    const openRuntime = async () => {
      throw new Error('out of\ncheese');
    };
    await checkFailure(['list'], { code: 1, stderr: /internal error: out of cheese/ }, { openRuntime });
  });

  it('says that the system denies access, where it may not read what a command needs', async () => {
    const openRuntime = async () => {
      throw Object.assign(new Error("EACCES: permission denied, scandir '/rtws/.dialogs'"), { code: 'EACCES' });
    };
    const { code, json } = await runDominds(['list', '--json'], { openRuntime });
    const message =
      "The system denies access: EACCES: permission denied, scandir '/rtws/.dialogs' — check the permissions and the user who runs this";
    assert.deepEqual([code, json], [1, [{ type: 'error', code: 'disk', id: 'access-denied', message }]]);
  });

  it('says of a store that goes away under a command which one it is', async () => {
    const { runtime } = fakeRuntime({
      questions: async () => {
        throw new StoreAway(new Error('read ECONNRESET'), 'postgres://db/team');
      },
    });
    const { code, json } = await runDominds(['q4h', '--json'], { runtime });
    const message =
      'The store postgres://db/team cannot be reached: read ECONNRESET — check its address and the network';
    assert.deepEqual([code, json], [1, [{ type: 'error', code: 'disk', id: 'store-away', message }]]);
  });
});

describe('the command line in Chinese', () => {
  const env = { DOMINDS_LANG: 'zh' };

  it('says what is wrong with the arguments, with the same codes', async () => {
    const run = await runDominds(['x', '--json'], { env });
    assert.match(run.stderr, /^dominds: 未知的命令 x — dominds --help 列出所有命令$/m);
    assert.equal((run.json[0] as { code: string }).code, 'usage');
    const list = await runDominds(['list', '--status', 'odd'], { env });
    assert.match(list.stderr, /--status 应为 running、completed、archived 之一，而不是 odd — 用法：dominds list/);
  });

  it('says why an action was refused, and which refusal it is', async () => {
    const { runtime } = fakeRuntime({ resolve: async name => refuse('unknown-dialog', { name }) });
    const run = await runDominds(['tree', 'r-1', '--json'], { env, runtime });
    assert.deepEqual(run.json, [
      { type: 'error', code: 'unknown-dialog', id: 'unknown-dialog', message: '没有对话 r-1 — 此文件夹的对话见对话树' },
    ]);
  });

  it('has its help, with the same commands and flags', async () => {
    const [english, chinese] = [await runDominds(['help', 'serve']), await runDominds(['help', 'serve'], { env })];
    assert.match(chinese.stdout, /^用法：dominds serve \[--host h\]/);
    assert.match(chinese.stdout, /监听的端口（默认 4747；0 表示自动选择）/);
    const flags = (text: string) => new Set(text.match(/--[\w-]+/g));
    for (const command of commands) {
      const [en, zh] = [commandHelp(command, helpEn), commandHelp(command, helpZh)];
      assert.deepEqual(flags(zh), flags(en), command.name);
      assert.equal(
        zh.split('\n').every(line => !/\{\w+\}/.test(line)),
        true,
        command.name,
      );
    }
    assert.deepEqual(flags(chinese.stdout), flags(english.stdout));
  });

  it('shows a tree', async () => {
    const tree = node(lead, 'lead', { states: ['awaiting-subdialogs'], aside: 'words' });
    const { runtime } = fakeRuntime({ tree: async () => ({ ok: true, tree }) });
    assert.match((await runDominds(['tree', rootId], { env, runtime })).stdout, /^lead 等待中 （插话中） root-1/);
  });

  it('names the counters, and not those of --json', async () => {
    const counted: Metrics = {
      roots: { running: 2, completed: 0, archived: 1 },
      dialogs: { created: 3, completed: 1 },
      registry: 1,
      questions: { pending: 0, answered: 1 },
      generations: 5,
      tokens: { prompt: 1, completion: 2, cached: 0 },
      cacheHitRate: 0,
      cost: 0,
      generationMs: 7,
      retries: 0,
      diligence: { pushes: 1, disabledByEmptyFile: 1 },
      storageBytes: 9,
      residentBytes: 9,
      openHandles: 1,
    };
    const { runtime } = fakeRuntime({ metrics: async () => counted });
    const { stdout } = await runDominds(['metrics'], { env, runtime });
    assert.match(stdout, /^根对话 {12}2 运行, 0 完成, 1 归档\n对话 {14}3 创建, 1 完成$/m);
    assert.deepEqual((await runDominds(['metrics', '--json'], { env, runtime })).json, [counted]);
  });

  it('says how things stand', async () => {
    const { runtime } = fakeRuntime({ questions: async () => [] });
    assert.equal((await runDominds(['q4h'], { env, runtime })).stderr, '没有未答的问题\n');
  });
});
