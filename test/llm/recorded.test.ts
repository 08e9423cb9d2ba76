// Plays the streams in test/fixtures/streams, which `npm run record` writes: every recorded stream is read to its end,
// in a moment as in pieces of one byte.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, transcript } from './collect.ts';
import { wireFormats } from './wires.ts';

const folder = path.join(import.meta.dirname, '../fixtures/streams');

describe('recorded streams', () => {
  let server: MockServer;
  let reply: MockReply = {};
  before(async () => {
    server = await startMockServer({ respond: () => reply });
  });
  after(() => server.close());

  for (const name of readdirSync(folder).filter(each => each.endsWith('.json'))) {
    it(`${name} is read to its end`, async () => {
      const { provider, model, status, contentType, body } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
      const wire = wireFormats[provider] ?? assert.fail(`no provider ${provider}`);
      const headers = { 'content-type': contentType };
      const asked = wire.make({
        id: provider,
        baseUrl: wire.baseUrl(server.baseUrl),
        model,
        newId: () => 'new',
        lingerMs: 60_000,
      });
      const seen: (readonly string[])[] = [];
      for (const writeSize of [undefined, 1]) {
        reply =
          status === 200 ? { frames: [body], headers, ...(writeSize && { writeSize }) } : { status, headers, body };
        seen.push(transcript(await collect(asked)));
      }
      assert.match(seen[0]?.at(-1) ?? '', status === 200 ? /^finished/ : /^failed/);
      assert.deepEqual(seen[1], seen[0]);
    });
  }
});
