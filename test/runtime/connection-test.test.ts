// The report of a connection test, as the editor and `dominds doctor` show it.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { Member } from '../../src/core/team/team.ts';
import type { LlmEvent, LlmRequest } from '../../src/llm/provider.ts';
import { testConnection } from '../../src/runtime/models/connection-test.ts';
import type { Models } from '../../src/runtime/models/models.ts';

/** Models of which one answers every question with these events. */
function answering(
  events: readonly LlmEvent[],
  { takesTools = true, asked = [] as LlmRequest[], type = 'vscode-lm' } = {},
): Models {
  async function* stream(request: LlmRequest) {
    asked.push(request);
    yield* events;
  }
  const chosen = { kind: 'model', provider: { label: 'mock', stream }, model: 'm' };
  return {
    configured: () => ({ type, from: 'settings' }),
    choose: async () => chosen,
    takesTools: () => takesTools,
  } as unknown as Models;
}

describe('a connection test', () => {
  it('says whose model was asked, what it answered, and after how many milliseconds', async () => {
    const began = performance.now();
    const report = await testConnection(
      answering(
        [{ kind: 'chunk', segment: 'saying', text: ' Hello. ' }, { kind: 'finished', reason: 'stop' } as LlmEvent],
        { takesTools: false },
      ),
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

  it('asks for one call, which nothing performs, and tells a call from words', async () => {
    const call: LlmEvent = { kind: 'toolCall', id: '1', name: 'report_ready', args: '{"word":"ready"}' };
    const object = '{"name": "report_ready", "arguments": {"word": "ready"}}';
    const replies: readonly [LlmEvent, string, boolean][] = [
      [call, 'made', true],
      [saying(`\`\`\`json\n${object}\n\`\`\``), 'written', true],
      [saying(`<tool_call>${object}</tool_call>`), 'written', true],
      [saying('functions.report_ready({"word": "ready"})'), 'written', true],
      [saying('ready'), 'none', false],
      [saying('I call report_ready with "ready".'), 'none', false],
      [saying(''), 'none', false],
    ];
    for (const [event, expected, isOk] of replies) {
      const { ok, steps } = await tested(answering([event, { kind: 'finished', reason: 'stop' }]));
      const last = steps.at(-1);
      assert.deepEqual([last?.kind === 'answered' && last.call, ok], [expected, isOk], JSON.stringify(event));
    }
  });

  it('does not expect a call of a script, nor of a model without tools', async () => {
    const replies: LlmEvent[] = [saying('Hello.'), { kind: 'finished', reason: 'stop' }];
    for (const how of [{ type: 'playbook' }, { takesTools: false }]) {
      const { ok, steps } = await tested(answering(replies, how));
      assert.deepEqual([ok, steps.some(step => 'call' in step)], [true, false]);
    }
  });

  it('says why no model may be asked', async () => {
    const why = { code: 'untrusted', message: '.minds/llm.yaml names http://elsewhere.example' } as const;
    const models = { ...answering([]), choose: async () => ({ kind: 'none', why }) } as unknown as Models;
    const { ok, steps } = await tested(models);
    assert.deepEqual([ok, steps.at(-1)], [false, { kind: 'notChosen', why }]);
  });

  it('says that a server refuses tools', async () => {
    const failure = { code: 'no-tools', message: 'm does not support tools', status: 400, retryable: false } as const;
    const { ok, steps } = await tested(answering([{ kind: 'failed', failure }]));
    assert.deepEqual([ok, steps.at(-1)], [false, { kind: 'failed', failure }]);
  });
});

function tested(models: Models) {
  return testConnection(models, { id: 'lead', name: 'Lena' } as Member, new AbortController().signal);
}

function saying(text: string): LlmEvent {
  return { kind: 'chunk', segment: 'saying', text };
}
