// The address for programs: requests are passed on with their bodies, and answers come back as they are made (SPEC 22.2).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from '../../src/serve/program-door.ts';

/** Serves that answer, and tells how each request ended. */
async function serve(answer: (request: Request) => Promise<Response>) {
  const ends: Promise<void>[] = [];
  const server = http.createServer((request, response) => {
    ends.push(passOn({ path: '/mcp', answer }, request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { url, ends, close: () => server.close() };
}

describe('the address for programs', () => {
  it('passes bodies and answers on', async () => {
    const served = await serve(async request => new Response(`${request.method} ${await request.text()}`));
    const answered = await fetch(served.url, { method: 'POST', body: 'hello' });
    assert.equal(await answered.text(), 'POST hello');
    served.close();
  });

  it('ends in order when the client goes away in the middle of an answer', async () => {
    let isStopped = false;
    const served = await serve(async () => {
      const body = new ReadableStream({
        start: controller => controller.enqueue(new TextEncoder().encode('first ')),
        cancel() {
          isStopped = true;
        },
      });
      return new Response(body);
    });
    const gone = new AbortController();
    const answered = await fetch(served.url, { signal: gone.signal });
    await answered.body?.getReader().read();
    gone.abort();
    await served.ends[0];
    assert.equal(isStopped, true);
    served.close();
  });
});
