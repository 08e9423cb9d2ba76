// Answers of servers that go beyond their limits: bounded memory, one clear failure (SPEC 18.8).
import assert from 'node:assert/strict';
import { boundEvents, limitAnswers } from '../../src/llm/failures/limit-events.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { MAX_EVENT_BYTES, MAX_REPLY_CHARACTERS } from '../../src/llm/reply/reply-limits.ts';
import { httpOf } from '../support/http-of.ts';
import { deltaFrame, doneFrame, finishFrame } from '../support/mock-reply.ts';
import { collect } from './collect.ts';

/** A server whose answers are these pieces; notes how many of them were taken and whether the rest was given up. */
function serverOf(pieces: Iterable<string>, type = 'text/event-stream') {
  const seen = { taken: 0, isCancelled: false };
  const iterator = pieces[Symbol.iterator]();
  const encoder = new TextEncoder();
  const answer: typeof fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const { done, value } = iterator.next();
          if (done) return controller.close();
          seen.taken += 1;
          controller.enqueue(encoder.encode(value));
        },
        cancel() {
          seen.isCancelled = true;
        },
      }),
      { headers: { 'content-type': type } },
    );
  return { seen, fetch: answer };
}

/** Reads a stream of these pieces, as `event-stream.ts` does. */
function readEvents(pieces: readonly string[], maxBytes: number): void {
  const bound = boundEvents(maxBytes);
  for (const piece of pieces) bound(new TextEncoder().encode(piece));
}

function* forever(first: string, piece: string): Generator<string> {
  yield first;
  for (;;) yield piece;
}

const megabyte = 'x'.repeat(2 ** 20);

describe('the limit of events', () => {
  it('lets any number of small events pass, however they are cut', () => {
    const text = 'data: 1\n\ndata: 22\r\n\r\ndata: 333\n\n'.repeat(20);
    for (const size of [1, 2, 3, 7, 1000]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      assert.doesNotThrow(() => readEvents(pieces, 20 + size));
    }
  });

  const tooLarge = /^TooLarge: the server sent more than 0 MB in one event$/;
  const refused: [what: string, pieces: readonly string[]][] = [
    ['a line', ['data: ', 'x'.repeat(60), 'x'.repeat(60)]],
    ['an event of many lines', Array<string>(20).fill('data: x\r\n')],
  ];
  for (const [what, pieces] of refused)
    it(`refuses ${what} beyond it`, () => assert.throws(() => readEvents(pieces, 100), tooLarge));

  it('refuses an answer that is not streamed beyond it', async () => {
    const { fetch } = serverOf(Array<string>(20).fill('{}\n\n\n\n\n'), 'application/json');
    await assert.rejects((await limitAnswers(fetch, 100)('http://a')).text(), tooLarge);
  });
});

describe('a generation of a model server', () => {
  const providerOf = (fetch: typeof globalThis.fetch) =>
    createOpenAiProvider({
      id: 'openai',
      baseUrl: 'http://model/v1',
      model: 'm',
      http: httpOf(fetch),
      lingerMs: 60_000,
    });

  for (const type of ['text/event-stream', 'application/json'])
    it(`ends when one event of ${type} has no end`, async () => {
      const server = serverOf(forever('data: {"choices":[{"delta":{"content":"', megabyte), type);
      const events = await collect(providerOf(server.fetch));
      assert.deepEqual(events, [
        {
          kind: 'failed',
          failure: { code: 'too-large', message: 'the server sent more than 16 MB in one event', retryable: false },
        },
      ]);
      assert.ok(server.seen.taken <= MAX_EVENT_BYTES / megabyte.length + 4, String(server.seen.taken));
      assert.equal(server.seen.isCancelled, true);
    });

  it('ends when the arguments of its tool calls have no end', async () => {
    const fragment = (args: string) =>
      deltaFrame({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: args } }] });
    const server = serverOf(forever(fragment('"'), fragment(megabyte)));
    const stream = providerOf(server.fetch).stream(
      { prompt: { messages: [], tools: [] }, origin: { rootId: 'r', selfId: 'r', agentId: 'a', course: 1 }, marks: [] },
      new AbortController().signal,
    );
    const ends: LlmEvent[] = [];
    for await (const event of stream) if (event.kind !== 'toolCallPart') ends.push(event);
    assert.deepEqual(
      ends.map(event => event.kind === 'failed' && event.failure.code),
      ['too-large'],
    );
    assert.ok(server.seen.taken <= MAX_REPLY_CHARACTERS / megabyte.length + 4, String(server.seen.taken));
  });

  it('takes a tool call of a megabyte in one event', async () => {
    const call = deltaFrame({
      tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: JSON.stringify(megabyte) } }],
    });
    const { fetch } = serverOf([call, finishFrame('tool_calls'), doneFrame]);
    const events = await collect(providerOf(fetch));
    assert.deepEqual(
      events.map(event => (event.kind === 'toolCall' ? event.args.length : event.kind)),
      ['toolCallPart', megabyte.length + 2, 'finished'],
    );
  });
});
