// Whole conversations (SPEC 16.19, 16.20), with a prediction in either form of commands: the person is asked nothing
// twice, and what is believed is what they said last.
import assert from 'node:assert/strict';
import { liveFlow } from '../../../src/core/belief/state.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { checkTree, recordsIn } from '../check-tree.ts';
import { type Believer, believerOn } from './belief-support.ts';
import { conversations, eveningText, type Turn } from './conversations.ts';

type Form = 'a key' | 'a name';

/** `{set: {…}}`, or `{command: 'set', …}`. */
function written(command: Turn['commands'][number], form: Form): Json {
  const [[name, content] = ['', null]] = Object.entries(command);
  if (form === 'a key') return command;
  const inner = typeof content === 'string' ? { flow: content } : content === true ? {} : content;
  return { command: name, ...(inner as object) };
}

/** Predicts what the turn says, carries out what the state calls for, and asks the person where the turn has it so. */
function playing(turns: readonly Turn[], form: Form, now: () => number): (request: LlmRequest) => Reply {
  const asked = new Set<number>();
  return ({ purpose, prompt }) => {
    const turn = turns[now()] ?? assert.fail('no such turn');
    if (purpose) return JSON.stringify({ predictions: [], commands: turn.commands.map(each => written(each, form)) });
    const state = closingOf(prompt);
    if (state.includes('Answer what the active flow is about') || /^Active flow: weather/m.test(state))
      return finishing;
    if (state.includes('Carry out the active flow')) {
      const { asks } = turn;
      if (asks === undefined || asked.has(now())) return finishing;
      asked.add(now());
      return `!?@human ${asks}`;
    }
    if (state.includes('This flow is a plan'))
      return { say: 'Like this.', tools: [{ name: 'propose_plan', args: { steps: turn.steps } }] };
    return state.includes('All steps of the approved plan are over') ? finishing : 'Here you are.';
  };
}

const finishing: Reply = { say: 'Done.', tools: [{ name: 'finish_flow', args: { outcome: 'completed' } }] };

interface Played extends Believer {
  /** Questions that the script does not foresee. */
  readonly unforeseen: readonly string[];
}

const today = () => ({ date: '2026-11-28', weekday: 6, text: 'Saturday, 2026-11-28. Time zone: UTC.' });

/** Plays the turns; `after` looks at each. */
async function play(
  turns: readonly Turn[],
  form: Form,
  after: (it: Believer, turn: Turn) => void = () => {},
): Promise<Played> {
  let at = 0;
  const unforeseen: string[] = [];
  const script = playing(turns, form, () => at);
  const t = createTestDriver({ script, domains: { evening: eveningText }, minds: { today } });
  const tree = await t.start(turns[0]?.said ?? '', { domain: 'evening', noDiligence: true });
  const it = believerOn(t, tree);
  for (; at < turns.length; at++) {
    const turn = turns[at] ?? assert.fail();
    if (at > 0) await (it.questions().length > 0 ? it.answer(turn.said) : it.say(turn.said));
    for (let more = 0; more < 4 && it.questions().some(({ kind }) => kind !== turn.open); more++) {
      unforeseen.push(`${turn.said}: ${it.questions()[0]?.tellaskHead}`);
      await it.answer('yes');
    }
    if (turn.back !== undefined) await it.change({ kind: 'rollBack', turn: turn.back });
    after(it, turn);
  }
  return { ...it, unforeseen };
}

function believed({ state }: Believer, place: string): Json {
  const [flow = '', slot = ''] = place.split('.');
  const now = state();
  return liveFlow(now, flow)?.slots[slot]?.value ?? now.past?.[flow]?.[slot] ?? null;
}

describe('a conversation', () => {
  for (const [name, turns] of Object.entries(conversations)) {
    for (const form of ['a key', 'a name'] as const) {
      it(`goes well: ${name}, with commands by ${form}`, async () => {
        assert.equal(turns.length, 10);
        const played = await play(turns, form, (it, turn) => {
          const kinds = it.questions().map(({ kind }) => kind);
          assert.deepEqual(kinds, turn.open === undefined ? [] : [turn.open], turn.said);
          for (const [place, value] of Object.entries(turn.holds ?? {}))
            assert.deepEqual(believed(it, place), value, turn.said);
        });
        assert.deepEqual(played.unforeseen, []);
        const questions = recordsIn(played.t, played.tree, 'questionAsked').map(
          ({ headline, body }) => `${headline}\n${body}`,
        );
        const digressions = turns.filter(({ digresses }) => digresses).length;
        assert.equal(questions.length - new Set(questions).size, digressions, questions.join('\n'));
        assert.deepEqual(rootOf(played.tree).state.belief?.state.stack, []);
        checkTree(played.t, played.tree);
      });
    }
  }
});
