// `state check` and `state replay` as a person or a script runs them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { serialize } from '../../src/core/belief/history/serialize.ts';
import { emptyState } from '../../src/core/belief/state.ts';
import { playTurn } from '../../src/core/belief/turn.ts';
import { domainOf, shopText } from '../core/belief/support.ts';
import { fakeRuntime } from '../support/fake-runtime.ts';
import { checkDocument, checkFailure, runDominds } from './run-support.ts';

let folder = '';
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dominds-state-'));
  mkdirSync(path.join(folder, 'sub'));
  writeFileSync(path.join(folder, 'sub', 'shop.yaml'), shopText);
  writeFileSync(path.join(folder, 'bad.yaml'), shopText.replace('intent: Read', 'intent: Write'));
});
after(() => rmSync(folder, { recursive: true }));

/** Replays labels, one object a line, on the small domain. */
async function replay(lines: readonly unknown[], ...flags: readonly string[]) {
  const stdin = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return runDominds(['-C', folder, 'state', 'replay', 'sub/shop.yaml', ...flags], { stdin });
}

const start = { turn: 1, predictions: [{ flow: 'query', confidence: 0.9 }], commands: [{ start: 'query' }] };
const limit = (value: unknown) => ({ set: { flow: 'query', slot: 'limit', value } });

describe('dominds state check', () => {
  it('finds nothing wrong with a sound domain', () =>
    checkDocument(
      ['-C', folder, 'state', 'check', 'sub/shop.yaml'],
      {},
      {
        ok: true,
        file: 'sub/shop.yaml',
        name: 'shop',
        flows: 23,
        problems: [],
      },
    ));

  it('tells file, line, column and reason of a fault, and fails', async () => {
    const { code, json, stderr } = await runDominds(['-C', folder, 'state', 'check', 'bad.yaml', '--json']);
    const [{ ok, problems }] = json as [{ ok: boolean; problems: { reason: string }[] }];
    assert.equal(code, 1);
    assert.equal(ok, false);
    assert.match(problems[0]?.reason ?? '', /"Write" is not an intent/);
    const { file, line, column, severity } = problems[0] as never;
    assert.deepEqual({ file, line, column, severity }, { file: 'bad.yaml', line: 6, column: 13, severity: 'error' });
    assert.match(stderr, /^dominds: bad\.yaml:6:13: "Write" is not an intent of this domain — Write one of /);
  });

  it('reads a file as a dialog does: plain, not huge, in UTF-8', async () => {
    const cases: readonly (readonly [string, Buffer, RegExp])[] = [
      [
        'wide.yaml',
        Buffer.from(`\uFEFF${shopText}`, 'utf16le'),
        /^dominds: wide\.yaml: not read: it is a binary file — Replace/,
      ],
      [
        'latin.yaml',
        Buffer.from(`${shopText}# \xE9\n`, 'latin1'),
        /^dominds: latin\.yaml: not read: it is not in UTF-8 — Save/,
      ],
      [
        'huge.yaml',
        Buffer.from(`${shopText}# ${'x'.repeat(2 ** 20)}\n`),
        /huge\.yaml: not read: it is larger than 1048576 bytes/,
      ],
    ];
    for (const [file, bytes, stderr] of cases) {
      writeFileSync(path.join(folder, file), bytes);
      const done = await runDominds(['-C', folder, 'state', 'check', file]);
      assert.deepEqual([done.code, done.stdout], [1, `${file}: not usable\n`]);
      assert.match(done.stderr, stderr);
    }
    mkdirSync(path.join(folder, 'folder.yaml'));
    const { stderr } = await runDominds(['-C', folder, 'state', 'check', 'folder.yaml']);
    assert.match(stderr, /it cannot be opened/);
  });

  it('knows the built-in domain by its name, beside a folder of that name too', async () => {
    mkdirSync(path.join(folder, 'software'));
    const { code, stdout } = await runDominds(['-C', folder, 'state', 'check', 'software']);
    assert.equal(code, 0);
    assert.match(stdout, /the domain software is sound/);
  });

  it('fails for a file that is not there, and without a file', async () => {
    await checkFailure(['-C', folder, 'state', 'check', 'none.yaml'], {
      code: 1,
      stderr: /there is no file none\.yaml — check the path/,
    });
    await checkFailure(['state', 'check'], { code: 2, stderr: /<domain.yaml> is missing/ });
    await checkFailure(['state', 'jump'], { code: 2, stderr: /no action jump/ });
  });
});

