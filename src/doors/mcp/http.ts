// The team as an MCP server over Streamable HTTP, for whoever listens (SPEC 22.2). Who may ask is decided there.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Language } from '../../core/base/language.ts';
import { after } from '../../runtime/clock/after.ts';
import type { Runtime } from '../../runtime.ts';
import { teamServer } from './serve.ts';

export interface HttpOptions {
  readonly runtime: Runtime;
  readonly version: string;
  readonly language: Language;
  readonly warn: (message: string) => void;
}

/** Answers a request of an MCP client; never rejects. */
export type AnswerHttp = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers requests of MCP clients; each request has a server of its own, so nothing is kept between them. */
export function mcpOverHttp({ runtime, version, language, warn }: HttpOptions): AnswerHttp {
  const onerror = (error: Error) => warn(error.message);
  const handler = createMcpHandler(() => teamServer({ runtime, version, language, clientConfirms: false, after }), {
    onerror,
  });
  const handle = toNodeHandler(handler, { onerror });
  // What a server receives has both.
  return (request, response) => handle(request as IncomingMessage & { method: string; url: string }, response);
}
