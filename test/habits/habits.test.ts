// Each habit ends well in each dialect, with at most one wasted request (SPEC 23.13).

import assert from 'node:assert/strict';
import type { Dialect } from '../../src/core/team/dialect.ts';
import { asPerson } from '../../src/runtime.ts';
import { startMockServer } from '../support/mock-server.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';
import { callHabits } from './calls.ts';
import { endHabits } from './ends.ts';
import { formsOf, type Habit, modelWith, task } from './habit.ts';
import { toolHabits } from './tools.ts';

const habits = [...callHabits, ...toolHabits, ...endHabits];

describe('a model of habits', () => {
  for (const dialect of ['tools', 'tellask', 'texting'] as const) {
    for (const habit of habits.filter(each => each.dialects?.includes(dialect) ?? true))
      it(`that ${habit.name} reaches its goal (${dialect})`, async () => {
        const { length } = (await play(habit, dialect, { faulty: false })).requests;
        const { state, requests, response } = await play(habit, dialect, { faulty: true });
        assert.equal(state, 'completed', `${response}\n${requests.join(' ')}`);
        assert.ok(requests.length <= length + 1, `${requests.length - length} requests wasted: ${requests.join(' ')}`);
      });
  }
});

async function play(habit: Habit, dialect: Dialect, { faulty }: { readonly faulty: boolean }) {
  const model = modelWith(habit, formsOf(dialect), { faulty });
  const server = await startMockServer({ respond: model.respond });
  const workspace = await makeOpenedWorkspace({
    '.minds/team.yaml': `dialect: ${dialect}\nmember_defaults: {policy: [{decision: allow, tools: [run_shell]}]}\nmembers:\n  lead: {name: Lena}\n  coder: {name: Cleo}\n`,
    'src/add.js': 'export const add = (a, b) => a - b;\n',
  });
  const runtime = await workspace.open('drive', {
    env: { OPENAI_BASE_URL: server.baseUrl, PATH: process.env.PATH ?? '' },
  });
  const started = await runtime.perform({ kind: 'start', text: task });
  assert.ok(started.ok);
  let settled = await runtime.settled(started.rootId);
  const [question] = await runtime.questions();
  if (question?.kind === 'ask') {
    await asPerson(runtime, 'cli').perform({
      kind: 'answer',
      questionId: question.id,
      content: 'the first',
      msgId: 'a-1',
    });
    settled = await runtime.settled(started.rootId);
  }
  await workspace.close();
  await server.close();
  return { ...settled, requests: model.played.requests };
}
