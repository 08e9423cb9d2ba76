// The report of a connection test, as the editor and `dominds doctor` show it.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { Member } from '../../src/core/team.ts';
import type { LlmEvent, LlmRequest } from '../../src/llm/provider.ts';
import { testConnection } from '../../src/runtime/models/connection-test.ts';
import type { Models } from '../../src/runtime/models/models.ts';

/** Models of which one answers every question with these events. */
function answering(events: readonly LlmEvent[], { takesTools = true, asked = [] as LlmRequest[] } = {}): Models {
  async function* stream(request: LlmRequest) {
    asked.push(request);
    yield* events;
  }
  const chosen = { kind: 'model', provider: { label: 'mock', stream }, model: 'm' };
  return {
    configured: () => ({ type: 'playbook', from: 'settings' }),
    choose: async () => chosen,
    takesTools: () => takesTools,
  } as unknown as Models;
}

describe('a connection test', () => {
  it('says whose model was asked, what it answered, and after how many milliseconds', async () => {
    const began = performance.now();
    const report = await testConnection(
      answering([
        { kind: 'chunk', segment: 'saying', text: ' Hello. ' },
        { kind: 'finished', reason: 'stop' } as LlmEvent,
      ]),
      { id: 'lead', name: 'Lena' } as Member,
      new AbortController().signal,
    );
    const most = performance.now() - began;
    const last = report.steps.at(-1);
    assert.ok(last?.kind === 'answered' && report.ok);
    assert.equal(report.name, 'Lena');
    assert.equal(last.text, 'Hello.');
    assert.ok(last.ms >= 0 && last.ms <= Math.round(most), `${last.ms} of ${most}`);
  });

  it('offers a tool as dialogs do, unless the model takes none: a refusal of tools is seen here already', async () => {
    const asked: LlmRequest[] = [];
    for (const takesTools of [true, false]) {
      const models = answering([{ kind: 'finished', reason: 'stop' }], { takesTools, asked });
      await testConnection(models, { id: 'lead', name: 'Lena' } as Member, new AbortController().signal);
    }
    assert.deepEqual(
      asked.map(({ prompt }) => prompt.tools.length),
      [1, 0],
    );
  });
});
