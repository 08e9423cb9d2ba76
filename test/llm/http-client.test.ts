// Requests to model servers over Node's own HTTP client: no hidden limits of time, redirects, cancelling (SPEC 10.8).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { serverProviders } from '../../src/core/team/providers.ts';
import { createHttpClient, type HttpAnswer } from '../../src/llm/http/http-client.ts';
import { createHttpProvider } from '../../src/llm/http-providers.ts';
import { bareServers } from '../support/bare-servers.ts';
import { httpOf } from '../support/http-of.ts';
import { collect, requestOf } from './collect.ts';

const { fetch: ask, post } = createHttpClient();

describe('requests to model servers', () => {
  const { serve } = bareServers();

  it('share a connection that is probed after a minute of silence, as long as it lives', async () => {
    const base = await serve((_, response) => void response.end('yes'));
    const asked = mock.method(Socket.prototype, 'setKeepAlive');
    try {
      for (let count = 0; count < 3; count++) assert.equal(await (await ask(base)).text(), 'yes');
      assert.deepEqual(
        asked.mock.calls.map(({ arguments: args }) => args),
        [[true, 60_000]],
      );
    } finally {
      asked.mock.restore();
    }
  });

  it('outlast the limits of the built-in fetch, before the first byte and between two', async () => {
    const answers = new Map<string, ServerResponse>();
    const base = await serve((request, response) => {
      answers.set(`${request.url}`, response);
      if (request.url?.startsWith('/begun')) response.writeHead(200).write('one ');
    });
    await withShortLimits(async () => {
      const late = ask(`${base}/late`);
      const begun = (await ask(`${base}/begun`)).text();
      const given = await Promise.allSettled([
        fetch(`${base}/late-too`),
        fetch(`${base}/begun-too`).then(response => response.text()),
      ]);
      assert.deepEqual(
        given.map(each => each.status === 'rejected' && each.reason.cause.code),
        ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
      );
      answers.get('/late')?.end('at last');
      answers.get('/begun')?.end('two');
      assert.deepEqual([await (await late).text(), await begun], ['at last', 'one two']);
    });
  });

  for (const [what, model] of [
    ['an answer', 'm'],
    ['the list of models', undefined],
  ] as const)
    it(`are given up by no client package, however long ${what} takes`, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      const leave = new AbortController();
      try {
        for (const { id: type } of serverProviders) {
          const sent = Promise.withResolvers<AbortSignal | null | undefined>();
          const provider = createHttpProvider(type, {
            id: type,
            label: type,
            baseUrl: 'http://models.test/v1',
            ...(model && { model }),
            http: httpOf((_, init) => {
              sent.resolve(init?.signal);
              return new Promise(() => {});
            }),
          });
          void collect(provider, requestOf(), leave.signal);
          const signal = await sent.promise;
          mock.timers.tick(86_400_000);
          assert.equal(signal?.aborted, false, type);
        }
      } finally {
        mock.timers.reset();
        leave.abort();
      }
    });

  it('stream what comes as it comes, with status and headers', async () => {
    const next = Promise.withResolvers<void>();
    const base = await serve((request, response) => {
      response.writeHead(429, { 'x-method': `${request.method}`, 'set-cookie': ['a=1', 'b=2'] });
      response.write('one');
      void next.promise.then(() => response.end('two'));
    });
    const response = await ask(base, { method: 'POST', body: '{}', headers: { 'x-own': '1' } });
    assert.deepEqual(
      [response.status, response.headers.get('x-method'), response.headers.getSetCookie()],
      [429, 'POST', ['a=1', 'b=2']],
    );
    const reader = response.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'one');
    next.resolve();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'two');
    assert.equal((await reader?.read())?.done, true);
  });

  it('arrive as those of the built-in fetch, whatever their body is', async () => {
    const got: string[] = [];
    const base = await serve(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const { 'content-type': type = '', 'content-length': length = '', 'x-own': own = '' } = request.headers;
      const boundary = /boundary=(.*)/.exec(type)?.[1] ?? 'none';
      const all = [request.method, type, length, own, Buffer.concat(parts).toString()].join(' ');
      got.push(all.replaceAll(boundary, 'boundary').replace(/boundary \d+/, 'boundary'));
      response.end();
    });
    const form = new FormData();
    form.set('name', 'välue');
    const asked: readonly RequestInit[] = [
      {},
      { method: 'post', body: 'Grüße', headers: { 'X-Own': 'one' } },
      { method: 'POST', body: '{}', headers: new Headers({ 'content-type': 'application/json' }) },
      {
        method: 'PUT',
        body: new TextEncoder().encode('bytes'),
        headers: [
          ['x-own', 'a'],
          ['x-own', 'b'],
        ],
      },
      { method: 'POST', body: '' },
      { method: 'POST', body: form },
      { method: 'POST', body: new URLSearchParams({ a: 'b c' }) },
    ];
    for (const init of asked) {
      for (const how of [ask, fetch]) {
        await (await how(`${base}/`, init)).text();
        await (await how(new URL(`${base}/`), init)).text();
        await (await how(new Request(`${base}/`, init))).text();
      }
    }
    const ours = got.filter((_, at) => at % 6 < 3);
    assert.deepEqual(
      ours,
      got.filter((_, at) => at % 6 >= 3),
    );
    assert.equal(new Set(ours).size, asked.length);
  });

  it('use a connection again when an answer was read to its end', async () => {
    const sockets = new Set<Socket>();
    const base = await serve((request, response) => {
      sockets.add(request.socket);
      response.end('ok');
    });
    for (let n = 0; n < 3; n += 1) await (await ask(base)).text();
    assert.equal(sockets.size, 1);
  });

  it('end at once when they are cancelled, before the answer and in its middle', async () => {
    const closed: Promise<unknown>[] = [];
    const arrived = Promise.withResolvers<void>();
    const base = await serve((request, response) => {
      closed.push(once(response, 'close'));
      if (request.url === '/late') arrived.resolve();
      else response.writeHead(200).write('one');
    });
    const before = new AbortController();
    const waiting = ask(`${base}/late`, { signal: before.signal });
    await arrived.promise;
    before.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    const within = new AbortController();
    const response = await ask(base, { signal: within.signal });
    within.abort();
    await assert.rejects(response.text());
    await Promise.all(closed);
    await assert.rejects(ask(base, { signal: AbortSignal.abort(new Error('never')) }), /never/);
  });

  it('follow a redirect within a server with method and body, and none to another host or port', async () => {
    const seen: string[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(`elsewhere ${request.headers['x-api-key']}`);
      response.end('took the key');
    });
    const base = await serve(async (request, response) => {
      const body = (await request.toArray()).join('');
      seen.push(`${request.method} ${request.url} ${body}`);
      const places = new Map([
        ['/old', '/new'],
        ['/away', 'http://localhost:1/elsewhere'],
        ['/port', elsewhere],
        ['/tls', elsewhere.replace('http:', 'https:')],
        ['/round', '/round'],
      ]);
      const to = places.get(request.url ?? '');
      if (to === undefined) response.end('found');
      else response.writeHead(308, { location: to }).end();
    });
    const headers = { 'x-api-key': 'k' };
    assert.equal(await (await ask(`${base}/old`, { method: 'POST', body: 'x', headers })).text(), 'found');
    for (const path of ['/away', '/port', '/tls'])
      assert.equal((await ask(base + path, { headers })).status, 308, path);
    assert.deepEqual(seen, ['POST /old x', 'POST /new x', 'GET /away ', 'GET /port ', 'GET /tls ']);
    assert.equal((await ask(`${base}/round`)).status, 308);
  });

  it('fail with the reason of the network', async () => {
    const base = await serve((request, response) => {
      response.writeHead(200).write('one', () => request.socket.destroy());
    });
    await assert.rejects((await ask(base)).text(), /aborted|premature|reset/i);
    await assert.rejects(ask('http://127.0.0.1:1/'), { code: 'ECONNREFUSED' });
  });

  describe('with a body that is ready', () => {
    const never = new AbortController().signal;
    const send = (url: string, signal = never, body: readonly Uint8Array[] = [Buffer.from('{'), Buffer.from('}')]) =>
      post({ url: new URL(url), headers: { 'x-own': '1' }, body, signal });

    async function textOf({ body }: HttpAnswer): Promise<string> {
      let text = '';
      for (let piece = await body.read(); !piece.done; piece = await body.read()) text += String(piece.value);
      return text;
    }

    it('send its parts as one, and use the connection again', async () => {
      const sockets = new Set<Socket>();
      const base = await serve(async (request, response) => {
        sockets.add(request.socket);
        const { 'content-length': length, 'transfer-encoding': encoding, 'x-own': own } = request.headers;
        const body = (await request.toArray()).join('');
        response.end(JSON.stringify([request.method, length, encoding, own, body]));
      });
      for (const [parts, sent] of [
        [['{', 'ü', '}'], '["POST","4",null,"1","{ü}"]'],
        [['x'.repeat(300_000)], `["POST","300000",null,"1","${'x'.repeat(300_000)}"]`],
      ] as const) {
        const answer = await send(
          base,
          never,
          parts.map(part => Buffer.from(part)),
        );
        assert.equal(answer.status, 200);
        assert.equal(await textOf(answer), sent);
      }
      assert.equal(sockets.size, 1);
    });

    it('stream what comes as it comes, with status and headers', async () => {
      const next = Promise.withResolvers<void>();
      const base = await serve((_, response) => {
        response.writeHead(429, { 'Retry-After': '7' }).write('one');
        void next.promise.then(() => response.end('two'));
      });
      const { status, headers, body } = await send(base);
      assert.deepEqual([status, headers.get('retry-after'), headers.get('x-none')], [429, '7', null]);
      assert.equal(String((await body.read()).value), 'one');
      const second = body.read();
      next.resolve();
      assert.equal(String((await second).value), 'two');
      assert.equal((await body.read()).done, true);
    });

    it('end at once when they are cancelled, before the answer and in its middle', async () => {
      const closed: Promise<unknown>[] = [];
      const arrived = Promise.withResolvers<void>();
      const base = await serve((request, response) => {
        closed.push(once(response, 'close'));
        if (request.url === '/late') arrived.resolve();
        else response.writeHead(200).write('one');
      });
      const before = new AbortController();
      const waiting = send(`${base}/late`, before.signal);
      await arrived.promise;
      before.abort(new Error('enough'));
      await assert.rejects(waiting, /enough/);
      const within = new AbortController();
      const aborted = await send(base, within.signal);
      within.abort(new Error('left'));
      await assert.rejects(textOf(aborted), /left/);
      const { body } = await send(base);
      assert.equal((await body.read()).done, false);
      const rest = body.read();
      await body.cancel();
      assert.equal((await rest).done, true);
      await Promise.all(closed);
      await assert.rejects(send(base, AbortSignal.abort(new Error('never'))), /never/);
    });

    it('follow a redirect on the same host, and fail with the reason of the network', async () => {
      const base = await serve(async (request, response) => {
        const body = (await request.toArray()).join('');
        if (request.url === '/old') response.writeHead(307, { location: '/new' }).end('moved');
        else if (request.url === '/new') response.end(body);
        else response.writeHead(200).write('one', () => request.socket.destroy());
      });
      assert.equal(await textOf(await send(`${base}/old`)), '{}');
      await assert.rejects(async () => textOf(await send(`${base}/cut`)), /aborted|premature|reset/i);
      await assert.rejects(send('http://127.0.0.1:1/'), { code: 'ECONNREFUSED' });
    });

    it('are refused to an address with credentials, as by fetch', async () => {
      for (const how of [send, (url: string) => ask(url)])
        await assert.rejects(how('http://me:secret@127.0.0.1:1/'), /includes credentials/);
    });

    it('let the server wait when nobody reads', async () => {
      const sent = Promise.withResolvers<ServerResponse>();
      const base = await serve((_, response) => {
        for (let count = 0; count < 1000; count++) response.write(Buffer.alloc(100_000));
        response.end();
        sent.resolve(response);
      });
      const answer = await send(base);
      const response = await sent.promise;
      assert.ok((await answer.body.read()).value);
      assert.equal(response.writableFinished, false);
      await answer.body.cancel();
    });
  });
});

/** Runs with limits of the built-in `fetch` that are over in a moment, as its 300 s are after 300 s. */
async function withShortLimits(work: () => Promise<void>): Promise<void> {
  await fetch('data:,');
  const holder = globalThis as unknown as Record<symbol, { constructor: new (limits: object) => never }>;
  const keys = Object.getOwnPropertySymbols(globalThis).filter(key => /globalDispatcher/.test(String(key)));
  const usual = keys.flatMap(key => holder[key] ?? []);
  const [first] = usual;
  assert.ok(first, 'the built-in fetch has a dispatcher');
  const short = new first.constructor({ headersTimeout: 20, bodyTimeout: 20 });
  for (const key of keys) holder[key] = short;
  try {
    await work();
  } finally {
    for (const [at, key] of keys.entries()) holder[key] = usual[at] ?? first;
  }
}
