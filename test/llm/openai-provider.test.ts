// Requests, refusals and ends of the OpenAI-compatible provider.
import assert from 'node:assert/strict';
import { createOpenAiProvider, type OpenAiOptions } from '../../src/llm/openai/openai-provider.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { deltaFrame } from '../support/mock-reply.ts';
import { type MockServer, type MockServerOptions, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf, transcript } from './collect.ts';

describe('the OpenAI-compatible provider', () => {
  let server: MockServer | undefined;
  afterEach(() => server?.close());

  async function start(options: MockServerOptions, settings: Partial<OpenAiOptions> = {}) {
    server = await startMockServer(options);
    const provider = createOpenAiProvider({ id: 'openai', baseUrl: server.baseUrl, ...settings });
    return { server, provider };
  }
  const failureOf = (events: readonly LlmEvent[]) => {
    const last = events.at(-1);
    return last?.kind === 'failed' ? last.failure : assert.fail(`not failed: ${JSON.stringify(last)}`);
  };

  it('sends messages and tools in the wire format, streamed and with usage', async () => {
    const { server, provider } = await start(
      { replies: [{ say: 'ok' }] },
      { model: 'm1', params: { temperature: 0.2 } },
    );
    const parameters = { type: 'object', properties: {} };
    const prompt = {
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'f', args: '{"a":1}' }] },
        { role: 'tool', toolCallId: 'c1', content: 'result' },
        { role: 'assistant', content: 'well', toolCalls: [{ id: 'c2', name: 'f', args: '{broken' }] },
        { role: 'assistant', content: 'done' },
      ],
      tools: [{ name: 'f', description: 'does f', parameters }],
    } as const;
    await collect(provider, { ...requestOf({ params: { top_p: 1 } }), prompt });
    const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'f', arguments: args } });
    assert.deepEqual(server.requests[0]?.body, {
      stream_options: { include_usage: true },
      temperature: 0.2,
      top_p: 1,
      model: 'm1',
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [call('mYNgtxIxX', '{"a":1}')] },
        { role: 'tool', tool_call_id: 'mYNgtxIxX', content: 'result' },
        { role: 'assistant', content: 'well', tool_calls: [call('wa4jcIDv5', '{"invalid_arguments":"{broken"}')] },
        { role: 'assistant', content: 'done' },
      ],
      stream: true,
      tools: [{ type: 'function', function: { name: 'f', description: 'does f', parameters } }],
    });
  });

  it('lets the request override the model, and leaves stream options out when they are set to null', async () => {
    const { server, provider } = await start({ replies: [{}] }, { model: 'm1' });
    await collect(provider, requestOf({ model: 'm2', params: { stream_options: null, model: 'no', stream: false } }));
    const messages = [{ role: 'user', content: 'hello' }];
    assert.deepEqual(server.requests[0]?.body, { model: 'm2', messages, stream: true });
  });

  it('marks what the server may cache where it is told to, and not otherwise', async () => {
    const { server, provider } = await start({ respond: () => ({ say: 'ok' }) }, { model: 'claude', cacheMarks: true });
    const prompt = { messages: [{ role: 'system', content: 'rules' }], tools: [], lasting: 1 } as const;
    await collect(provider, requestOf({ prompt }));
    await collect(createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl, model: 'claude' }), requestOf({ prompt }));
    const marked = server.requests.map(({ body }) => JSON.stringify(body).includes('"cache_control"'));
    assert.deepEqual(marked, [true, false]);
  });

  it('takes a base URL alone as configured and sends no key', async () => {
    const { server, provider } = await start({ replies: [{ say: 'ok' }] }, { model: 'm' });
    assert.deepEqual(transcript(await collect(provider)), ['saying: ok', 'finished stop']);
    assert.equal(server.requests[0]?.headers.authorization, undefined);
  });

  it('sends the key, own headers and the query of the address', async () => {
    const { server, provider } = await start(
      { replies: [{}, {}] },
      { model: 'm', apiKey: ' key-123456\n', headers: { 'x-own': '1' } },
    );
    await collect(provider);
    await collect(createOpenAiProvider({ id: 'o', baseUrl: `${server.baseUrl}?api-version=7`, model: 'm' }));
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer key-123456');
    assert.equal(server.requests[0]?.headers['x-own'], '1');
    assert.equal(server.requests[1]?.path, '/v1/chat/completions?api-version=7');
  });

  it('asks for the first model once, also when two requests start together', async () => {
    const { server, provider } = await start({ respond: () => ({ say: 'ok' }), models: ['first', 'second'] });
    await Promise.all([collect(provider), collect(provider)]);
    await collect(provider);
    assert.deepEqual(
      server.requests.map(request => request.body.model),
      ['first', 'first', 'first'],
    );
    assert.equal(server.modelRequests(), 1);
  });

  it('is not configured when the server lists no model, or there is neither address nor key', async () => {
    const { provider } = await start({ models: [] });
    assert.equal(failureOf(await collect(provider)).code, 'not-configured');
    assert.equal(failureOf(await collect(createOpenAiProvider({ id: 'o' }))).code, 'not-configured');
  });

  it('reads a model list that comes as plain text', async () => {
    const body = { data: [{ id: 'first' }] };
    const models = { body, headers: { 'content-type': 'text/plain' } };
    const { server, provider } = await start({ respond: () => ({ say: 'ok' }), models });
    await collect(provider);
    assert.deepEqual(
      server.requests.map(request => request.body.model),
      ['first'],
    );
  });

  it('asks for the model list again after it failed', async () => {
    const { server, provider } = await start({ models: { status: 503 } });
    assert.equal(failureOf(await collect(provider)).code, 'server-error');
    assert.equal(failureOf(await collect(provider)).code, 'server-error');
    assert.equal(server.modelRequests(), 2);
  });

  const quota = {
    error: { message: 'You exceeded your quota', type: 'insufficient_quota', code: 'insufficient_quota' },
  };
  const refusals = [
    [400, undefined, 'bad-request', false],
    [401, undefined, 'auth', false],
    [402, undefined, 'quota', false],
    [403, undefined, 'auth', false],
    [403, { error: { message: 'x', code: 'unsupported_country_region_territory' } }, 'bad-request', false],
    [403, { error: { message: 'Input was flagged', metadata: { reasons: ['violence'] } } }, 'blocked', false],
    [403, { code: 'x', error: 'Your team has used all available credits' }, 'quota', false],
    [400, { error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } }, 'quota', false],
    [403, { error: { code: 403, message: 'Key limit exceeded (total limit). Manage it using …' } }, 'quota', false],
    [403, { code: 'AccountOverdueError', message: 'Your account has an overdue balance.' }, 'quota', false],
    [403, { code: 30001, message: 'Sorry, your account balance is insufficient' }, 'quota', false],
    [403, { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'no balance' }, 'quota', false],
    [400, { error: { code: '1261', message: 'Prompt 超长' } }, 'context-full', false],
    [400, { code: 'Arrearage', message: 'Access denied' }, 'quota', false],
    [400, { error: { type: 'budget_exceeded', message: 'x' } }, 'quota', false],
    [429, { error: { code: '1113', message: '余额不足' } }, 'quota', false],
    [400, [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }], 'auth', false],
    [404, { error: 'model not found' }, 'bad-request', false],
    [408, undefined, 'rate-limited', true],
    [409, undefined, 'rate-limited', true],
    [422, { detail: 'bad field' }, 'bad-request', false],
    [429, undefined, 'rate-limited', true],
    [429, quota, 'quota', false],
    [500, undefined, 'server-error', true],
    [503, '<html><title>503</title><h1>Unavailable</h1></html>', 'server-error', true],
  ] as const;
  for (const [status, body, code, retryable] of refusals) {
    it(`reads status ${status} ${body === quota ? 'of a spent quota ' : ''}as ${code}, after one request`, async () => {
      const { server, provider } = await start(
        { respond: () => ({ status, body }) },
        { model: 'm', apiKey: 'a-key-of-mine' },
      );
      const failure = failureOf(await collect(provider));
      assert.deepEqual([failure.code, failure.status, failure.retryable], [code, status, retryable]);
      assert.equal(server.requests.length, 1);
    });
  }

  it('says what the server said, in one line without markup', async () => {
    const messages: string[] = [];
    for (const body of [
      { error: 'model not found' },
      { detail: 'bad field' },
      { detail: [{ loc: ['body', 'top_p'], msg: 'Extra inputs are not permitted' }] },
      [{ error: { code: 400, message: 'from a list' } }],
      quota,
      '<html><h1>No\nway</h1></html>',
      '',
    ]) {
      const { provider, server } = await start({ replies: [{ status: 400, body }] }, { model: 'm' });
      messages.push(failureOf(await collect(provider)).message);
      await server.close();
    }
    assert.deepEqual(messages, [
      'model not found',
      'bad field',
      'Extra inputs are not permitted (body.top_p)',
      'from a list',
      'You exceeded your quota',
      'No way',
      'HTTP 400',
    ]);
  });

  it('reads Retry-After as seconds, as milliseconds and as a date', async () => {
    const now = () => Date.parse('2026-01-01T00:00:00Z');
    const waits: unknown[] = [];
    const all = [
      { 'retry-after': '7' },
      { 'retry-after-ms': '1500' },
      { 'retry-after': 'Thu, 01 Jan 2026 00:03:00 GMT' },
      { 'retry-after': 'soon' },
    ];
    for (const headers of all) {
      const { provider, server } = await start({ replies: [{ status: 429, headers }] }, { model: 'm', now });
      waits.push(failureOf(await collect(provider)).retryAfterMs);
      await server.close();
    }
    assert.deepEqual(waits, [7_000, 1_500, 180_000, undefined]);
  });

  it('reads when to ask again from the error and from the limits that are used up', async () => {
    const now = () => Date.parse('2026-01-01T00:00:00Z');
    const google = { error: { message: 'x', details: [{ '@type': 'google.rpc.RetryInfo', retryDelay: '34.5s' }] } };
    const router = { error: { message: 'x', metadata: { headers: { 'X-RateLimit-Reset': `${now() + 3_600_000}` } } } };
    const limits = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1m2.5s',
      'x-ratelimit-reset-tokens': '9h',
    };
    const waits: unknown[] = [];
    for (const reply of [
      { body: google },
      { body: router },
      { headers: limits },
      { headers: { 'x-ratelimit-reset': '7' } },
    ]) {
      const { provider, server } = await start({ replies: [{ status: 429, ...reply }] }, { model: 'm', now });
      waits.push(failureOf(await collect(provider)).retryAfterMs);
      await server.close();
    }
    assert.deepEqual(waits, [34_500, 3_600_000, 62_500, 7_000]);
  });

  it('hides keys that the server echoes, in a refusal and in the stream', async () => {
    const apiKey = 'my-very-secret-key';
    const error = { message: `key ${apiKey} and ${'other-secret-value'} and sk-abcdefghijklmnop are wrong` };
    const replies = [{ status: 401, body: { error } }, { frames: [`data: ${JSON.stringify({ error })}\n\n`] }];
    const { provider } = await start(
      { replies },
      { model: 'm', apiKey, headers: { 'X-Api-Key': 'other-secret-value' } },
    );
    for (const _ of replies) {
      assert.match(
        failureOf(await collect(provider)).message,
        /^key \[key\] and \[key\] and \[key\] are wrong( \(asked with the key .*)?$/,
      );
    }
  });

  it('is unreachable and retryable when nothing listens there', async () => {
    const { provider, server } = await start({}, { model: 'm' });
    await server.close();
    const failure = failureOf(await collect(provider));
    assert.deepEqual([failure.code, failure.retryable], ['unreachable', true]);
    assert.match(failure.message, /ECONNREFUSED/);
  });

  it('is not configured when the address is none', async () => {
    const failure = failureOf(await collect(createOpenAiProvider({ id: 'o', baseUrl: 'not an address', model: 'm' })));
    assert.deepEqual([failure.code, failure.retryable], ['not-configured', false]);
    assert.match(failure.message, /the base URL not an address is no address: it begins with http/);
    const bare = failureOf(await collect(createOpenAiProvider({ id: 'o', baseUrl: '127.0.0.1:11434/v1', model: 'm' })));
    assert.match(bare.message, /the base URL 127\.0\.0\.1:11434\/v1 is no address/);
  });

  it('says where it asked when there is nothing, and with or without which key it was refused', async () => {
    const { server, provider } = await start(
      { respond: () => ({ status: 404, body: '404 page not found' }) },
      { model: 'm' },
    );
    assert.equal(failureOf(await collect(provider)).message, `404 page not found (asked at ${server.baseUrl})`);
    const bareUrl = server.baseUrl.replace(/\/v1$/, '');
    assert.match(
      failureOf(await collect(createOpenAiProvider({ id: 'o', baseUrl: bareUrl, model: 'm' }))).message,
      /most addresses end in \/v1/,
    );
    await server.close();
    const refusing = { respond: () => ({ status: 401, body: { error: { message: 'no' } } }) };
    const keyed = await start(refusing, { model: 'm', apiKey: 'a-key-of-mine' });
    const { host } = new URL(keyed.server.baseUrl);
    assert.equal(failureOf(await collect(keyed.provider)).message, `no (asked with the key that is set for ${host})`);
    await keyed.server.close();
    const bare = await start(refusing, { model: 'm' });
    const { code, message } = failureOf(await collect(bare.provider));
    assert.equal(code, 'no-key');
    assert.match(message, /no \(no API key is set for 127\.0\.0\.1:\d+\)/);
  });

  it('ends without a failure when aborted before, at the model list, at the request and in the stream', async () => {
    const endless = new Promise(() => undefined);
    const { server, provider } = await start({
      models: ['m'],
      replies: [{ before: endless }, { frames: [deltaFrame({ content: 'a' }), endless] }],
    });
    assert.deepEqual(await collect(provider, requestOf(), AbortSignal.abort()), []);

    const atRequest = new AbortController();
    const nothing = collect(provider, requestOf(), atRequest.signal);
    await server.arrived(1);
    atRequest.abort();
    assert.deepEqual(await nothing, []);

    const inStream = new AbortController();
    const kinds: string[] = [];
    for await (const event of provider.stream(requestOf(), inStream.signal)) {
      kinds.push(event.kind);
      if (event.kind === 'chunk') inStream.abort();
    }
    assert.deepEqual(kinds, ['segmentStarted', 'chunk']);
    await server.requests[1]?.closed;
  });

  it('ends when aborted while the model list is asked, and the list still serves the next request', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>(resolve => {
      open = resolve;
    });
    const models = { before: gate, body: { data: [{ id: 'late' }] } };
    const { server, provider } = await start({ replies: [{ say: 'ok' }], models });
    const controller = new AbortController();
    const first = collect(provider, requestOf(), controller.signal);
    controller.abort();
    assert.deepEqual(await first, []);
    open();
    assert.deepEqual(transcript(await collect(provider)), ['saying: ok', 'finished stop']);
    assert.equal(server.requests[0]?.body.model, 'late');
  });

  it('gives up the request when its reader leaves', async () => {
    const { server, provider } = await start(
      { replies: [{ frames: [deltaFrame({ content: 'a' }), new Promise(() => undefined)] }] },
      { model: 'm' },
    );
    for await (const event of provider.stream(requestOf(), new AbortController().signal))
      if (event.kind === 'chunk') break;
    await server.requests[0]?.closed;
  });

  it('names model and host in its label, never the key', () => {
    const label = (options: Partial<OpenAiOptions>) => createOpenAiProvider({ id: 'o', ...options }).label;
    assert.equal(label({ model: 'gpt-5', apiKey: 'k' }), 'gpt-5 at api.openai.com');
    assert.equal(label({ baseUrl: 'http://localhost:11434/v1' }), 'the first model at localhost:11434');
    assert.equal(label({ label: 'Mine' }), 'Mine');
  });
});
