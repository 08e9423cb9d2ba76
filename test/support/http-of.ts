// A client of model servers over a `fetch` that a test makes.
import type { HttpClient } from '../../src/llm/http/http-client.ts';

/** Both ways of asking, by this one. */
export function httpOf(answer: typeof fetch): HttpClient {
  return {
    fetch: answer,
    async post({ url, headers, body, signal }) {
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const response = await answer(url, {
        method: 'POST',
        headers: sent,
        body: Buffer.concat(body).toString('utf8'),
        signal,
      });
      const read = response.body?.getReader() ?? { read: async () => ({ done: true }), cancel: async () => undefined };
      const { status, ok, headers: head } = response;
      return { status, ok, headers: head, body: read };
    },
  };
}
