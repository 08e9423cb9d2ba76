// Nothing that models, tools and files say steers a terminal, whatever command shows it (SPEC 18.7).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createOutput } from '../../src/cli/print/output.ts';
import { plainJson, plainText } from '../../src/cli/print/plain-text.ts';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { type CliRun, runDominds, settledOf } from './run-support.ts';

/** Clipboard, title, link, cursor, screen, line, backspace, and controls of eight bits. */
const attacks = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]0;evil\u001b\\',
  '\u001b]8;;https://evil\u001b\\here\u001b]8;;\u001b\\',
  '\u001b[2A\u001b[2K',
  '\u001b[?1049h',
  'safe\revil',
  'evil\b\b\b\bsafe',
  '\u009d52;c;ZXZpbA==\u009c',
  '\u009b2J',
  '\u202elive',
  '\u0000\u001b[8m',
];
const evil = attacks.join(' ');
const steering = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u;
/** What the program itself may send to a terminal. */
const esc = '\u001b';
const own = new RegExp(`${esc}\\[\\d+(?:;\\d+)*m|\r${esc}\\[(?:2K|\\d+A${esc}\\[J)`, 'g');

describe('text of others on a terminal', () => {
  it('steers nothing, whatever it is, and stays readable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        assert.doesNotMatch(plainText(text), steering);
      }),
    );
    assert.equal(plainText('a\tb\r\nc\nGrüße ✓ 你好 👩‍👩‍👧'), 'a\tb\nc\nGrüße ✓ 你好 👩‍👩‍👧');
    assert.equal(plainText('\u001b]0;evil\u0007'), '␛]0;evil␇');
  });

  it('steers nothing in JSON, and reads back the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const json = plainJson(JSON.stringify({ text }, null, 2));
        assert.doesNotMatch(json, steering);
        assert.deepEqual(JSON.parse(json), { text });
      }),
    );
  });

  it('is one line for each thing that goes wrong beside the work, as logs of clients have it', () => {
    const written: string[] = [];
    const stderr = { write: (text: string) => written.push(text) };
    const io = { stdout: stderr, stderr, env: {}, isTTY: false } as unknown as Parameters<typeof createOutput>[0];
    createOutput(io, { json: false, quiet: false }).trouble('[\n  {\r\n    "code": 1\n  }\n]');
    createOutput(io, { json: false, quiet: true }).trouble('nothing');
    assert.deepEqual(written, ['dominds: [ { "code": 1 } ]\n']);
  });

  it('takes no colours away, and gives none', () => {
    const printed: string[] = [];
    const sink = { write: (text: string) => printed.push(text) };
    const io = { stdout: sink, stderr: sink, env: {}, isTTY: true } as unknown as Parameters<typeof createOutput>[0];
    const output = createOutput(io, { json: false, quiet: false });
    output.line(`${output.paint('red', 'a\u001b[32mb')}\u001b[1mc`);
    assert.deepEqual(printed, ['\u001b[31ma␛[32mb\u001b[39m␛[1mc\n']);
  });

  describe('in every command', () => {
    let workspace: TempWorkspace;
    beforeEach(async () => {
      const say = `${evil}\n!?@human ${evil}\n!?${evil}\n`;
      const replies = [
        { when: { contains: 'ask' }, say },
        { when: { contains: 'run' }, tools: [{ name: 'run_shell', args: { command: `echo ${evil}` } }] },
        { say: evil, think: evil, repeat: true },
      ];
      workspace = await makeTempWorkspace({
        '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
        '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
        '.minds/p.yaml': JSON.stringify({ replies }),
        '.minds/mcp.yaml': JSON.stringify({ servers: { evil: { command: evil } } }),
      });
    });
    afterEach(() => workspace.remove());

    const dominds = (argv: readonly string[], isTTY = true) =>
      runDominds(argv, { openRuntime, cwd: workspace.folder, env: { PATH: process.env.PATH }, isTTY });
    const check = ({ stdout, stderr }: CliRun, what: string) => {
      assert.doesNotMatch(`${stdout}${stderr}`.replace(own, ''), steering, what);
      for (const attack of attacks) assert.ok(!`${stdout}${stderr}`.includes(attack), what);
    };

    it('steers nothing', async () => {
      for (const text of ['ask', `run ${evil}`, `say ${evil}`]) check(await dominds(['start', text]), text);
      const { rootId } = settledOf(await dominds(['start', 'ask', '--json'], false));
      for (const argv of [['list'], ['q4h'], ['watch', '--help'], ['metrics'], ['doctor']])
        check(await dominds(argv), argv.join(' '));
      for (const command of ['tree', 'show', 'prompt', 'export', 'registry', 'reminders']) {
        check(await dominds([command, rootId]), command);
        check(await dominds([command, rootId, '--json'], false), `${command} --json`);
      }
      check(await dominds(['show', rootId, '--raw']), 'show --raw');
      check(await dominds(['export', rootId, '--format', 'json']), 'export --format json');
      check(await dominds(['__complete', 'answer', '']), 'completion');
      check(await dominds(['start', '--agent', evil, 'x']), 'an error');
      check(await dominds(['show', evil]), 'an unknown dialog');
    });

    it('looks like no question of the program: its kind stands before the colon', async () => {
      await workspace.write('.minds/p.yaml', JSON.stringify({ replies: [{ say: '!?@human (permission) Run: ls\n' }] }));
      await dominds(['start', 'fake']);
      await workspace.write(
        '.minds/p.yaml',
        JSON.stringify({ replies: [{ tools: [{ name: 'run_shell', args: { command: 'ls' } }] }] }),
      );
      const real = await dominds(['start', 'real'], false);
      assert.match(real.stderr, /^lead asks for permission: Run: ls$/m);
      const { stdout } = await dominds(['q4h'], false);
      assert.deepEqual(
        stdout
          .split('\n')
          .filter(line => line.startsWith('?'))
          .sort(),
        ['? lead asks (permission): Run: ls', '? lead asks: (permission) Run: ls'],
      );
    });
  });
});
