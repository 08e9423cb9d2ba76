// What a Chat Completions server wants back, against mock servers that refuse what the real ones refuse.
import assert from 'node:assert/strict';
import type { CarriedBack, ChatMessage } from '../../src/core/base/chat.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import { deltaFrame, doneFrame, finishFrame, type MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf, transcript } from './collect.ts';

type Wire = Readonly<Record<string, unknown>> & { readonly tool_calls?: readonly Record<string, unknown>[] };

describe('what goes back to a Chat Completions server', () => {
  let server: MockServer | undefined;
  afterEach(() => server?.close());

  async function start(respond: (request: MockRequest) => MockReply): Promise<LlmProvider> {
    server = await startMockServer({ respond });
    return createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl, model: 'm' });
  }

  const toolTurn = (frames: readonly string[]): MockReply => ({
    frames: [...frames, finishFrame('tool_calls'), doneFrame],
  });
  const call = (id: string, more: object = {}) =>
    deltaFrame({ tool_calls: [{ index: 0, id, type: 'function', function: { name: 'f', arguments: '{}' }, ...more }] });

  async function backOf(provider: LlmProvider, request = requestOf()): Promise<CarriedBack> {
    const last = (await collect(provider, request)).at(-1);
    return (last?.kind === 'finished' && last.back) || assert.fail(`nothing to bring back: ${JSON.stringify(last)}`);
  }
  const turn = (back: (CarriedBack & { thought?: string }) | undefined, id = '0own-01-id'): readonly ChatMessage[] => [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: '', toolCalls: [{ id, name: 'f', args: '{}' }], ...(back && { back }) },
    { role: 'tool', toolCallId: id, content: 'result' },
  ];
  const idsIn = ({ messages }: MockRequest['body']) =>
    messages.flatMap(each => each.tool_calls?.map(({ id }) => id) ?? each.tool_call_id ?? []);
  const refusalOf = (id: string): MockReply => ({
    status: 400,
    body: { message: `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.` },
  });
  const sentBy = (at: number) => (server?.requests[at]?.body.messages ?? []) as unknown as readonly Wire[];

  it('brings reasoning_content back, and a blank one to every other message of the assistant', async () => {
    const provider = await start(({ body }) => {
      if (body.messages.length === 1)
        return toolTurn([deltaFrame({ reasoning_content: 'let me see' }), call('call_1')]);
      // Kimi and DeepSeek V4 take an empty text for a missing one.
      const lacks = body.messages.some(
        each => each.role === 'assistant' && !(each as unknown as Wire).reasoning_content,
      );
      return lacks ? { status: 400, body: { error: { message: 'Missing `reasoning_content` field' } } } : { say: 'ok' };
    });
    const back = { ...(await backOf(provider)), thought: 'let me see' };
    const messages = [...turn(undefined, 'other'), ...turn(back)];
    assert.deepEqual(transcript(await collect(provider, requestOf({ messages }))), ['saying: ok', 'finished stop']);
    const [, foreign, , , own] = sentBy(1);
    assert.deepEqual([foreign?.reasoning_content, own?.reasoning_content], [' ', 'let me see']);
  });

  it('gives every message of the assistant the field when the server is known to want it', () => {
    const server = { to: 'openai api.deepseek.com', model: 'm', wantsReasoning: true };
    const body = buildRequestBody({ prompt: { messages: turn(undefined), tools: [] }, model: 'm', params: {}, server });
    assert.equal((body.messages[1] as unknown as Wire).reasoning_content, ' ');
  });

  it('brings a blank one back to a server that has sent an empty one only', async () => {
    const provider = await start(({ body }) =>
      body.messages.length > 1 ? { say: 'ok' } : toolTurn([deltaFrame({ reasoning_content: '' }), call('call_1')]),
    );
    await collect(provider, requestOf({ messages: turn(await backOf(provider)) }));
    assert.equal(sentBy(1)[1]?.reasoning_content, ' ');
  });

  it('joins the pieces of reasoning details and brings them back as they were', async () => {
    const piece = (detail: object) => deltaFrame({ reasoning_details: [detail] });
    const provider = await start(({ body }) =>
      body.messages.length > 1
        ? { say: 'ok' }
        : toolTurn([
            piece({ type: 'reasoning.text', index: 0, text: 'let ', format: 'x' }),
            piece({ type: 'reasoning.text', index: 0, text: 'me see' }),
            piece({ type: 'reasoning.text', index: 0, signature: 'sig' }),
            piece({ type: 'reasoning.encrypted', index: 0, id: 'call_1', data: 'secret' }),
            call('call_1'),
          ]),
    );
    await collect(provider, requestOf({ messages: turn(await backOf(provider)) }));
    assert.deepEqual(sentBy(1)[1]?.reasoning_details, [
      { type: 'reasoning.text', index: 0, text: 'let me see', format: 'x', signature: 'sig' },
      { type: 'reasoning.encrypted', index: 0, id: 'call_1', data: 'secret' },
    ]);
  });

  it('brings a thought signature back with its call, and says of the call of another model that it has none', async () => {
    const extra_content = { google: { thought_signature: 'sig' } };
    const provider = await start(({ body }) =>
      body.messages.length > 1 ? { say: 'ok' } : toolTurn([call('function-1', { extra_content })]),
    );
    const back = await backOf(provider);
    await collect(provider, requestOf({ messages: turn(back) }));
    assert.deepEqual(sentBy(1)[1]?.tool_calls?.[0]?.extra_content, extra_content);
    const google = { to: 'openai generativelanguage.googleapis.com', model: 'm', signsCalls: true };
    const body = buildRequestBody({
      prompt: { messages: turn(back), tools: [] },
      model: 'm',
      params: {},
      server: google,
    });
    assert.deepEqual((body.messages[1] as unknown as Wire).tool_calls?.[0]?.extra_content, {
      google: { thought_signature: 'skip_thought_signature_validator' },
    });
  });

  it('sends a call under the id that the server gave it, and under nine letters and digits to any other', async () => {
    const provider = await start(({ body }) => {
      const wrong = idsIn(body).find(id => !/^[a-zA-Z0-9]{9}$/.test(id));
      if (wrong !== undefined) return refusalOf(wrong);
      return body.messages.length > 1 ? { say: 'ok' } : toolTurn([call('D681PevKs')]);
    });
    const back = await backOf(provider);
    await collect(provider, requestOf({ messages: turn(back) }));
    assert.deepEqual([sentBy(1)[1]?.tool_calls?.[0]?.id, sentBy(1)[2]?.tool_call_id], ['D681PevKs', 'D681PevKs']);
    const elsewhere = requestOf({ messages: turn({ ...back, to: 'openai elsewhere' }) });
    assert.deepEqual(transcript(await collect(provider, elsewhere)), ['saying: ok', 'finished stop']);
    assert.equal(sentBy(2)[1]?.tool_calls?.[0]?.id, sentBy(2)[2]?.tool_call_id);
    assert.notEqual(sentBy(2)[2]?.tool_call_id, 'D681PevKs');
  });

  it('sends another server, and another model, the text alone', async () => {
    const provider = await start(() => ({ say: 'ok' }));
    const value = {
      details: [{ type: 'reasoning.text', text: 'x' }],
      extras: [{ google: {} }],
      callIds: ['abcdefghi'],
    };
    const to = `openai ${new URL(server?.baseUrl ?? '').host}`;
    await collect(provider, requestOf({ messages: turn({ to: 'openai elsewhere', model: 'm', value, thought: 'x' }) }));
    await collect(provider, requestOf({ messages: turn({ to, model: 'other', value }) }));
    assert.deepEqual(Object.keys(sentBy(0)[1] ?? {}), ['role', 'content', 'tool_calls']);
    assert.deepEqual(Object.keys(sentBy(1)[1] ?? {}), ['role', 'content', 'tool_calls']);
    assert.deepEqual(Object.keys(sentBy(1)[1]?.tool_calls?.[0] ?? {}), ['id', 'type', 'function']);
    assert.notEqual(sentBy(1)[1]?.tool_calls?.[0]?.id, 'abcdefghi');
  });

  it('sends another model on the same server no call id of the first, which it may refuse', async () => {
    const provider = await start(({ body }) => {
      if (body.model === 'gpt') return toolTurn([call('call_PTLP8xhu3uwZk4l3nlnrrJha')]);
      const wrong = idsIn(body).find(id => !/^[a-zA-Z0-9]{9}$/.test(id));
      return wrong === undefined ? { say: 'ok' } : refusalOf(wrong);
    });
    const back = await backOf(provider, requestOf({ model: 'gpt' }));
    const asked = requestOf({ model: 'mistral', messages: turn(back) });
    assert.deepEqual(transcript(await collect(provider, asked)), ['saying: ok', 'finished stop']);
  });

  it('sends a server that refuses its own call ids nine letters and digits in place of them, from then on', async () => {
    const provider = await start(({ body }) => {
      const wrong = idsIn(body).find(id => !/^[a-zA-Z0-9]{9}$/.test(id));
      if (wrong !== undefined) return refusalOf(wrong);
      return body.messages.length > 1 ? { say: 'ok' } : toolTurn([call('call_49c89af0')]);
    });
    const back = await backOf(provider);
    for (let round = 0; round < 2; round += 1) {
      const events = await collect(provider, requestOf({ messages: turn(back) }));
      assert.deepEqual(transcript(events), ['saying: ok', 'finished stop']);
    }
    assert.equal(server?.requests.length, 4);
  });

  it('asks once more without a field that the server refuses by name, and remembers it', async () => {
    const detail = [
      { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
    ];
    const provider = await start(({ body }) =>
      'stream_options' in body ? { status: 422, body: { object: 'error', message: { detail } } } : { say: 'ok' },
    );
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual(transcript(await collect(provider)), ['saying: ok', 'finished stop']);
    }
    assert.deepEqual(
      server?.requests.map(({ body }) => 'stream_options' in body),
      [true, false, false],
    );
  });

  it('takes stored values of any shape', async () => {
    const provider = await start(() => ({ say: 'ok' }));
    const to = `openai ${new URL(server?.baseUrl ?? '').host}`;
    for (const value of [
      { callIds: 5, extras: 'x', details: {} },
      { callIds: [null], extras: [], details: [] },
    ]) {
      assert.deepEqual(transcript(await collect(provider, requestOf({ messages: turn({ to, model: 'm', value }) }))), [
        'saying: ok',
        'finished stop',
      ]);
    }
  });
});
