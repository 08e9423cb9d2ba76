// The team as an MCP server for programs of this machine, the editor of the window first of all (SPEC 22.2): on
// loopback, with a token that holds as long as it listens.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';
import type { Language } from '../../core/base/language.ts';
import type { Runtime } from '../../runtime.ts';
import { type AnswerHttp, mcpOverHttp } from './http.ts';

export interface LoopbackOptions {
  /** The team of now; `undefined` when there is none. */
  readonly runtime: () => Promise<Runtime | undefined>;
  readonly version: string;
  readonly language: Language;
  readonly warn: (message: string) => void;
}

export interface Loopback {
  readonly url: string;
  /** What each request must bring. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Begins to listen. Rejects when no port can be had. */
export async function serveOnLoopback({ runtime, version, language, warn }: LoopbackOptions): Promise<Loopback> {
  const authorization = `Bearer ${randomBytes(24).toString('base64url')}`;
  const isHost = localhostHostValidation();
  const isOrigin = localhostOriginValidation();
  const answers = new WeakMap<Runtime, AnswerHttp>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isHost(request, response) || !isOrigin(request, response)) return;
    if (!isSame(request.headers.authorization ?? '', authorization)) return end(response, 401);
    const team = await runtime().catch(() => undefined);
    if (!team) return end(response, 503);
    const over = answers.get(team) ?? mcpOverHttp({ runtime: team, version, language, warn });
    answers.set(team, over);
    await over(request, response);
  }

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { Authorization: authorization },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

function isSame(given: string, wanted: string): boolean {
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
}