describe('dominds state replay', () => {
  it('prints one state a turn, with and without --json', async () => {
    const lines = [start, { turn: 2, predictions: [], commands: [limit(0), limit(101)] }];
    const slots = (value: number | null) => ({
      source: { type: 'SourceSlot', priority: 'required', value: null, filled: false },
      limit: { type: 'LevelSlot', priority: 'optional', value, filled: value !== null },
    });
    const flow = { flow_id: 'flow-1', flow: 'query', intent: 'Read', status: 'Active' };
    const flags = { keep_going: false, has_issues: false, has_plan: false, natural_birth: true };
    const expected = [
      {
        turn: 1,
        intent: 'Read',
        flow_stack: [{ ...flow, turn_ids: [1], slots: slots(null) }],
        predictions: [{ flow: 'query', confidence: 0.9 }],
        flags,
        refused: [],
      },
      {
        turn: 2,
        intent: 'Read',
        flow_stack: [{ ...flow, turn_ids: [1, 2], slots: slots(0) }],
        predictions: [],
        flags: { ...flags, has_issues: true },
        refused: [{ command: limit(101), reason: 'limit: 101 is above 100' }],
      },
    ];
    for (const flag of [[], ['--json']]) {
      const { json, code, stderr, modes } = await replay(lines, ...flag);
      assert.deepEqual(json, expected);
      assert.deepEqual({ code, stderr, modes }, { code: 0, stderr: '', modes: [] });
    }
  });

  it('compares with gold when it is asked to', async () => {
    const lines = [
      { ...start, commands: [{ start: 'query' }, limit(5)], gold: { query: { limit: 5 } } },
      {
        turn: 2,
        commands: [{ set: { flow: 'query', slot: 'source', value: ['a', 'a'] } }],
        gold: { query: { source: ['a'] } },
      },
      { turn: 3, commands: [limit(6), { complete: 'query' }], gold: { query: { limit: 7 } } },
      { turn: 4, commands: [], gold: { query: { source: ['a'] } } },
      { turn: 5, commands: [] },
    ];
    const { json } = await replay(lines, '--gold');
    assert.equal(json.length, 6);
    assert.deepEqual(json.at(-1), { turn_accuracy: 0.75, joint_accuracy: 0.5, turns: 4 });
    assert.equal((await replay(lines)).json.length, 5);
  });

  it('refuses turns that are not in rising order', async () => {
    for (const turns of [
      [1, 1],
      [2, 1],
      [0, 0],
    ]) {
      const { code, stdout, stderr } = await replay(turns.map(turn => ({ turn, commands: [] })));
      assert.deepEqual([code, stdout.trim().split('\n').length], [1, 1]);
      assert.match(stderr, new RegExp(`line 2 of the labels: turn ${turns[1]} comes after turn ${turns[0]} — `));
    }
    assert.equal((await replay([{ turn: 0 }, { turn: 4 }, { commands: [] }])).code, 0);
  });

  it('follows runs of a flow with gold, by their ids or as the newest of a name', async () => {
    const about = (name: string, value: number) => [
      { start: 'query' },
      { set: { flow: 'query', slot: 'source', value: [name] } },
      limit(value),
    ];
    const lines = [
      { turn: 1, commands: about('orders', 1), gold: { query: { source: ['orders'], limit: 1 } } },
      { turn: 2, commands: about('users', 2), gold: { query: { source: ['users'], limit: 2 } } },
      { turn: 3, commands: [{ complete: 'query' }], gold: { 'flow-1': { limit: 1 }, 'flow-2': { limit: 2 } } },
      { turn: 4, commands: [limit(3)], gold: { query: { limit: 3 } } },
    ];
    assert.deepEqual((await replay(lines, '--gold')).json.at(-1), { turn_accuracy: 1, joint_accuracy: 1, turns: 4 });
    const wrong: object[] = [...lines.slice(0, 3), { turn: 4, commands: [limit(3)], gold: { 'flow-2': { limit: 3 } } }];
    assert.deepEqual((await replay(wrong, '--gold')).json.at(-1), {
      turn_accuracy: 0.75,
      joint_accuracy: 0.75,
      turns: 4,
    });
  });

  it('goes on from a stored state', async () => {
    const [state] = (await replay([start])).json as [{ flow_stack: object[] }];
    const end = playTurn({ domain: domainOf(shopText) }, emptyState, { ...start, turn: 1 });
    const { code, json } = await replay([serialize(end.state), { commands: [limit(7)] }]);
    assert.equal(code, 0);
    assert.deepEqual((json[0] as typeof state).flow_stack, state.flow_stack);
    assert.equal((json[1] as { turn: number }).turn, 2);
    assert.match((await replay([start, serialize(end.state)])).stderr, /line 2 .*must come before the first turn/);
    assert.match((await replay([{ version: 2 }])).stderr, /line 1 .*version 2 of a stored state is not known/);
  });

  it('plays on several domains at once', async () => {
    writeFileSync(path.join(folder, 'bank.yaml'), shopText.replace('name: shop', 'name: bank'));
    const files = 'sub/shop.yaml,bank.yaml';
    const stdin = JSON.stringify({ turn: 1, commands: [{ start: 'query' }, { start: 'bank.query' }] });
    const { json, stderr } = await runDominds(['-C', folder, 'state', 'replay', files], { stdin });
    assert.equal(stderr, '');
    const [{ flow_stack: stack }] = json as [{ flow_stack: { flow: string }[] }];
    assert.deepEqual(
      stack.map(({ flow }) => flow),
      ['bank.query', 'query'],
    );
  });

  it('has no accuracy without gold', async () => {
    assert.deepEqual((await replay([start], '--gold')).json.at(-1), {
      turn_accuracy: null,
      joint_accuracy: null,
      turns: 0,
    });
  });

  it('plays a thousand turns', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      turn: index + 1,
      commands: [{ start: 'query' }, limit(index % 100), { start: 'pick' }, { complete: 'pick' }, { cancel: 'query' }],
      gold: {},
    }));
    const { json, code } = await replay(lines);
    assert.equal(code, 0);
    assert.equal(json.length, 1_000);
    assert.deepEqual((json.at(-1) as { refused: unknown }).refused, []);
  });

  it('names the line that is no turn, after the states before it', async () => {
    const rows = ['{', '[]', '{"turn":"a"}', '{"turn":-1}', '{"commands":{}}', '{"predictions":5}', '{"gold":[]}'];
    for (const line of rows) {
      const { code, stdout, stderr } = await replay([start, '', line, start]);
      assert.equal(code, 1);
      assert.equal(stdout.trim().split('\n').length, 1);
      assert.match(stderr, /^dominds: line 3 of the labels: [^\n]+ — [^\n]+\n$/);
    }
  });

  it('prints nothing for no labels', async () => {
    const { code, stdout } = await replay([]);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
  });

  it('does not play on a broken domain', async () => {
    const { code, stdout, stderr } = await runDominds(['-C', folder, 'state', 'replay', 'bad.yaml']);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /bad\.yaml:6:13: .*\ndominds: bad\.yaml is not usable — /);
  });
});

describe('dominds state on dialogs', () => {
  it('wants the arguments of each action', async () => {
    for (const [args, stderr] of [
      [['show'], /<root> is missing/],
      [['diff', 'x', '1'], /<b> is missing/],
      [['rollback', 'x', 'two'], /two is no number of a turn/],
      [['history', 'x', '1'], /unexpected argument "1"/],
      [['diff', 'x', '1', '2', '--turn', '3'], /--turn goes with show only/],
    ] as const) {
      await checkFailure(['state', ...args], { code: 2, stderr });
    }
  });
});

describe('dominds state show', () => {
  it('says why a prediction was not taken over without naming a command that there was not', async () => {
    const why = { id: 'unread-prediction', problem: 'it is no JSON object' } as const;
    const state = { ...emptyState, refused: [{ command: null, why }] };
    const { runtime } = fakeRuntime({ beliefAt: async () => ({ ok: true, state, ended: [] }) });
    const { stdout } = await runDominds(['state', 'show', 'root-1', '--turn', '1'], { runtime });
    assert.match(stdout, /^the prediction could not be read: it is no JSON object$/m);
  });
});
