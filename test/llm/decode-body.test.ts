// Answers of model servers in a content encoding that nothing asked for.
import assert from 'node:assert/strict';
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { createHttpClient } from '../../src/llm/http/http-client.ts';
import { bareServers } from '../support/bare-servers.ts';
import { collect, transcript } from './collect.ts';
import { wireFormats } from './wires.ts';

const { fetch: ask, post } = createHttpClient();

/** Both ways of asking, as text. */
const ways: Readonly<Record<string, (url: string, signal?: AbortSignal) => Promise<string>>> = {
  fetch: async (url, signal) => (await ask(url, { method: 'POST', ...(signal && { signal }) })).text(),
  async post(url, signal = new AbortController().signal) {
    const { body } = await post({ url: new URL(url), headers: {}, body: [], signal });
    let text = '';
    for (let piece = await body.read(); !piece.done; piece = await body.read()) text += String(piece.value);
    return text;
  },
};

describe('an answer in a content encoding', () => {
  const { serve } = bareServers();

  const encoded: readonly [encoding: string, body: Uint8Array][] = [
    ['gzip', gzipSync('hello')],
    ['X-GZIP', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['identity', Buffer.from('hello')],
  ];
  for (const [way, textOf] of Object.entries(ways)) {
    it(`is decoded by ${way}, with any status`, async () => {
      for (const [encoding, body] of encoded) {
        for (const status of [200, 503]) {
          const base = await serve((_, response) => {
            response.writeHead(status, { 'content-encoding': encoding }).end(body);
          });
          assert.equal(await textOf(base), 'hello', encoding);
        }
      }
    });

    it(`ends with its connection by ${way}, when the request is given up`, async () => {
      const gone = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const base = await serve((_, response) => {
        response.on('close', gone.resolve);
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .write(gzipSync('hello').subarray(0, 12), () => begun.resolve());
      });
      const leave = new AbortController();
      const text = textOf(base, leave.signal);
      await begun.promise;
      leave.abort(new Error('enough'));
      await assert.rejects(text);
      await gone.promise;
    });

    it(`fails by ${way} when it is not in that encoding, or in one that is not known`, async () => {
      const base = await serve(({ url }, response) => {
        response.writeHead(200, { 'content-encoding': url === '/unknown' ? 'sdch' : 'gzip' }).end('hello');
      });
      await assert.rejects(textOf(base), { code: 'Z_DATA_ERROR' });
      await assert.rejects(textOf(`${base}/unknown`), /an encoding that is not known: sdch/);
    });
  }

  it('without a body has none', async () => {
    const base = await serve((_, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
    const { status, body } = await ask(base);
    assert.deepEqual([status, body], [204, null]);
  });

  for (const [name, wire] of Object.entries(wireFormats)) {
    const provider = (base: string) =>
      wire.make({ id: name, baseUrl: wire.baseUrl(`${base}/v1`), model: 'gpt-5-mock', lingerMs: 60_000 });

    it(`is streamed by the provider ${name} as it comes`, async () => {
      const said = Promise.withResolvers<void>();
      const base = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
        const zip = createGzip({ flush: constants.Z_SYNC_FLUSH });
        zip.pipe(response);
        const frames = wire.frames({ say: 'Hi' });
        const at = frames.findIndex(frame => frame.includes('"Hi"')) + 1;
        zip.write(frames.slice(0, at).join(''));
        void said.promise.then(() => zip.end(frames.slice(at).join('')));
      });
      const provided = provider(base);
      const heard: typeof provided = {
        ...provided,
        async *stream(...asked) {
          for await (const event of provided.stream(...asked)) {
            if (event.kind === 'chunk') said.resolve();
            yield event;
          }
        },
      };
      assert.deepEqual(transcript(await collect(heard)), ['saying: Hi', 'finished stop']);
    });

    it(`fails in plain words by the provider ${name} when it is broken`, async () => {
      const base = await serve(({ url }, response) => {
        const encoding = url?.includes('unknown') ? 'sdch' : 'gzip';
        response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding }).end('data: {}');
      });
      const failures = [];
      for (const address of [base, `${base}/unknown`]) {
        const [event] = await collect(provider(address));
        failures.push(event?.kind === 'failed' && [event.failure.message, event.failure.retryable]);
      }
      assert.deepEqual(failures, [
        ["the server's answer could not be decompressed: incorrect header check", true],
        ['the server sent its answer in an encoding that is not known: sdch', false],
      ]);
    });
  }
});
