// Each habit ends well in each dialect, with at most one wasted request (SPEC 23.13).
import assert from 'node:assert/strict';
import type { Dialect } from '../../src/core/tellask/segment.ts';
import { startMockServer } from '../support/mock-server.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';
import { callHabits } from './calls.ts';
import { formsOf, type Habit, modelWith } from './habit.ts';

describe('a model of habits', () => {
  for (const dialect of ['tools', 'tellask', 'texting'] as const) {
    for (const habit of callHabits.filter(each => each.dialects?.includes(dialect) ?? true))
      it(`that ${habit.name} reaches its goal (${dialect})`, async () => {
        const { length } = (await play(undefined, dialect)).requests;
        const { state, requests, response } = await play(habit, dialect);
        assert.equal(state, 'completed', `${response}\n${requests.join(' ')}`);
        assert.ok(requests.length <= length + 1, `${requests.length - length} requests wasted: ${requests.join(' ')}`);
      });
  }
});

async function play(habit: Habit | undefined, dialect: Dialect) {
  const model = modelWith(habit, formsOf(dialect));
  const server = await startMockServer({ respond: model.respond });
  const workspace = await makeOpenedWorkspace({
    '.minds/team.yaml': `dialect: ${dialect}\nmembers:\n  lead: {name: Lena}\n  coder: {name: Cleo}\n`,
    'src/add.js': 'export const add = (a, b) => a - b;\n',
  });
  const runtime = await workspace.open('drive', { env: { OPENAI_BASE_URL: server.baseUrl } });
  const started = await runtime.start({ text: 'Find the fault in src/add.js.' });
  assert.ok(started.ok);
  const settled = await runtime.settled(started.rootId);
  await workspace.close();
  await server.close();
  return { ...settled, requests: model.played.requests };
}
