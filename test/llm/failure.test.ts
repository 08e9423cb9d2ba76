import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { redact } from '../../src/core/text/secrets.ts';
import { failureFromEditor } from '../../src/llm/editor/editor-failure.ts';
import { errorIn } from '../../src/llm/failures/error-shapes.ts';
import { failureFromError, failureInStream, HttpRefused } from '../../src/llm/failures/failure.ts';
import { parseRetryAfter } from '../../src/llm/failures/retry-after.ts';

const context = { secrets: ['topsecret'], now: () => 0 };

describe('the classification of outside failures', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`x ${code}`), { code }) });
  const cases: [name: string, error: unknown, code: string, retryable: boolean][] = [
    ['a refused connection', network('ECONNREFUSED'), 'unreachable', true],
    ['a reset connection', network('ECONNRESET'), 'unreachable', true],
    ['an unknown host', network('ENOTFOUND'), 'unreachable', true],
    ['an expired certificate', network('CERT_HAS_EXPIRED'), 'unreachable', false],
    ['a self-signed certificate', network('DEPTH_ZERO_SELF_SIGNED_CERT'), 'unreachable', false],
    ['an address that is none', network('ERR_INVALID_URL'), 'not-configured', false],
    ['a key that no header can hold', headerError('sk-one\nsk-two'), 'not-configured', false],
    ['a key with a character that no header can hold', headerError('sk-…'), 'not-configured', false],
    ['a status', { status: 500, message: '500 status code (no body)' }, 'server-error', true],
    ['an error body without a status', { error: { message: 'x' } }, 'server-error', true],
    ['a text', 'broken', 'unreachable', true],
    ['nothing', undefined, 'unreachable', true],
  ];
  for (const word of ['aborted', 'terminated'])
    it(`says of a connection that Node calls ${word} that it broke, as nobody ended it on purpose`, () => {
      const failure = failureFromError(Object.assign(new Error(word), { code: 'ECONNRESET' }), context);
      assert.deepEqual([failure.message, failure.retryable], ['the connection broke', true]);
    });

  for (const [name, error, code, retryable] of cases) {
    it(`reads ${name} as ${code}`, () => {
      const failure = failureFromError(error, context);
      assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
      assert.notEqual(failure.message, '');
    });
  }

  it('says the status of an error whose body says nothing', () => {
    const bodies = ['', '{}', '[]', '{"error":{}}'];
    const refused = bodies.map(body => failureFromError(new HttpRefused(404, new Headers(), body), context).message);
    const byPackage = bodies.map(body => {
      const error = body === '' ? undefined : JSON.parse(body);
      const message = `404 ${body === '' ? 'status code (no body)' : JSON.stringify(error.error ?? error)}`;
      return failureFromError({ status: 404, message, error: error?.error ?? error }, context).message;
    });
    assert.deepEqual([...refused, ...byPackage], Array(8).fill('HTTP 404'));
  });

  const overfull: readonly (readonly [server: string, message: string])[] = [
    ['OpenAI', "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."],
    [
      'OpenAI Responses',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ],
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['Anthropic with its limit', 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000'],
    ['Gemini', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it'],
    [
      'LM Studio',
      'Trying to keep the first 4500 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    ],
    ['vLLM', 'The decoder prompt (length 9000) is longer than the maximum model length of 8192.'],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    ],
    ['Groq', 'Please reduce the length of the messages or completion.'],
    ['Kimi', 'Invalid request: Your request exceeded model token limit: 8192'],
    ['GLM', 'Prompt exceeds max length'],
    ['DashScope', 'Range of input length should be [1, 30720]'],
    ['Bedrock', 'Input is too long for requested model.'],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
    [
      'LM Studio with a kept beginning',
      'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
    ],
    ['Ollama', 'prompt too long; exceeded max context length by 42 tokens'],
    ['SGLang', "The input (9000 tokens) is longer than the model's context length (8192 tokens)."],
    [
      'SGLang with its limit',
      'Input length (9000 tokens) exceeds the maximum allowed length (8186 tokens). Use a shorter input or enable --allow-auto-truncate.',
    ],
    [
      'newer vLLM',
      "You passed 4097 input tokens and requested 16 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4080 tokens.",
    ],
    ['llama.cpp in the middle of a reply', 'Context size has been exceeded.'],
    ['newer LM Studio', 'Cannot truncate prompt with n_keep (4800) >= n_ctx (4096)'],
    ['Text Generation Inference', 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1200'],
    ['Cohere', 'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.'],
    [
      'Vertex AI',
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
    ],
    ['Doubao', 'Total tokens of image and text exceed max message tokens'],
    ['Copilot', 'prompt token count of 140000 exceeds the limit of 128000'],
    [
      'Together',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
    ],
  ];
  for (const [server, message] of overfull)
    it(`reads of ${server} that the dialog no longer fits, before and in a stream, and does not try again`, () => {
      for (const status of [400, 413, 500]) {
        const failure = failureFromError({ status, error: { message } }, context);
        assert.deepEqual([failure.code, failure.retryable], ['context-full', false], `${status}`);
      }
      assert.equal(failureInStream({ message }, context).code, 'context-full');
    });

  for (const [server, status, message] of [
    ['Ollama', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    ['OpenRouter', 404, 'No endpoints found that support tool use. To learn more, see the documentation.'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
    ['Groq', 400, '`tool calling` is not supported with this model'],
    ['Mistral', 400, 'Function calling is not enabled for this model'],
    ['Google', 400, 'Function calling is not enabled for models/gemma-3-27b-it'],
  ] as const)
    it(`reads of ${server} that the model takes no tools, before and in a stream, and does not try again`, () => {
      const failure = failureFromError({ status, error: { message } }, context);
      assert.deepEqual([failure.code, failure.retryable], ['no-tools', false]);
      assert.equal(failureInStream({ message }, context).code, 'no-tools');
    });

  for (const [server, error] of [
    ['Azure', { message: 'The response was filtered due to the prompt triggering …', code: 'content_filter' }],
    ['GitHub', { message: "The prompt triggered Azure OpenAI's content management policy." }],
    ['OpenAI', { message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.' }],
    ['OpenAI Responses', { message: 'Limited access to this content.', code: 'invalid_prompt' }],
    ['Anthropic', { message: 'Output blocked by content filtering policy', type: 'invalid_request_error' }],
    ['DeepSeek', { message: 'Content Exists Risk', type: 'invalid_request_error', code: 'invalid_request_error' }],
    ['DashScope', { message: 'Input text data may contain inappropriate content.', code: 'data_inspection_failed' }],
    ['Kimi', { message: 'The request was rejected because it was considered high risk', type: 'content_filter' }],
    ['GLM', { message: '系统检测到输入或生成内容可能包含不安全或敏感内容' }],
    ['GLM by its code', { message: 'x', code: '1301' }],
    ['MiniMax', { message: 'input new_sensitive', code: 1026 }],
    ['LiteLLM', { message: 'litellm.BadRequestError', type: 'ContentPolicyViolationError' }],
  ] as const)
    it(`reads of ${server} that a filter blocks the request, before and in a stream, and does not try again`, () => {
      for (const status of [400, 403]) {
        const failure = failureFromError({ status, error }, context);
        assert.deepEqual([failure.code, failure.retryable], ['blocked', false]);
      }
      assert.equal(failureInStream(error, context).code, 'blocked');
    });

  it('reads of an editor model that a filter blocks the request', () => {
    const message = 'Sorry, the response was filtered by the Responsible AI Service. Please rephrase your prompt.';
    for (const error of [new Error(message), Object.assign(new Error(message), { code: 'Blocked' })])
      assert.equal(failureFromEditor(error).code, 'blocked');
  });

  for (const [server, status, message] of [
    ['OpenAI', 429, 'Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 35000.'],
    ['Groq', 413, 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000'],
    ['Anthropic', 413, 'Request exceeds the maximum size'],
    ['a proxy', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>'],
  ] as const)
    it(`reads of ${server} that a request is larger than any limit lets through, and does not try again`, () => {
      const error = { message, type: 'tokens', code: 'rate_limit_exceeded' };
      const failure = failureFromError({ status, error }, context);
      assert.deepEqual([failure.code, failure.retryable], ['context-full', false]);
    });

  it('takes limits of a minute and of a reply for what they are', () => {
    const codeOf = (status: number, message: string) => failureFromError({ status, error: { message } }, context).code;
    assert.equal(codeOf(429, 'Rate limit reached on tokens per minute: limit 6000, used 5000'), 'rate-limited');
    assert.equal(codeOf(400, 'max_tokens is too large: this model supports at most 16384'), 'bad-request');
    assert.equal(codeOf(400, 'The number of images exceeds the limit of 20'), 'bad-request');
    assert.equal(codeOf(400, 'Name of the tool exceeds the maximum allowed length of 64'), 'bad-request');
  });

  it('waits as long as a server says in words, before and in a stream, unless a header says it', () => {
    const error = { message: 'Rate limit reached. Please try again in 2.5s.', code: 'rate_limit_exceeded' };
    const waitOf = (headers: Record<string, string>) =>
      failureFromError({ status: 429, error, headers: new Headers(headers) }, context).retryAfterMs;
    assert.equal(waitOf({}), 2_500);
    assert.equal(waitOf({ 'retry-after': '7' }), 7_000);
    assert.equal(failureInStream(error, context).retryAfterMs, 2_500);
    const lasting = { status: 400, error: { message: 'No such file. Please try again in 2.5s.' } };
    assert.equal(failureFromError(lasting, context).retryAfterMs, undefined);
  });

  for (const code of ['tool_use_failed', 'output_parse_failed'])
    it(`tries again after ${code} of Groq: the model wrote a call that is none`, () => {
      const error = { message: 'Failed to call a function.', type: 'invalid_request_error', code, status_code: 400 };
      for (const failure of [failureFromError({ status: 400, error }, context), failureInStream(error, context)])
        assert.deepEqual([failure.code, failure.retryable], ['server-error', true]);
    });

  it('says of an https address without TLS which one to try, and that waiting does not help', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const error = await fetch(`https://127.0.0.1:${port}/v1`).catch(reason => reason);
      const { code, message, retryable } = failureFromError(error, context);
      assert.deepEqual([code, retryable], ['unreachable', false]);
      assert.equal(message, 'no TLS is spoken there: begin the address of the server, or of a proxy, with http://');
    } finally {
      server.close();
    }
  });

  it('names the innermost cause, also of several tried addresses', () => {
    const tried = Object.assign(new Error(''), {
      errors: [new Error('connect ECONNREFUSED ::1:1'), new Error('other')],
    });
    assert.equal(
      failureFromError(Object.assign(new Error('x'), { cause: tried }), context).message,
      'connect ECONNREFUSED ::1:1',
    );
    const loop: { cause?: unknown; message: string } = { message: 'loop' };
    loop.cause = loop;
    assert.equal(failureFromError(loop, context).message, 'loop');
  });

  const worded: [body: object, message: string, code: string][] = [
    [{ statusCode: 429, error: 'Too Many Requests', message: 'wait a minute' }, 'wait a minute', 'rate-limited'],
    [
      { status: 400, error: 'Bad Request', message: 'the prompt is too long' },
      'the prompt is too long',
      'context-full',
    ],
    [{ error: 'insufficient_quota', message: 'top up' }, 'top up', 'quota'],
    [{ error: 'invalid_api_key', detail: 'no such key' }, 'no such key', 'auth'],
    [{ error: true, msg: 'no such model' }, 'no such model', 'server-error'],
    [{ success: false, errors: [{ code: 7003, message: 'no route' }] }, 'no route', 'server-error'],
    [{ error: 'model x not found' }, 'model x not found', 'server-error'],
  ];
  for (const [body, message, code] of worded) {
    it(`finds what the server says in ${JSON.stringify(body)}, refused or with status 200`, () => {
      const refused = failureFromError(new HttpRefused(500, { get: () => null }, JSON.stringify(body)), context);
      assert.equal(refused.message, message);
      const failure = failureInStream(errorIn(body), context);
      assert.deepEqual([failure.message, failure.code], [message, code]);
    });
  }

  const spent: readonly (readonly [server: string, status: number, body: object])[] = [
    ['Zhipu', 429, { error: { code: '1113', message: '您的账户已欠费，请充值后重试' } }],
    [
      'xAI',
      403,
      {
        code: 'The caller does not have permission to execute the specified operation',
        error:
          "Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai.",
      },
    ],
    ['a server without licenses', 403, { error: { message: 'This team has no credits or licenses' } }],
    ['a prepaid server', 403, { error: { message: 'Your prepaid credits have been exhausted' } }],
    ['BigModel', 429, { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }],
    [
      'Gemini, by the day',
      429,
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota.',
          status: 'RESOURCE_EXHAUSTED',
          details: [
            { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
            { retryDelay: '34s' },
          ],
        },
      },
    ],
  ];
  for (const [server, status, body] of spent)
    it(`reads of ${server} that nothing is left to spend, and does not try again`, () => {
      const refused = failureFromError(new HttpRefused(status, { get: () => null }, JSON.stringify(body)), context);
      assert.deepEqual([refused.code, refused.retryable], ['quota', false]);
    });

  const inStream: [body: unknown, code: string, retryable: boolean][] = [
    [{ message: 'x' }, 'server-error', true],
    ['overloaded', 'server-error', true],
    ['Unexpected endpoint or method. (POST /chat/completions)', 'bad-request', false],
    [{ message: 'Unknown request URL: POST /chat' }, 'bad-request', false],
    ['Cannot POST /v1/chat', 'bad-request', false],
    [{ message: 'The endpoint was not found' }, 'bad-request', false],
    [{ message: 'x', code: 429 }, 'rate-limited', true],
    [{ message: 'x', code: '503' }, 'server-error', true],
    [{ message: 'x', code: 'insufficient_quota' }, 'quota', false],
    [{ message: 'x', type: 'rate_limit_error' }, 'rate-limited', true],
    [{ message: 'x', type: 'invalid_request_error' }, 'bad-request', false],
    [{ message: 'x', type: 'constructor' }, 'server-error', true],
  ];
  for (const [body, code, retryable] of inStream) {
    it(`reads ${JSON.stringify(body)} inside a stream as ${code}`, () => {
      const failure = failureInStream(body, context);
      assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
    });
  }

  it('reads Retry-After in all its forms and never as a negative time', () => {
    const read = (headers: Record<string, string>, now = 0) => parseRetryAfter(new Headers(headers), now);
    assert.equal(read({ 'Retry-After': '2.5' }), 2_500);
    assert.equal(read({ 'Retry-After': '-3' }), 0);
    assert.equal(read({ 'Retry-After': '9', 'retry-after-ms': '20' }), 20);
    assert.equal(read({ 'Retry-After': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 4_000), 5_000);
    assert.equal(read({ 'Retry-After': 'Thu, 01 Jan 1970 00:00:09 GMT' }, 10_000), 0);
    assert.equal(read({ 'Retry-After': '' }), undefined);
    assert.equal(read({}), undefined);
  });

  it('takes an absurd Retry-After for 30 days', () => {
    const read = (value: string) => parseRetryAfter(new Headers({ 'Retry-After': value }), 0);
    assert.equal(read('99999999999999'), 30 * 24 * 3_600_000);
    assert.equal(read('Fri, 31 Dec 9999 23:59:59 GMT'), 30 * 24 * 3_600_000);
  });

  it('hides secrets and what looks like a key', () => {
    assert.equal(redact('a topsecret b', ['topsecret', '']), 'a [key] b');
    assert.equal(redact('sk-proj-abcdefghijkl, Bearer abcdefghijk', []), '[key], Bearer [key]');
    assert.equal(redact('task-sk is no key', []), 'task-sk is no key');
  });

  it('knows a refusal and a page by their shape, whatever bundle they come from', () => {
    const refused = { status: 401, headers: new Headers(), body: '{"error":{"message":"no such key"}}' };
    assert.equal(failureFromError({ cause: refused }, context).message, 'no such key');
    const page = { page: '<title>Home</title>' };
    assert.match(failureFromError(page, context).message, /a page instead of an answer: Home$/);
  });

  it('says where a redirect leads that was not followed', () => {
    const headers = new Headers({ location: 'https://me:word@elsewhere.test/v1/chat?token=abc' });
    const failure = failureFromError(new HttpRefused(302, headers, '<a href="…">Found</a>'), context);
    assert.deepEqual(failure, {
      code: 'bad-request',
      message:
        'the server redirects to https://elsewhere.test/v1/chat: if you trust that address, set it as the base URL',
      status: 302,
      retryable: false,
    });
    assert.equal(failureFromError(new HttpRefused(304, new Headers(), ''), context).message, 'HTTP 304');
  });

  it('shortens a long message', () => {
    assert.ok(failureFromError('x'.repeat(10_000), context).message.length < 600);
  });
});

/** What Node says of a header that cannot be sent. */
function headerError(value: string): unknown {
  try {
    return new Headers({ authorization: value });
  } catch (error) {
    return error;
  }
}
