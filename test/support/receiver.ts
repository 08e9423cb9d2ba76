// A server that keeps what it is sent.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly body: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
}

/** A server on this machine that answers with these statuses, the last one again and again. */
export async function receiver(...statuses: readonly number[]) {
  const received: Received[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ body, url: request.url ?? '', headers: request.headers });
    response.statusCode = statuses[received.length - 1] ?? statuses.at(-1) ?? 200;
    response.end();
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async until(count: number) {
      while (received.length < count) await arrived.promise;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}
