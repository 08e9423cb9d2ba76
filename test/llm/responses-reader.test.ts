// Answers that servers of the Responses API send in fewer events than OpenAI, or in more.
import assert from 'node:assert/strict';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { createResponsesReader } from '../../src/llm/responses/responses-reader.ts';
import { transcript } from './collect.ts';

describe('the reader of a Responses stream', () => {
  const read = (...values: object[]): LlmEvent[] => {
    const events: LlmEvent[] = [];
    let ids = 0;
    const reader = createResponsesReader(events, {
      usedIds: new Set(),
      newId: () => `new_${++ids}`,
      asked: { to: 'openai-responses here', model: 'm' },
      failures: { secrets: [], now: () => 0 },
    });
    for (const value of values) reader.read(value);
    reader.end();
    return events;
  };
  const check = (values: readonly object[], expected: readonly string[]) =>
    assert.deepEqual(transcript(read(...values)), expected);

  const delta = (text: string, place: object = {}) => ({ type: 'response.output_text.delta', delta: text, ...place });
  const textDone = (text: string, place: object = {}) => ({ type: 'response.output_text.done', text, ...place });
  const message = (...texts: string[]) => ({
    type: 'message',
    content: texts.map(text => ({ type: 'output_text', text })),
  });
  const call = (id: string, args?: string) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: 'f',
    ...(args !== undefined && { arguments: args }),
  });
  const reasoning = (text: string) => ({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text }],
    encrypted_content: 'secret',
  });
  const added = (item: object, output_index = 0) => ({ type: 'response.output_item.added', output_index, item });
  const itemDone = (item: object, output_index = 0) => ({ type: 'response.output_item.done', output_index, item });
  const argsDelta = (text: string, output_index = 0) => ({
    type: 'response.function_call_arguments.delta',
    output_index,
    delta: text,
  });
  const argsDone = (args: string, output_index = 0) => ({
    type: 'response.function_call_arguments.done',
    output_index,
    arguments: args,
  });
  const completed = (...output: object[]) => ({
    type: 'response.completed',
    response: { status: 'completed', output },
  });

  it('reads an answer that comes in the last event only', () =>
    check(
      [completed(reasoning('hm'), message('Hi ', 'there.'), call('c1', '{"a":1}'))],
      ['thinking: hm', 'saying: Hi there.', 'call c1 f {"a":1}', 'finished tool-calls'],
    ));

  it('reads a text that comes whole, without deltas', () => {
    check([textDone('Hi.'), completed()], ['saying: Hi.', 'finished stop']);
    check([itemDone(message('Hi.')), completed()], ['saying: Hi.', 'finished stop']);
  });

  it('counts what comes in several forms once', () => {
    const events = read(
      { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: 'hm' },
      itemDone(reasoning('hm')),
      added(message(), 1),
      delta('Hi '),
      textDone('Hi ', { content_index: 0 }),
      delta('there.'),
      textDone('there.', { content_index: 1 }),
      itemDone(message('Hi ', 'there.'), 1),
      itemDone(message('Bye.'), 2),
      added(call('c1', ''), 3),
      argsDelta('{"a":1}', 3),
      argsDone('{"a":1}', 3),
      itemDone(call('c1', '{"a":1}'), 3),
      completed(reasoning('hm'), message('Hi ', 'there.'), message('Bye.'), call('c1', '{"a":1}')),
    );
    assert.deepEqual(transcript(events), [
      'thinking: hm',
      'saying: Hi there.\n\nBye.',
      'call c1 f {"a":1}',
      'finished tool-calls',
    ]);
    const last = events.at(-1);
    const order = last?.kind === 'finished' && last.back?.value.order;
    assert.deepEqual(order, [reasoning('hm'), 'text', 'call']);
  });

  it('keeps messages that follow each other apart by an empty line, in whatever form they come', () => {
    const saying = 'saying: Let me ask.\n\n!?@coder Build';
    const [first, second] = [message('Let me ask.'), message('!?@coder ', 'Build')];
    check([completed(first, second)], [saying, 'finished stop']);
    check([itemDone(first), itemDone(second, 1), completed(first, second)], [saying, 'finished stop']);
    const parts = [added(message()), delta('Let me ask.'), itemDone(first)];
    check([...parts, added(message(), 1), delta('!?@coder '), delta('Build'), completed()], [saying, 'finished stop']);
    check(
      [...parts, added(reasoning(''), 1), added(message(), 2), delta('\nBye.'), completed()],
      ['saying: Let me ask.\nBye.', 'finished stop'],
    );
  });

  it('adds to a text that was cut what its whole form has more', () => {
    check([delta('Hi '), itemDone(message('Hi there.')), completed()], ['saying: Hi there.', 'finished stop']);
    check([delta('Hi.'), completed(message('Hi.'), message('Bye.'))], ['saying: Hi.\n\nBye.', 'finished stop']);
  });

  it('keeps the text of the deltas where the whole form is another', () =>
    check([delta('Hi there.'), completed(message('Hello.'))], ['saying: Hi there.', 'finished stop']));

  it('makes a call whose item never ends, with the arguments of its deltas', () => {
    check(
      [added(call('c1', '')), argsDelta('{"a"'), argsDelta(':1}'), completed()],
      ['call c1 f {"a":1}', 'finished tool-calls'],
    );
    check(
      [added(call('c1', '')), argsDone('{"a":1}'), completed(call('c1', ''))],
      ['call c1 f {"a":1}', 'finished tool-calls'],
    );
  });

  it('gives parallel calls whose items end without arguments those of their deltas', () =>
    check(
      [
        added(call('c1'), 0),
        added(call('c2'), 1),
        argsDelta('{"b":2}', 1),
        argsDelta('{"a":1}', 0),
        itemDone(call('c1'), 0),
        itemDone(call('c2'), 1),
        completed(),
      ],
      ['call c1 f {"a":1}', 'call c2 f {"b":2}', 'finished tool-calls'],
    ));

  it('makes two calls of a last event that have no id', () =>
    check(
      [completed({ ...call('', '{"a":1}') }, { ...call('', '{"b":2}') })],
      ['call new_1 f {"a":1}', 'call new_2 f {"b":2}', 'finished tool-calls'],
    ));

  it('reads a refusal that comes whole', () =>
    check(
      [completed({ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] })],
      ['saying: I cannot.', 'finished refusal'],
    ));

  it('reads an answer that is no stream', () => {
    const output = [reasoning('hm'), message('Hi.'), call('c1', '{"a":1}')];
    const usage = { input_tokens: 7, output_tokens: 5 };
    const events = read({
      id: 'r',
      object: 'response',
      status: 'completed',
      model: 'mock-model',
      error: null,
      output,
      usage,
    });
    assert.deepEqual(transcript(events), ['thinking: hm', 'saying: Hi.', 'call c1 f {"a":1}', 'finished tool-calls']);
    const last = events.at(-1);
    assert.deepEqual(last?.kind === 'finished' && [last.model, last.usage], [
      'mock-model',
      { promptTokens: 7, completionTokens: 5 },
    ]);
    check(
      [{ object: 'response', status: 'incomplete', output: [message('Half')] }],
      ['saying: Half', 'finished length'],
    );
  });

  describe('decides by the type of the last event where its response has no status', () => {
    const end = (type: string, response: object = {}) => read(delta('Half'), { type: `response.${type}`, response });

    it('that it failed, in the words of the server', () => {
      const events = end('failed', { error: { code: 'server_error', message: 'The GPU caught fire' } });
      assert.deepEqual(transcript(events), ['saying: Half', 'failed server-error, retryable']);
      const last = events.at(-1);
      assert.equal(last?.kind === 'failed' && last.failure.message, 'The GPU caught fire');
    });

    it('that it was cancelled', () =>
      assert.deepEqual(transcript(end('cancelled')), ['saying: Half', 'failed unreachable, retryable']));

    it('that it was cut', () => {
      assert.deepEqual(transcript(end('incomplete')), ['saying: Half', 'finished length']);
      const filtered = { incomplete_details: { reason: 'content_filter' } };
      assert.deepEqual(transcript(end('incomplete', filtered)), ['saying: Half', 'finished content-filter']);
    });

    it('that it is whole', () => assert.deepEqual(transcript(end('completed')), ['saying: Half', 'finished stop']));
  });

  it('believes the status where it says worse than the type', () =>
    check(
      [delta('Half'), { type: 'response.completed', response: { status: 'incomplete' } }],
      ['saying: Half', 'finished length'],
    ));
});
