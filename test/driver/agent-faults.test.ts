// Agents of other vendors with every fault: their caller gets exactly one answer (SPEC 22.4).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import { type RawTurn, rawAgents } from '../support/acp-raw.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createScriptedLlm } from '../support/scripted-llm.ts';
import { createTestDriver } from '../support/test-driver.ts';

function open(turn: (turn: RawTurn) => void, protocolVersion?: number) {
  const agents = rawAgents(turn, protocolVersion);
  const lead = createScriptedLlm(({ marks, prompt }) =>
    marks.length === 0 && prompt.messages.length === 2 ? '!?@coder Work\n' : 'Thanks.',
  );
  const provider: LlmProvider = {
    id: 'both',
    label: 'both',
    stream: (request, signal) => (request.origin.agentId === 'lead' ? lead : agents.provider).stream(request, signal),
  };
  const test = createTestDriver({ script: {}, members: ['lead', { id: 'coder', acp: 'fake' }], provider });
  return { test, agents };
}

function answersIn(tree: Tree): readonly string[] {
  return rootOf(tree).records.flatMap(record => (record.kind === 'responseSupplied' ? record.content : []));
}

function reasonsIn(tree: Tree): readonly string[] {
  return [...tree.dialogs.values()].flatMap(({ records }) =>
    records.flatMap(record => (record.kind === 'interrupted' ? `${record.message}` : [])),
  );
}

/** The protocol library tells its faults to the console. */
function quietly(): void {
  let told: typeof console.error;
  before(() => {
    told = console.error;
    console.error = () => {};
  });
  after(() => {
    console.error = told;
  });
}

describe('an agent of another vendor that breaks the rules', () => {
  quietly();

  /** The faults of a turn, and the processes that it takes. Only the first process has them. */
  const faults: readonly (readonly [name: string, processes: number, fault: (turn: RawTurn) => void])[] = [
    [
      'writes garbage between its lines',
      1,
      turn => {
        for (const line of ['no json\n', '{"half":\n', '[1]\n42\nnull\n"x"\n{}\n\n', '\u0000\n']) turn.write(line);
        turn.say('Done.');
        turn.write('{\n');
        turn.finish();
      },
    ],
    [
      'answers three times',
      1,
      turn => {
        turn.say('Done.');
        turn.finish();
        turn.finish('refusal');
        turn.write({ jsonrpc: '2.0', id: turn.id, error: { code: -1, message: 'no' } });
      },
    ],
    [
      'reports what nobody knows, for nobody, and asks for nothing',
      1,
      turn => {
        const update = (params: unknown) => turn.write({ jsonrpc: '2.0', method: 'session/update', params });
        update(undefined);
        update({ sessionId: turn.sessionId, update: { sessionUpdate: 'unheard-of' } });
        update({ sessionId: 'other', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text' } } });
        turn.write({ jsonrpc: '2.0', id: 5, method: 'session/request_permission', params: {} });
        turn.write({ jsonrpc: '2.0', id: 6, method: 'no/such', params: {} });
        turn.say('Done.');
        turn.finish();
      },
    ],
    [
      'says a lot on one line',
      1,
      turn => {
        turn.write({ jsonrpc: '2.0', method: 'x', params: { much: 'y'.repeat(2_000_000) } });
        turn.say('Done.');
        turn.finish();
      },
    ],
    ['writes a line without an end', 2, turn => turn.write('y'.repeat(33 * 2 ** 20))],
    [
      'answers and exits at once',
      1,
      turn => {
        turn.say('Done.');
        turn.finish();
        turn.exit('exit code 0');
      },
    ],
    [
      'exits with code 0 in the middle',
      2,
      turn => {
        turn.say('Half');
        turn.write('{"jsonrpc":"2.0","id":');
        turn.exit('exit code 0');
      },
    ],
    [
      'closes its output and stays',
      2,
      turn => {
        turn.say('Half');
        turn.closeOutput();
      },
    ],
  ];
  for (const [name, processes, fault] of faults) {
    it(`${name}: its caller gets one answer`, async () => {
      const { test, agents } = open(turn => {
        if (turn.process === 0) return fault(turn);
        turn.say('Done.');
        turn.finish();
      });
      const tree = await test.start('go');
      await nextTurn();
      assert.deepEqual(answersIn(tree), ['Done.']);
      assert.equal(agents.started.length, processes);
    });
  }

  it('answers after it was told to stop: only the answer after Continue counts', async () => {
    let turns = 0;
    const { test, agents } = open(turn => {
      turns += 1;
      if (turns > 1) {
        turn.say('Done.');
        turn.finish();
        return;
      }
      turn.say('Half');
      void turn.cancelled.then(() => {
        turn.say('Late.');
        turn.finish();
        turn.say('Later.');
      });
    });
    const tree = test.launch('go');
    while (!test.events.some(event => event.type === 'chunk' && event.text === 'Half')) await nextTurn();
    await stopDialogs(test.driver, [...tree.dialogs.values()]);
    await nextTurn();
    assert.deepEqual(answersIn(tree), []);
    await test.goOn(tree);
    assert.deepEqual(answersIn(tree), ['Done.']);
    assert.deepEqual(agents.ended, []);
  });

  for (const [name, write, reason] of [
    ['an empty answer', { result: null }, 'raw: its answer to session/prompt names no stopReason'],
    ['an error', { error: { code: -32_603, message: 'boom' } }, 'raw: boom'],
  ] as const) {
    it(`gives ${name}: its dialog stops with the reason, and Continue brings the one answer`, async () => {
      let turns = 0;
      const { test } = open(turn => {
        turns += 1;
        if (turns === 1) return turn.write({ jsonrpc: '2.0', id: turn.id, ...write });
        turn.say('Done.');
        turn.finish();
      });
      const tree = await test.start('go');
      assert.deepEqual(reasonsIn(tree), [reason]);
      await test.goOn(tree);
      assert.deepEqual(answersIn(tree), ['Done.']);
    });
  }

  it('speaks another version of the protocol: it is ended, which is said', async () => {
    const { test, agents } = open(() => {}, 99);
    const tree = await test.start('go');
    assert.deepEqual(reasonsIn(tree), ['raw: it speaks version 99 of the protocol, and not 1']);
    assert.deepEqual(agents.ended, [0]);
  });
});
