// Wire shapes of Chat Completions streams as servers really send them, over real HTTP.
import assert from 'node:assert/strict';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { deltaFrame, doneFrame, finishFrame, frame, type MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, never, requestOf, transcript } from './collect.ts';

describe('the stream of an OpenAI-compatible server', () => {
  let server: MockServer;
  let reply: MockReply = {};
  before(async () => {
    server = await startMockServer({ respond: () => reply });
  });
  after(() => server.close());

  async function read(next: MockReply, lingerMs = 60_000) {
    reply = next;
    let ids = 0;
    const newId = () => `new_${++ids}`;
    return collect(createOpenAiProvider({ id: 'openai', baseUrl: server.baseUrl, model: 'm', newId, lingerMs }));
  }
  async function check(next: MockReply, expected: readonly string[]) {
    assert.deepEqual(transcript(await read(next)), expected);
  }
  const checkFrames = (frames: NonNullable<MockReply['frames']>, expected: readonly string[]) =>
    check({ frames }, expected);
  const messageOf = (events: Awaited<ReturnType<typeof read>>) => {
    const last = events.at(-1);
    return last?.kind === 'failed' ? last.failure.message : assert.fail(`not failed: ${JSON.stringify(last)}`);
  };
  const callFrame = (...fragments: object[]) => deltaFrame({ tool_calls: fragments });
  const end = [finishFrame('tool_calls'), doneFrame];

  it('gives thinking, then saying, then whole tool calls', () =>
    check({ think: 'let me see', say: 'Here.', tools: [{ name: 'read_file', args: { path: 'a' } }], chunkSize: 3 }, [
      'thinking: let me see',
      'saying: Here.',
      'call call_mock_0 read_file {"path":"a"}',
      'finished tool-calls',
    ]));

  it('keeps what is said before, between and after calls apart', () => {
    const call = (index: number, id?: string) =>
      callFrame({ index, ...(id && { id }), function: { ...(id && { name: 'f' }), arguments: id ? '{' : '}' } });
    return checkFrames(
      [
        deltaFrame({ content: 'I look into a.' }),
        call(0, 'c0'),
        deltaFrame({ content: 'Then in' }),
        call(0),
        deltaFrame({ content: 'to b <' }),
        call(1, 'c1'),
        call(1),
        deltaFrame({ content: '\nDone.' }),
        ...end,
      ],
      ['saying: I look into a.\n\nThen into b <\nDone.', 'call c0 f {}', 'call c1 f {}', 'finished tool-calls'],
    );
  });

  it('reads events that no empty line keeps apart', () =>
    checkFrames(
      [deltaFrame({ content: 'one ' }), deltaFrame({ content: 'two' }), finishFrame('stop'), doneFrame].map(each =>
        each.replace('\n\n', '\n'),
      ),
      ['saying: one two', 'finished stop'],
    ));

  it('shows [key] where a server echoes the key, wherever the stream is cut', async () => {
    const apiKey = 'sk-test-0123456789abc';
    for (const at of [1, 3, 10, 20]) {
      reply = {
        frames: [
          deltaFrame({ reasoning_content: `it is ${apiKey}.` }),
          deltaFrame({ content: `Yes: ${apiKey.slice(0, at)}` }),
          deltaFrame({ content: `${apiKey.slice(at)}! Bye, s` }),
          callFrame({ index: 0, id: 'c', function: { name: 'f', arguments: JSON.stringify({ a: apiKey }) } }),
          ...end,
        ],
      };
      const provider = createOpenAiProvider({
        id: 'openai',
        baseUrl: server.baseUrl,
        model: 'm',
        apiKey,
        lingerMs: 60_000,
      });
      assert.deepEqual(transcript(await collect(provider)), [
        'thinking: it is [key].',
        'saying: Yes: [key]! Bye, s',
        'call c f {"a":"[key]"}',
        'finished tool-calls',
      ]);
    }
  });

  it('reads content that comes as a list of parts, thinking among them', () =>
    checkFrames(
      [
        deltaFrame({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'let me' }] }] }),
        deltaFrame({
          content: [
            { type: 'thinking', thinking: ' see' },
            { type: 'text', text: 'He' },
          ],
        }),
        deltaFrame({ content: 're.' }),
        deltaFrame({ content: [{ type: 'reference', reference_ids: [1] }, null, ''] }),
        finishFrame('stop'),
        doneFrame,
      ],
      ['thinking: let me see', 'saying: Here.', 'finished stop'],
    ));

  it('keeps events in segments and names the provider event behind them', async () => {
    assert.deepEqual(await read({ think: 'a', thinkAs: 'reasoning', say: 'b' }), [
      { kind: 'segmentStarted', segment: 'thinking', source: 'delta.reasoning' },
      { kind: 'chunk', segment: 'thinking', text: 'a', source: 'delta.reasoning' },
      { kind: 'segmentFinished', segment: 'thinking', source: 'delta.content' },
      { kind: 'segmentStarted', segment: 'saying', source: 'delta.content' },
      { kind: 'chunk', segment: 'saying', text: 'b', source: 'delta.content' },
      { kind: 'segmentFinished', segment: 'saying', source: 'delta.content' },
      { kind: 'finished', reason: 'stop', model: 'mock-model', usage: { promptTokens: 10, completionTokens: 5 } },
    ]);
  });

  it('puts thinking before saying when one delta has both, and lets them alternate', () =>
    checkFrames(
      [
        deltaFrame({ content: 'b', reasoning_content: 'a' }),
        deltaFrame({ reasoning: 'c', reasoning_content: 'c' }),
        deltaFrame({ content: 'd' }),
        finishFrame('stop'),
        doneFrame,
      ],
      ['thinking: a', 'saying: b', 'thinking: c', 'saying: d', 'finished stop'],
    ));

  it('reads think tags in content', () =>
    check({ think: '\nhm\n', thinkAs: 'tags', say: '\n\nHello', chunkSize: 2 }, [
      'thinking: hm\n',
      'saying: Hello',
      'finished stop',
    ]));

  it('joins characters that are split between two network writes', () =>
    check({ say: 'naïve 漢字 🙂', writeSize: 1 }, ['saying: naïve 漢字 🙂', 'finished stop']));

  it('reads CRLF frames, comments and empty lines', () =>
    checkFrames(
      [
        ': keep-alive\r\n\r\n',
        deltaFrame({ content: 'a' }).replaceAll('\n', '\r\n'),
        ':\n\n\n\n',
        `event: message\r\nid: 7\r\n${deltaFrame({ content: 'b' })}`,
        finishFrame('stop').replaceAll('\n', '\r\n'),
        'data:[DONE]\r\n\r\n',
      ],
      ['saying: ab', 'finished stop'],
    ));

  it('passes over empty choices, null deltas, empty texts and frames of another shape', () =>
    checkFrames(
      [
        frame({ choices: [] }),
        frame({ choices: null }),
        frame(5),
        frame({ choices: [{ index: 0, delta: null, finish_reason: '' }] }),
        deltaFrame({ role: 'assistant', content: '', reasoning_content: null }),
        deltaFrame({ content: 'ok' }),
        finishFrame('stop'),
        doneFrame,
      ],
      ['saying: ok', 'finished stop'],
    ));

  it('has finished without [DONE] once a finish reason was seen', () =>
    check({ say: 'ok', done: false }, ['saying: ok', 'finished stop']));

  it('does not wait for ever for a server that never closes a finished stream', async () => {
    const frames = [deltaFrame({ content: 'ok' }), finishFrame('stop'), new Promise(() => undefined)];
    assert.deepEqual(transcript(await read({ frames }, 5)), ['saying: ok', 'finished stop']);
  });

  it('has finished when the connection breaks after the finish reason', () =>
    check({ say: 'ok', cutAfter: 2 }, ['saying: ok', 'finished stop']));

  it('fails as a broken connection when the stream is cut in a word', () =>
    check({ say: 'half a wo', chunkSize: 4, cutAfter: 3 }, ['saying: half a wo', 'failed unreachable, retryable']));

  it('fails as a broken connection when the stream ends within a frame', () =>
    checkFrames(
      [deltaFrame({ content: 'a' }), 'data: {"choices":[{"del'],
      ['saying: a', 'failed unreachable, retryable'],
    ));

  it('fails as a broken connection when the stream is cut within its first field', async () => {
    for (const begun of ['d', 'dat', 'data', 'even', Buffer.from([0xef, 0xbb])]) {
      assert.match(messageOf(await read({ frames: [begun] })), /the stream ended before the model had finished/);
    }
  });

  it('fails as a broken connection when the stream ends without a finish reason', () =>
    check({ say: 'ok', finishReason: null, done: false }, ['saying: ok', 'failed unreachable, retryable']));

  it('gives no tool call of a stream that was cut', () =>
    checkFrames(
      [callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } })],
      ['failed unreachable, retryable'],
    ));

  it('fails when an error object comes inside the stream', () =>
    checkFrames(
      [deltaFrame({ content: 'a' }), frame({ error: { message: 'boom' } })],
      ['saying: a', 'failed server-error, retryable'],
    ));

  it('reads the kind of an error inside the stream from its code', async () => {
    await checkFrames([frame({ error: { message: 'slow', code: 429 } })], ['failed rate-limited, retryable']);
    await checkFrames([frame({ error: { message: 'x', type: 'insufficient_quota' } })], ['failed quota']);
    await checkFrames(
      [frame({ choices: [{ delta: {}, finish_reason: 'error', error: { message: 'upstream', code: 502 } }] })],
      ['failed server-error, retryable'],
    );
  });

  it('reads a reply that a server sends whole although a stream was asked for', () =>
    check(
      {
        body: {
          model: 'whole',
          choices: [
            {
              message: { content: 'hi', tool_calls: [{ id: 'x', function: { name: 'f', arguments: '{"a":1}' } }] },
              finish_reason: 'tool_calls',
            },
          ],
        },
      },
      ['saying: hi', 'call x f {"a":1}', 'finished tool-calls'],
    ));

  it('reads an error sent as a JSON document with status 200', () =>
    check({ body: { error: { message: 'no such key', code: 401 } } }, ['failed auth']));

  it('fails as a broken connection when a JSON document is cut', () =>
    check({ body: '{"id":"x","choices":[{"message":{"content":"ha' }, ['failed unreachable, retryable']));

  const reasons = [
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['refusal', 'refused'],
    ['eos', 'stop'],
    ['something_new', 'unknown'],
  ] as const;
  for (const [word, reason] of reasons) {
    it(`reads the finish reason ${word} as ${reason}`, () =>
      check({ say: 'x', finishReason: word }, ['saying: x', `finished ${reason}`]));
  }

  it('gives a refusal as a saying and as the reason', () =>
    checkFrames(
      [deltaFrame({ refusal: 'I cannot ' }), deltaFrame({ refusal: 'do that.' }), finishFrame('stop')],
      ['saying: I cannot do that.', 'finished refusal'],
    ));

  const usageOf = async (frames: string[]) => {
    const last = (await read({ frames: [...frames, doneFrame] })).at(-1);
    return last?.kind === 'finished' ? last.usage : last;
  };
  const counted = { prompt_tokens: 7, completion_tokens: 3 };
  const usage = { promptTokens: 7, completionTokens: 3 };

  for (const [server, counted, completionTokens] of [
    [
      'xAI',
      {
        prompt_tokens: 10_120,
        completion_tokens: 1_499,
        total_tokens: 14_428,
        completion_tokens_details: { reasoning_tokens: 2_809 },
      },
      4_308,
    ],
    ['Gemini', { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 }, 603],
    [
      'OpenAI',
      {
        prompt_tokens: 20,
        completion_tokens: 198,
        total_tokens: 218,
        completion_tokens_details: { reasoning_tokens: 100 },
      },
      198,
    ],
  ] as const)
    it(`counts thinking as a part of the completion, however ${server} reports it`, async () => {
      const usage = await usageOf([finishFrame('stop'), frame({ choices: [], usage: counted })]);
      assert.deepEqual(usage, { promptTokens: counted.prompt_tokens, completionTokens });
    });

  it('finds usage in its own chunk, the last chunk, a choice or a maker field, and takes the last', async () => {
    const stop = finishFrame('stop');
    assert.deepEqual(await usageOf([stop, frame({ choices: [], usage: counted })]), usage);
    assert.deepEqual(
      await usageOf([frame({ choices: [{ delta: {}, finish_reason: 'stop', usage: counted }] })]),
      usage,
    );
    assert.deepEqual(await usageOf([stop, frame({ x_groq: { usage: counted } })]), usage);
    const early = frame({ choices: [{ delta: { content: 'a' } }], usage: { prompt_tokens: 7, completion_tokens: 1 } });
    assert.deepEqual(await usageOf([early, stop, frame({ choices: [], usage: counted })]), usage);
    assert.deepEqual(
      await usageOf([stop, frame({ usage: null }), frame({ usage: { prompt_tokens: 'x' } })]),
      undefined,
    );
  });

  it('takes cached tokens from either maker’s field', async () => {
    const stop = finishFrame('stop');
    const details = { ...counted, prompt_tokens_details: { cached_tokens: 4 } };
    assert.deepEqual(await usageOf([stop, frame({ usage: details })]), { ...usage, cachedTokens: 4 });
    const other = { ...counted, prompt_cache_hit_tokens: 5 };
    assert.deepEqual(await usageOf([stop, frame({ usage: other })]), { ...usage, cachedTokens: 5 });
  });

  it('gathers fragments by index, in odd orders, and gives the calls by index', () =>
    checkFrames(
      [
        callFrame({ index: 1, id: 'b', function: { name: 'g', arguments: '{"x"' } }),
        callFrame({ index: 0, function: { arguments: '{"a"' } }),
        callFrame({ index: 0, id: 'a', function: { name: 'f' } }, { index: 1, function: { arguments: ':2}' } }),
        callFrame({ index: 0, function: { arguments: ':1}' } }),
        ...end,
      ],
      ['call a f {"a":1}', 'call b g {"x":2}', 'finished tool-calls'],
    ));

  it('gathers parallel calls that come without an index by their id', () =>
    checkFrames(
      [
        callFrame({ id: 'a', function: { name: 'f', arguments: '{"a"' } }),
        callFrame({ id: 'b', function: { name: 'f', arguments: '{"b"' } }),
        callFrame({ id: 'a', function: { arguments: ':1}' } }, { id: 'b', function: { arguments: ':2}' } }),
        ...end,
      ],
      ['call a f {"a":1}', 'call b f {"b":2}', 'finished tool-calls'],
    ));

  it('goes on with the latest call when a fragment has neither index nor id', () =>
    checkFrames(
      [
        callFrame({ function: { name: 'f', arguments: '{"a"' } }),
        callFrame({ function: { arguments: ':1}' } }),
        callFrame({ function: { name: 'g', arguments: '{}' } }),
        ...end,
      ],
      ['call new_1 f {"a":1}', 'call new_2 g {}', 'finished tool-calls'],
    ));

  it('parts parallel calls that all have index 0', () =>
    checkFrames(
      [
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{"n":1}' } }),
        callFrame({ index: 0, id: 'b', function: { name: 'f', arguments: '{"n":2}' } }),
        ...end,
      ],
      ['call a f {"n":1}', 'call b f {"n":2}', 'finished tool-calls'],
    ));

  it('reads fragments that repeat id and name, and gives two calls of one id different ids', () =>
    checkFrames(
      [
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{"n"' } }),
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: ':1}' } }),
        callFrame({ index: 1, id: 'a', function: { name: 'f', arguments: '{"n":2}' } }),
        ...end,
      ],
      ['call a f {"n":1}', 'call new_1 f {"n":2}', 'finished tool-calls'],
    ));

  it('takes arguments given as an object or not at all, and calls without a name', () =>
    checkFrames(
      [
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: { n: 1 } } }),
        callFrame({ index: 1, id: 'b', function: { name: 'g' } }, { index: 2, id: 'c', function: {} }, null as never),
        finishFrame('stop'),
        doneFrame,
      ],
      ['call a f {"n":1}', 'call b g {}', 'call c unnamed {}', 'finished tool-calls'],
    ));

  it('takes arguments given as a text within the text, and `null` for none', () =>
    checkFrames(
      [
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: JSON.stringify('{"n":1}') } }),
        callFrame({ index: 1, id: 'b', function: { name: 'g', arguments: 'null' } }),
        callFrame({ index: 2, id: 'c', function: { name: 'h', arguments: '"no object"' } }),
        finishFrame('tool_calls'),
        doneFrame,
      ],
      ['call a f {"n":1}', 'call b g {}', 'call c h "no object"', 'finished tool-calls'],
    ));

  it('reads frames whose line ends and characters are split between writes, after a byte order mark', () =>
    check(
      {
        frames: [`\ufeff${deltaFrame({ content: 'naïve 漢' })}${finishFrame('stop')}`.replaceAll('\n', '\r\n')],
        writeSize: 1,
      },
      ['saying: naïve 漢', 'finished stop'],
    ));

  it('reads a frame whose data comes in several lines', () =>
    checkFrames(
      ['data: {"choices":[{"index":0,\ndata: "delta":{"content":"a"}}]}\n\n', finishFrame('stop'), doneFrame],
      ['saying: a', 'finished stop'],
    ));

  it('fails as a broken connection when the stream is cut within a character', () =>
    checkFrames(
      [
        deltaFrame({ content: 'a' }),
        new Uint8Array(Buffer.from('data: {"choices":[{"delta":{"content":"漢')).slice(0, -1),
      ],
      ['saying: a', 'failed unreachable, retryable'],
    ));

  it('fails with the words of a frame that is no JSON, and keeps what was said before', async () => {
    const events = await read({ frames: [deltaFrame({ content: 'a' }), 'data: upstream connect error\n\n'] });
    assert.deepEqual(transcript(events), ['saying: a', 'failed server-error, retryable']);
    assert.equal(messageOf(events), 'upstream connect error');
  });

  it('reads an error that comes as an event of that name', () =>
    checkFrames(
      [deltaFrame({ content: 'a' }), 'event: error\ndata: {"error":{"message":"Overloaded","code":529}}\n\n'],
      ['saying: a', 'failed server-error, retryable'],
    ));

  it('takes calls that come with the reason to stop, in one delta, as calls', () =>
    checkFrames(
      [
        frame({
          choices: [
            {
              delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
              finish_reason: 'stop',
            },
          ],
        }),
        doneFrame,
      ],
      ['call a f {}', 'finished tool-calls'],
    ));

  it('gathers parallel calls without an index whose later fragments have no id either', () =>
    checkFrames(
      [
        callFrame({ id: 'a', function: { name: 'f', arguments: '{"a"' } }),
        callFrame({ function: { arguments: ':1}' } }),
        callFrame({ id: 'b', function: { name: 'f', arguments: '' } }),
        callFrame({ function: { arguments: '{"b":2}' } }),
        ...end,
      ],
      ['call a f {"a":1}', 'call b f {"b":2}', 'finished tool-calls'],
    ));

  it('gives a call whose id the context already has another one', async () => {
    reply = { tools: [{ id: 'a', name: 'f' }] };
    const provider = createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl, model: 'm', newId: () => 'new_1' });
    const call = { id: 'a', name: 'f', args: '{}' };
    const back = { to: `openai ${new URL(server.baseUrl).host}`, model: 'm', value: { callIds: ['a'] } };
    const messages = [
      { role: 'assistant', content: '', toolCalls: [call], back },
      { role: 'tool', toolCallId: 'a', content: 'ok' },
    ] as const;
    assert.deepEqual(transcript(await collect(provider, requestOf({ messages }))), [
      'call new_1 f {}',
      'finished tool-calls',
    ]);
  });

  it('reads on after an early finish reason, for as long as something comes', async () => {
    const early = (content: string) => frame({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] });
    const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    reply = { frames: [...gates.flatMap((gate, at) => [early(`${at}`), gate.promise]), early('end'), doneFrame] };
    const provider = createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl, model: 'm', lingerMs: 60_000 });
    const events: LlmEvent[] = [];
    for await (const event of provider.stream(requestOf(), never())) {
      events.push(event);
      if (event.kind === 'chunk') gates[Number(event.text)]?.resolve();
    }
    assert.deepEqual(transcript(events), ['saying: 012345end', 'finished stop']);
  });

  it('takes [DONE] without a finish reason as the end of an answer, but not of nothing', async () => {
    await checkFrames([deltaFrame({ content: 'ok' }), doneFrame], ['saying: ok', 'finished stop']);
    await checkFrames(
      [callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }), doneFrame],
      ['call a f {}', 'finished tool-calls'],
    );
    await checkFrames([doneFrame], ['failed unreachable, retryable']);
  });

  it('counts a whole message after deltas once', () =>
    checkFrames(
      [
        deltaFrame({ content: 'Hello there.' }),
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":1}' } }),
        frame({
          object: 'chat.completion',
          choices: [
            {
              index: 0,
              finish_reason: 'tool_calls',
              message: {
                content: 'Hello there.',
                tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
              },
            },
          ],
        }),
        doneFrame,
      ],
      ['saying: Hello there.', 'call a f {"x":1}', 'finished tool-calls'],
    ));

  it('reads from a whole message after deltas what the deltas did not bring', async () => {
    const message = {
      content: 'Hello there.',
      reasoning_content: 'let me see',
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
    };
    const last = frame({ choices: [{ index: 0, finish_reason: 'stop', message }] });
    await checkFrames(
      [deltaFrame({ reasoning_content: 'let me see' }), last, doneFrame],
      ['thinking: let me see', 'saying: Hello there.', 'call a f {"x":1}', 'finished tool-calls'],
    );
    await checkFrames(
      [deltaFrame({ content: 'Hello there.' }), last, doneFrame],
      ['saying: Hello there.', 'call a f {"x":1}', 'finished tool-calls'],
    );
  });

  it('passes over keep-alives without data, named events without data, and comments sent as data', () =>
    checkFrames(
      [
        'data:\n\n',
        'event: ping\n\n',
        'event: ping\ndata:\n\n',
        'data: : OPENROUTER PROCESSING\n\n',
        deltaFrame({ content: 'ok' }),
        'data: \n\n',
        finishFrame('stop'),
        doneFrame,
      ],
      ['saying: ok', 'finished stop'],
    ));

  const errorFrames: [shape: string, reply: MockReply, ended: string, words: RegExp][] = [
    [
      'a field of the stream',
      { frames: ['error: {"code":400,"message":"the request exceeds the available context size"}\n\n'] },
      'failed context-full',
      /^the request exceeds the available context size/,
    ],
    [
      'an object without a wrapper',
      { frames: [frame({ object: 'error', message: 'too long', type: 'BadRequestError', code: 400 })] },
      'failed bad-request',
      /^too long/,
    ],
    [
      'a bare JSON line',
      { frames: ['{"error":"model runner has stopped"}\n'] },
      'failed server-error, retryable',
      /^model runner has stopped$/,
    ],
    [
      'status 200 with base_resp',
      { body: { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } } },
      'failed quota',
      /^insufficient balance$/,
    ],
    [
      'status 200 with a web page',
      {
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><html><title>Open WebUI</title><p>x</p></html>',
      },
      'failed bad-request',
      /^the server sent a page instead of an answer: Open WebUI \(asked at /,
    ],
    [
      'the reason of the server behind a router',
      {
        frames: [
          frame({
            error: {
              message: 'Provider returned error',
              code: 400,
              metadata: { provider_name: 'DeepInfra', raw: '{"error":{"message":"max_tokens is too large"}}' },
            },
          }),
        ],
      },
      'failed bad-request',
      /^Provider returned error: DeepInfra: max_tokens is too large/,
    ],
  ];
  for (const [shape, next, ended, words] of errorFrames) {
    it(`reads an error in the shape of ${shape}, in the words of the server`, async () => {
      const events = await read(next);
      assert.deepEqual(transcript(events), [ended]);
      assert.match(messageOf(events), words);
    });
  }

  for (const word of ['insufficient_system_resource', 'abort', 'network_error']) {
    it(`fails with what was said when the server breaks off with ${word}`, () =>
      check({ say: 'half', finishReason: word }, ['saying: half', 'failed unreachable, retryable']));
  }

  it('drops empty arguments before the real ones, and whole arguments sent again', () =>
    checkFrames(
      [
        callFrame({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
        callFrame({ index: 0, function: { arguments: '{"x"' } }),
        callFrame({ index: 0, function: { arguments: ':1}' } }),
        callFrame({ index: 0, function: { arguments: '{"x":1}' } }),
        ...end,
      ],
      ['call a f {"x":1}', 'finished tool-calls'],
    ));

  it('reads a stream that is sent as JSON, and a document without a type', async () => {
    const stream = `${deltaFrame({ content: 'ok' })}${finishFrame('stop')}${doneFrame}`;
    await check({ headers: { 'content-type': 'application/json' }, body: stream }, ['saying: ok', 'finished stop']);
    const document = JSON.stringify({ choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] }, null, 2);
    await check({ headers: { 'content-type': 'text/plain' }, body: document }, ['saying: hi', 'finished stop']);
  });

  it('shows the thinking of reasoning details, unless it comes under another name as well', () =>
    checkFrames(
      [
        deltaFrame({ reasoning_details: [{ type: 'reasoning.text', text: 'let ' }] }),
        deltaFrame({
          reasoning_details: [
            { type: 'reasoning.summary', summary: 'me see' },
            { type: 'reasoning.encrypted', data: 'x' },
          ],
        }),
        deltaFrame({ reasoning: '.', reasoning_details: [{ type: 'reasoning.text', text: '.' }] }),
        deltaFrame({ content: 'ok' }),
        finishFrame('stop'),
      ],
      ['thinking: let me see.', 'saying: ok', 'finished stop'],
    ));

  it('takes text before a closing tag without an opening one for thinking', () =>
    check({ say: 'let me see\n</think>\n\nHere.', chunkSize: 3 }, [
      'thinking: let me see\n',
      'saying: Here.',
      'finished stop',
    ]));

  const words = [
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['sensitive', 'content-filter'],
    ['tool_use', 'tool-calls'],
  ] as const;
  for (const [word, reason] of words) {
    it(`reads the finish reason ${word} as ${reason}`, () =>
      check({ say: 'x', finishReason: word }, ['saying: x', `finished ${reason}`]));
  }

  it('joins the halves of a character that come in two pieces, and replaces one that stays alone', async () => {
    const events = await read({
      frames: [
        deltaFrame({ content: 'a \ud83d' }),
        deltaFrame({ content: '\ude00 b \ud83d' }),
        deltaFrame({ content: ' c \ud83d' }),
        finishFrame('stop'),
      ],
    });
    assert.deepEqual(
      events.flatMap(event => (event.kind === 'chunk' ? event.text : [])),
      ['a ', '😀 b ', '\ufffd c ', '\ufffd'],
    );
  });

  it('reads one choice only, a call in the older form, and numbers that JSON does not have', () =>
    checkFrames(
      [
        frame({
          choices: [
            { index: 0, delta: { content: 'a' } },
            { index: 1, delta: { content: 'B' } },
          ],
        }),
        frame({ choices: [{ index: 1, delta: { content: 'B' } }] }),
        'data: {"choices":[{"index":0,"delta":{"content":"b"},"logprobs":[NaN, -Infinity]}]}\n\n',
        deltaFrame({ function_call: { name: 'f', arguments: '{"x"' } }),
        deltaFrame({ function_call: { arguments: ':1}' } }),
        finishFrame('function_call'),
      ],
      ['saying: ab', 'call new_1 f {"x":1}', 'finished tool-calls'],
    ));
});
