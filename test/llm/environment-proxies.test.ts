// Requests through the proxies that the environment names (SPEC 10.8).
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createEnvironmentProxies } from '../../src/llm/http/environment-proxies.ts';
import { createHttpClient } from '../../src/llm/http/http-client.ts';
import { createHttpProvider } from '../../src/llm/http-providers.ts';
import { bareServers } from '../support/bare-servers.ts';
import { collect, requestOf } from './collect.ts';

describe('requests behind a proxy of the environment', () => {
  const { servers, serve } = bareServers();

  /** The failure of one request to a server at this address. */
  async function failureAt(baseUrl: string) {
    const http = createHttpClient(createEnvironmentProxies());
    const provider = createHttpProvider('openai', { id: 'o', label: 'o', baseUrl, model: 'm', http });
    const events = await collect(provider, requestOf());
    assert.equal(events.length, 1);
    return (events[0]?.kind === 'failed' && events[0].failure) || assert.fail('the request did not fail');
  }

  const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap(name => [name, name.toUpperCase()]);
  const before = new Map(names.map(name => [name, process.env[name]]));
  const forget = () => {
    for (const name of names) delete process.env[name];
  };
  beforeEach(forget);
  after(() => {
    forget();
    for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
  });

  it('go through it, but for the hosts of NO_PROXY', async () => {
    const seen: string[] = [];
    const proxy = await serve((request, response) => {
      seen.push(`${request.url}`);
      response.end('through the proxy');
    });
    const direct = await serve((_, response) => response.end('direct'));
    const proxied = createHttpClient(createEnvironmentProxies()).fetch;
    assert.equal(await (await proxied(direct)).text(), 'direct');
    process.env.HTTP_PROXY = proxy;
    process.env.NO_PROXY = '127.0.0.1';
    assert.equal(await (await proxied('http://models.test/v1/models')).text(), 'through the proxy');
    assert.equal(await (await proxied(direct)).text(), 'direct');
    assert.deepEqual(seen, ['http://models.test/v1/models']);
  });

  it('follow a redirect from the usual port to TLS on the same host', async () => {
    const tunnels: string[] = [];
    const proxy = await serve((request, response) => {
      const to = request.url?.includes('/port') ? 'https://models.test:8443/v1' : 'https://models.test/v1';
      response.writeHead(308, { location: to }).end();
    });
    servers.at(-1)?.on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels.push(`${request.url}`);
      socket.destroy();
    });
    process.env.http_proxy = process.env.https_proxy = proxy;
    const { fetch: proxied } = createHttpClient(createEnvironmentProxies());
    assert.equal((await proxied('http://models.test/port')).status, 308);
    await assert.rejects(proxied('http://models.test/tls'));
    assert.deepEqual(tunnels, ['models.test:443']);
  });

  it('ask it for a tunnel to a server with TLS', async () => {
    const tunnels: string[] = [];
    const proxy = await serve(() => {});
    servers.at(-1)?.on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels.push(`${request.url}`);
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    });
    process.env.https_proxy = proxy;
    await failureAt('https://models.test/v1');
    assert.deepEqual(tunnels, ['models.test:443']);
  });

  it('name the proxy that wants a password, for a tunnel or without one', async () => {
    const proxy = await serve((_, response) => response.writeHead(407).end('<h1>Log in</h1>'));
    servers.at(-1)?.on('connect', (_, socket: Socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    });
    process.env.all_proxy = proxy;
    for (const scheme of ['http', 'https'])
      assert.deepEqual(await failureAt(`${scheme}://models.test/v1`), {
        code: 'unreachable',
        message: 'the proxy wants a user name and a password (HTTP 407): write them into its address',
        status: 407,
        retryable: false,
      });
  });

  it('say that a SOCKS proxy is not supported, without its password', async () => {
    process.env.ALL_PROXY = 'socks5://me:secret@127.0.0.1:1080';
    for (const scheme of ['http', 'https'])
      assert.deepEqual(await failureAt(`${scheme}://models.test/v1`), {
        code: 'unreachable',
        message:
          'the proxy socks5://127.0.0.1:1080 is not supported: its address has to begin with http:// or https://',
        retryable: false,
      });
  });
});
