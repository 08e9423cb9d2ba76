// Streams of generateContent as servers and gateways send them (SPEC 10.7).
import assert from 'node:assert/strict';
import { createGeminiProvider } from '../../src/llm/gemini/gemini-provider.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { frame, type MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, transcript } from './collect.ts';

const chunk = (parts: readonly object[], more: object = {}) => ({ candidates: [{ content: { parts }, ...more }] });
const text = (said: string, more: object = {}) => chunk([{ text: said }], more);
const stop = { finishReason: 'STOP' };
const callPart = { functionCall: { id: 'c1', name: 'f', args: { n: 1 } } };
const call = chunk([callPart]);

describe('an answer of Gemini', () => {
  let server: MockServer;
  let replies: readonly MockReply[] = [];
  beforeEach(async () => {
    server = await startMockServer({ respond: () => replies[server.requests.length - 1] ?? { status: 400 } });
  });
  afterEach(() => server.close());

  async function answered(...next: readonly MockReply[]): Promise<readonly LlmEvent[]> {
    replies = next;
    const baseUrl = server.baseUrl.replace(/v1$/, 'v1beta');
    return collect(createGeminiProvider({ id: 'gemini', baseUrl, apiKey: 'my-own-key', model: 'gemini-3' }));
  }

  async function failureOf(...next: readonly MockReply[]) {
    const last = (await answered(...next)).at(-1);
    return (last?.kind === 'failed' && last.failure) || assert.fail('the answer is no failure');
  }

  const whole = ['saying: AAA BBB ', 'call c1 f {"n":1}', 'finished tool-calls'];
  const streams: readonly [what: string, frames: readonly string[]][] = [
    ['have an id, a name or a delay before their data', ['id: 2\n', 'event: message\n', 'retry: 100\n']],
    ['follow a comment without an empty line', [': OPENROUTER PROCESSING\n', ':\n', ': keep-alive\n']],
    ['follow empty data', ['data:\n\n', 'data: \n\n', 'event: ping\ndata:\n\n']],
    ['follow a named ping', ['event: ping\ndata: {}\n\n', 'event: ping\n\n', '\n']],
  ];
  for (const [what, before] of streams)
    it(`is whole when its events ${what}`, async () => {
      const chunks = [text('AAA '), text('BBB '), call, text('', stop)];
      const frames = chunks.map((each, at) => (before[at % before.length] ?? '') + frame(each));
      assert.deepEqual(transcript(await answered({ frames, writeSize: 9 })), whole);
    });

  const pretty = JSON.stringify([text('AAA '), text('BBB '), call, text('', stop)], null, 2);
  const forms: readonly [what: string, reply: MockReply][] = [
    [
      'with data over many lines',
      { frames: [lines(text('AAA ')), lines(text('BBB ')), lines(call), lines(text('', stop))] },
    ],
    [
      'without an empty line at the end',
      { frames: [frame(text('AAA BBB ')), frame(call), frame(text('', stop)).trimEnd()] },
    ],
    ['as a list', { body: pretty }],
    ['as a list on one line', { body: [text('AAA '), text('BBB '), call, text('', stop)] }],
    ['as one document', { body: chunk([{ text: 'AAA BBB ' }, callPart], stop) }],
  ];
  for (const [what, reply] of forms)
    it(`is read ${what}`, async () => assert.deepEqual(transcript(await answered(reply)), whole));

  it('that is a page says so, and that waiting does not help', async () => {
    const page = '<html><head><title>Open WebUI</title></head></html>';
    const { code, message, retryable } = await failureOf({ body: page, headers: { 'content-type': 'text/html' } });
    assert.deepEqual([code, retryable], ['bad-request', false]);
    assert.match(message, /^the server sent a page instead of an answer: Open WebUI \(asked at http/);
  });

  const quota = { code: 429, message: 'You exceeded your quota', status: 'RESOURCE_EXHAUSTED' };
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '600s' }];
  it('that breaks off for a limit keeps the time to wait', async () => {
    const failure = await failureOf({ frames: [frame(text('x')), frame({ error: { ...quota, details } })] });
    assert.deepEqual(failure, {
      code: 'rate-limited',
      message: 'You exceeded your quota',
      status: 429,
      retryable: true,
      retryAfterMs: 600_000,
    });
  });

  const denied = { error: { code: 403, message: 'Permission denied on X.', status: 'PERMISSION_DENIED' } };
  const errors: readonly [what: string, reply: MockReply][] = [
    ['in the stream', { frames: [frame(text('x')), frame(denied)] }],
    ['as a document', { body: denied }],
    ['in a list', { body: [denied] }],
    ['at the end of a list', { body: [text('x'), denied] }],
  ];
  for (const [what, reply] of errors)
    it(`that is an error ${what} says it in the words of the server`, async () => {
      const { code, message } = await failureOf(reply);
      assert.deepEqual([code, message], ['auth', 'Permission denied on X.']);
    });

  it('to a blocked prompt says why, and that waiting does not help', async () => {
    const blocked = { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'It names a forbidden thing.' };
    assert.deepEqual(await failureOf({ frames: [frame({ promptFeedback: blocked })] }), {
      code: 'blocked',
      message: 'the server blocked the prompt (PROHIBITED_CONTENT): It names a forbidden thing.',
      retryable: false,
    });
  });

  it('that broke off is not waited for when the connection stays open', async () => {
    const broken = chunk([], { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'no JSON' });
    const { code, message } = await failureOf({ frames: [frame(broken), new Promise(() => undefined)] });
    assert.deepEqual(
      [code, message],
      ['unreachable', 'the server broke the answer off (MALFORMED_FUNCTION_CALL): no JSON'],
    );
  });

  it('that the server ends early with a token is continued by the next request', async () => {
    const early = { finishReason: 'CONTINUATION', continuationToken: 'dG9rZW4=' };
    const events = await answered({ frames: [frame(text('AAA ', early))] }, { frames: [frame(text('BBB', stop))] });
    assert.deepEqual(transcript(events), ['saying: AAA BBB', 'finished stop']);
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
    assert.doesNotMatch(first ?? '', /dG9rZW4=/);
    assert.match(second ?? '', /dG9rZW4=/);
  });
});

/** An event whose data is spread over lines. */
function lines(value: unknown): string {
  const data = JSON.stringify(value, null, 1).replaceAll('\n', '\ndata: ');
  return `data: ${data}\n\n`;
}
