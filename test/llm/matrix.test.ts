// What holds for every provider, over real HTTP against mock servers that refuse what the real ones refuse.
import assert from 'node:assert/strict';
import type { ChatMessage, Usage } from '../../src/core/base/chat.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/provider.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf, transcript } from './collect.ts';
import { type WireFormat, wireFormats } from './wires.ts';

/** The usage that a server tells before the end of its reply. */
const countedEarly: Readonly<Record<string, Usage>> = {
  anthropic: { promptTokens: 7, completionTokens: 1, cachedTokens: 3 },
};

for (const [name, wire] of Object.entries(wireFormats)) {
  describe(`the provider ${name}`, () => {
    let server: MockServer;
    let replies: MockReply[] = [];
    before(async () => {
      server = await startMockServer({
        respond({ body }) {
          const why = wire.refuses(body);
          if (why !== undefined) return { status: 400, body: { error: { message: why } } };
          return replies.shift() ?? { status: 400, body: { error: { message: 'no reply' } } };
        },
      });
    });
    after(() => server.close());

    function start(next: MockReply[], apiKey = 'a-key-of-mine'): LlmProvider {
      replies = next;
      return wire.make({
        id: name,
        baseUrl: wire.baseUrl(server.baseUrl),
        apiKey,
        model: 'gpt-5-mock',
        lingerMs: 60_000,
      });
    }
    const request = (messages: readonly ChatMessage[], more: Partial<LlmRequest> = {}): LlmRequest => {
      const tools = [{ name: 'f', description: 'does f', parameters: { type: 'object', properties: {} } }];
      return { ...requestOf(more), prompt: { messages, tools } };
    };
    const begun: readonly ChatMessage[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hello' },
    ];

    it('gives text, with the tokens that were counted', async () => {
      const told: Usage[] = [];
      const counted = (usage: Usage) => told.push(usage);
      const frames = wire.frames({ say: 'Hi 🙂' });
      const events = await collect(start([{ frames, writeSize: 7 }]), request(begun, { counted }));
      assert.deepEqual(transcript(events), ['saying: Hi 🙂', 'finished stop']);
      const last = events.at(-1);
      const usage = { promptTokens: 7, completionTokens: 5, cachedTokens: 3 };
      assert.deepEqual(last?.kind === 'finished' && last.usage, usage);
      assert.deepEqual(told.at(-1), usage);
      assert.equal(last?.kind === 'finished' && last.model, 'mock-model');
    });

    it('gives thinking before what is said', async () => {
      const events = await collect(start([{ frames: wire.frames({ think: 'hm', say: 'Hi' }) }]), request(begun));
      assert.deepEqual(transcript(events), ['thinking: hm', 'saying: Hi', 'finished stop']);
    });

    for (const count of [1, 3]) {
      it(`gives ${count} tool call${count > 1 ? 's at once' : ''}, and its own parts and ids go back to the server`, async () => {
        const calls = Array.from({ length: count }, (_, at) => ({ id: `call_${at}`, name: 'f', args: { n: at } }));
        const provider = start([
          { frames: wire.frames({ think: 'hm', calls }) },
          { frames: wire.frames({ say: 'done' }) },
        ]);
        const events = await collect(provider, request(begun));
        assert.deepEqual(transcript(events), [
          'thinking: hm',
          ...calls.map(({ id, args }) => `call ${id} f ${JSON.stringify(args)}`),
          'finished tool-calls',
        ]);
        assert.deepEqual(transcript(await collect(provider, request([...begun, ...resultsOf(events)]))), [
          'saying: done',
          'finished stop',
        ]);
      });
    }

    for (const tool of ['functions.read file<|channel|>', '7zip', `read_${'x'.repeat(80)}`, '读取'])
      it(`sends back a call of ${tool.slice(0, 30)}, which no model can be offered, under a name that the server takes`, async () => {
        const calls = [{ id: 'call_0', name: tool, args: {} }];
        const provider = start([
          { frames: wire.frames({ think: 'hm', calls }) },
          { frames: wire.frames({ say: 'done' }) },
        ]);
        const events = await collect(provider, request(begun));
        assert.ok(events.some(event => event.kind === 'toolCall' && event.name === tool));
        const next = await collect(provider, request([...begun, ...resultsOf(events)]));
        assert.deepEqual(transcript(next), ['saying: done', 'finished stop']);
      });

    it('hides its key in the arguments of a tool call, and leaves a name out that has it', async () => {
      const key = 'sk-test-0123456789abc';
      const calls = [{ id: 'c1', name: `write_${key}`, args: { text: key } }];
      const events = await collect(start([{ frames: wire.frames({ calls }) }], key), request(begun));
      assert.deepEqual(transcript(events), ['call c1 unnamed {"text":"[key]"}', 'finished tool-calls']);
    });

    it('sends an image, or words in its place', async () => {
      const provider = start([{ frames: wire.frames({ say: 'a' }) }, { frames: wire.frames({ say: 'b' }) }]);
      const image = { name: 'a.png', type: 'image/png', bytes: 3, file: 'a.png' } as never;
      const seen: ChatMessage[] = [{ role: 'user', content: 'look', images: [image] }];
      const source = (taken: boolean) => ({ taken, read: () => new Uint8Array([1, 2, 3]), inWords: () => 'in words' });
      await collect(provider, request(seen, { images: source(true) }));
      const events = await collect(provider, request(seen, { images: source(false) }));
      const last = events.at(-1);
      assert.equal(last?.kind === 'finished' && last.imagesLeftOut, 1);
      const [withImage, inWords] = server.requests.slice(-2).map(({ body }) => body);
      assert.deepEqual([wire.hasImage(withImage), wire.hasImage(inWords)], [true, false]);
      assert.match(JSON.stringify(inWords), /in words/);
    });

    it('sends no half of a character, which servers refuse as broken JSON', async () => {
      const said: ChatMessage[] = [{ role: 'user', content: 'a 😀 \ud83d\ud83d "\\ud83d" \ude00' }];
      await collect(start([{ frames: wire.frames({ say: 'a' }) }]), request(said));
      const sent = JSON.stringify(server.requests.at(-1)?.body);
      assert.ok(sent.includes(JSON.stringify('a 😀 \ufffd\ufffd "\\ud83d" \ufffd').slice(1, -1)), sent);
    });

    it('keeps what was said of a stream that is cut, and fails so that it can be tried again', async () => {
      const frames = wire.frames({ say: 'half', calls: [{ id: 'c', name: 'f', args: {} }] });
      const cutAfter = frames.findIndex(each => each.includes('half')) + 1;
      const events = await collect(start([{ frames, cutAfter }]), request(begun));
      assert.deepEqual(transcript(events), ['saying: half', 'failed unreachable, retryable']);
    });

    it('tells what was counted before a stream is cut, where the server says so that early', async () => {
      const frames = wire.frames({ say: 'half' });
      const cutAfter = frames.findIndex(each => each.includes('half')) + 1;
      const told: Usage[] = [];
      await collect(start([{ frames, cutAfter }]), request(begun, { counted: usage => told.push(usage) }));
      assert.deepEqual(told.at(-1), countedEarly[name]);
    });

    it('fails in the words of the server when it refuses, and asks once', async () => {
      const refused = { status: 401, body: { error: { message: 'no such key a-key-of-mine' } } };
      const before = server.requests.length;
      const [failed] = await collect(start([refused]), request(begun));
      assert.equal(failed?.kind === 'failed' && failed.failure.code, 'auth');
      assert.match(
        (failed?.kind === 'failed' && failed.failure.message) || '',
        /^no such key \[key\] \(asked with the key/,
      );
      assert.equal(server.requests.length, before + 1);
    });

    it('reads when to ask again', async () => {
      const [failed] = await collect(start([{ status: 429, headers: { 'retry-after': '7' } }]), request(begun));
      assert.deepEqual(failed?.kind === 'failed' && [failed.failure.code, failed.failure.retryAfterMs], [
        'rate-limited',
        7_000,
      ]);
    });

    it('fails in the words of the server when an error comes in the stream', async () => {
      const frames = [...upTo(wire, 'half'), wire.errorFrame];
      const events = await collect(start([{ frames }]), request(begun));
      assert.deepEqual(transcript(events), ['saying: half', 'failed server-error, retryable']);
      const last = events.at(-1);
      assert.match((last?.kind === 'failed' && last.failure.message) || '', /Overloaded/);
    });

    it('stops within the stream, and before the server answers', async () => {
      const endless = new Promise(() => undefined);
      const provider = start([{ frames: [...upTo(wire, 'a'), endless] }, { before: endless }]);
      const stop = new AbortController();
      const kinds: string[] = [];
      for await (const event of provider.stream(request(begun), stop.signal)) {
        kinds.push(event.kind);
        if (event.kind === 'chunk') stop.abort();
      }
      assert.deepEqual(kinds, ['segmentStarted', 'chunk']);
      await server.requests.at(-1)?.closed;
      const early = new AbortController();
      const arrived = server.arrived(server.requests.length + 1);
      const nothing = collect(provider, request(begun), early.signal);
      await arrived;
      early.abort();
      assert.deepEqual(await nothing, []);
      await server.requests.at(-1)?.closed;
    });

    it('gives the request up when its reader leaves', async () => {
      const provider = start([{ frames: [...upTo(wire, 'a'), new Promise(() => undefined)] }]);
      for await (const event of provider.stream(request(begun), new AbortController().signal)) {
        if (event.kind === 'chunk') break;
      }
      await server.requests.at(-1)?.closed;
    });
  });
}

/** The frames of a reply up to its text. */
function upTo(wire: WireFormat, say: string): readonly string[] {
  const frames = wire.frames({ say });
  return frames.slice(0, frames.findIndex(each => each.includes(`"${say}"`)) + 1);
}

/** The answer as it comes back in the next request, under ids of the dialog's own, with a result for each call. */
function resultsOf(events: readonly LlmEvent[]): readonly ChatMessage[] {
  const last = events.at(-1);
  const back = (last?.kind === 'finished' && last.back) || assert.fail('nothing to bring back');
  const calls = events.flatMap((event, at) => (event.kind === 'toolCall' ? { ...event, id: `0own-${at}-id` } : []));
  const toolCalls = calls.map(({ id, name, args }) => ({ id, name, args }));
  return [
    { role: 'assistant', content: '', toolCalls, back: { ...back, ...(back.withThought && { thought: 'hm' }) } },
    ...calls.map(({ id }): ChatMessage => ({ role: 'tool', toolCallId: id, content: 'result' })),
  ];
}
