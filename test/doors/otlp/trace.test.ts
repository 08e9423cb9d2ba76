// Traces of dialogs: who worked, waited and asked a model, in the names of OpenTelemetry's conventions (SPEC 22.6).
import assert from 'node:assert/strict';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { type RootId, rootRef } from '../../../src/core/base/ids.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { createDialogTracer } from '../../../src/doors/otlp/dialog-tracer.ts';
import { otlpJson, type Span } from '../../../src/doors/otlp/span.ts';
import { otlpTraceOf } from '../../../src/doors/otlp/trace.ts';
import type { LlmEvent } from '../../../src/llm/provider.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { exported, story, treeText, words } from './support.ts';

describe('a trace', () => {
  it('of a delegation with a question nests assignments, generations, tools and waits', async () => {
    const { dialogs } = await story();
    assert.deepEqual(treeText(otlpTraceOf(dialogs, 'none')), [
      'invoke_agent lead (open)',
      '  chat m1',
      '  wait coder',
      '    invoke_agent coder',
      '      chat m1',
      '      execute_tool echo',
      '      chat m1',
      '      wait person',
      '      chat m1',
      '  chat m1',
    ]);
  });

  it('ends the wait for a call that another one takes the place of', () => {
    const ref = rootRef('r1' as RootId);
    const tracer = createDialogTracer(ref, 'none');
    const made = (callId: string, more: object = {}) =>
      tracer.take({
        kind: 'tellaskMade',
        n: 1,
        at: '2026-01-01T00:00:00.000Z',
        callId,
        callKind: 'B',
        targets: ['d1'],
        agentId: 'coder',
        ...more,
      } as unknown as CourseRecord);
    assert.deepEqual(made('c1'), []);
    const [ended] = made('c2', { agentId: 'researcher', instead: 'c1' });
    assert.deepEqual([ended?.name, ended?.error], ['wait coder', 'reassigned']);
    assert.deepEqual(
      tracer.open(0).map(({ name }) => name),
      ['wait researcher'],
    );
  });

  it('names everything of a model by the conventions', async () => {
    const { dialogs } = await story();
    const known = new Set<unknown>(Object.values(conventions));
    const keys = otlpTraceOf(dialogs, 'all').flatMap(({ attributes }) => Object.keys(attributes));
    const foreign = [...new Set(keys)].filter(key => !key.startsWith('dominds.') && !known.has(key));
    assert.deepEqual(foreign, []);
    const operations = otlpTraceOf(dialogs, 'none').map(({ attributes }) => attributes['gen_ai.operation.name']);
    assert.deepEqual(
      [...new Set(operations)].filter(name => name !== undefined && !known.has(name)),
      [],
    );
    assert.deepEqual(
      new Set(operations.filter(name => name !== undefined)),
      new Set(['invoke_agent', 'chat', 'execute_tool']),
    );
  });

  it('has the kind, the name and the attributes that the conventions require of each span', async () => {
    const { dialogs } = await story();
    const required: Record<string, { kind: Span['kind']; subject: string; keys: readonly string[] }> = {
      chat: {
        kind: 'client',
        subject: 'gen_ai.request.model',
        keys: ['gen_ai.provider.name', 'gen_ai.request.stream'],
      },
      invoke_agent: {
        kind: 'internal',
        subject: 'gen_ai.agent.name',
        keys: ['gen_ai.provider.name', 'gen_ai.agent.id'],
      },
      execute_tool: {
        kind: 'internal',
        subject: 'gen_ai.tool.name',
        keys: ['gen_ai.tool.type', 'gen_ai.tool.call.id'],
      },
    };
    const asked = dialogs.map(dialog => ({
      ...dialog,
      courses: dialog.courses.map(({ course, records }) => {
        const end = records.findIndex(({ kind }) => kind === 'generationEnded');
        return { course, records: records.slice(0, end) };
      }),
    }));
    // With generations that are still open, too.
    for (const { name, kind, isOpen, attributes } of [...otlpTraceOf(dialogs, 'all'), ...otlpTraceOf(asked, 'all')]) {
      const operation = attributes['gen_ai.operation.name'];
      if (operation === undefined) continue;
      const rule = required[`${operation}`];
      assert.ok(rule, name);
      assert.equal(kind, rule.kind, name);
      const missing = rule.keys.filter(key => attributes[key] === undefined);
      assert.deepEqual(missing, [], name);
      const subject = attributes[rule.subject];
      if (!(isOpen && operation === 'chat')) assert.equal(name, `${operation} ${subject}`);
    }
  });

  it('says why a reply ended in the words of the conventions', () => {
    const ref = rootRef('r1' as RootId);
    for (const [outcome, finish, reasons, inMessage] of [
      ['complete', 'stop', ['stop'], 'stop'],
      ['complete', 'tool-calls', ['tool_call'], 'tool_call'],
      ['complete', 'content-filter', ['content_filter'], 'content_filter'],
      ['complete', 'length', ['length'], 'length'],
      ['failed', undefined, undefined, 'error'],
    ] as const) {
      const tracer = createDialogTracer(ref, 'all');
      const take = (fact: object) =>
        tracer.take({ at: '2026-01-01T00:00:00.000Z', genseq: 1, ...fact } as unknown as CourseRecord);
      take({ kind: 'generationStarted' });
      take({ kind: 'assistantSaid', parts: [{ kind: 'prose', text: 'Done.' }] });
      const [span] = take({ kind: 'generationEnded', outcome, finish });
      assert.deepEqual(span?.attributes['gen_ai.response.finish_reasons'], reasons);
      const [message] = JSON.parse(`${span?.attributes['gen_ai.output.messages']}`);
      assert.deepEqual([message.role, message.finish_reason], ['assistant', inMessage]);
    }
  });

  it('has each attempt at a generation, with what became of it', async () => {
    const failed = {
      kind: 'failed',
      failure: { code: 'overloaded', message: 'busy', retryable: true },
    } as unknown as LlmEvent;
    const begun: readonly LlmEvent[] = [
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text: 'Hello.' },
    ];
    const whole: readonly LlmEvent[] = [
      ...begun,
      { kind: 'segmentFinished', segment: 'saying' },
      { kind: 'finished', reason: 'stop', model: 'm1' },
    ];
    const test = createTestDriver({
      script: { lead: [{ events: [failed] }, { events: [...begun, failed] }, { events: whole }] },
    });
    const attempts = otlpTraceOf(exported(await test.start('hi')), 'none').filter(({ name }) =>
      name.startsWith('chat'),
    );
    assert.deepEqual(
      attempts.map(({ name, error, attributes }) => [name, error, attributes['dominds.outcome']]),
      [
        ['chat', 'failed', 'failed'],
        ['chat', 'cut', 'cut'],
        ['chat m1', undefined, 'complete'],
      ],
    );
    assert.equal(new Set(attempts.map(({ id }) => id)).size, 3);
  });

  it('has an attempt whose end was not recorded, and one whose answer could not be read', () => {
    const tracer = createDialogTracer(rootRef('r1' as RootId), 'none');
    const take = (at: string, fact: object) =>
      tracer.take({ at: `2026-01-01T00:00:0${at}.000Z`, ...fact } as unknown as CourseRecord);
    assert.deepEqual(take('1', { kind: 'generationStarted', genseq: 1 }), []);
    const [lost] = take('3', { kind: 'generationStarted', genseq: 2 });
    const [unread] = take('4', { kind: 'predictionUnread', genseq: 2, problem: 'p', output: 'o', model: 'm1' });
    assert.deepEqual([lost?.name, lost?.error, lost && lost.to - lost.from], ['chat', 'cut', 2_000]);
    assert.deepEqual([unread?.name, unread?.error], ['chat m1', 'unread']);
  });

  it('holds no text of a dialog unless it is asked for', async () => {
    const { dialogs } = await story();
    const without = JSON.stringify(otlpJson(otlpTraceOf(dialogs, 'none'), maker));
    const whole = JSON.stringify(otlpJson(otlpTraceOf(dialogs, 'all'), maker));
    assert.deepEqual(
      words.filter(word => without.includes(word)),
      [],
    );
    assert.deepEqual(
      words.filter(word => !whole.includes(word)),
      // Questions and what the person says are no messages of a model.
      ['PERSON-ASKS'],
    );
  });

  it('has the same ids whenever it is taken, each once, and parents that are in it', async () => {
    const { dialogs } = await story();
    const spans = otlpTraceOf(dialogs, 'none');
    assert.deepEqual(spans, otlpTraceOf(dialogs, 'none'));
    const ids = new Set(spans.map(({ id }) => id));
    assert.equal(ids.size, spans.length);
    assert.deepEqual(
      spans.flatMap(({ parent, name }) => (parent === undefined || ids.has(parent) ? [] : name)),
      [],
    );
    for (const { from, to } of spans) assert.ok(from <= to);
  });

  it('tells what a generation took, and what failed', async () => {
    const { dialogs } = await story();
    const spans = otlpTraceOf(dialogs, 'none');
    const chat = spans.find(({ name }) => name === 'chat m1');
    assert.equal(chat?.attributes['gen_ai.usage.input_tokens'], 1000);
    assert.equal(chat?.attributes['gen_ai.usage.output_tokens'], 500);
    assert.equal(chat?.attributes['gen_ai.provider.name'], 'unknown');
    const failed = spans.filter(({ error }) => error !== undefined).map(({ name, error }) => `${name}: ${error}`);
    assert.deepEqual(failed, ['execute_tool echo: tool_error']);
  });

  it('is written as OTLP/JSON: ids in hex, times in nanoseconds, whole numbers as text', () => {
    const rootId = 'root-1' as Span['rootId'];
    const span: Span = {
      rootId,
      id: '00f067aa0ba902b7',
      parent: 'a1b2c3d4e5f60718',
      name: 'chat m1',
      kind: 'client',
      from: 1_700_000_000_123,
      to: 1_700_000_001_000,
      attributes: { whole: 5, part: 0.5, flag: true, list: ['a'], nothing: undefined },
      error: 'failed',
    };
    const { resourceSpans } = JSON.parse(JSON.stringify(otlpJson([span], maker)));
    const [{ resource, scopeSpans }] = resourceSpans;
    assert.deepEqual(resource, {
      attributes: [
        { key: 'team', value: { stringValue: 'blue' } },
        { key: 'service.name', value: { stringValue: 'dominds' } },
        { key: 'service.version', value: { stringValue: '1.2.3' } },
      ],
    });
    const { traceId, ...written } = scopeSpans[0].spans[0];
    assert.match(traceId, /^[0-9a-f]{32}$/);
    assert.deepEqual(written, {
      spanId: '00f067aa0ba902b7',
      parentSpanId: 'a1b2c3d4e5f60718',
      name: 'chat m1',
      kind: 3,
      startTimeUnixNano: '1700000000123000000',
      endTimeUnixNano: '1700000001000000000',
      attributes: [
        { key: 'whole', value: { intValue: '5' } },
        { key: 'part', value: { doubleValue: 0.5 } },
        { key: 'flag', value: { boolValue: true } },
        { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
        { key: 'gen_ai.conversation.id', value: { stringValue: 'root-1' } },
        { key: 'error.type', value: { stringValue: 'failed' } },
      ],
      status: { code: 2 },
    });
  });
});

const maker = { service: 'dominds', version: '1.2.3', attributes: { team: 'blue' } };
