// The team as an MCP server over Streamable HTTP, for whoever listens (SPEC 22.2). Who may ask is decided there.
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Runtime } from '../../runtime.ts';
import { teamServer } from './serve.ts';

export interface HttpOptions {
  readonly runtime: Runtime;
  readonly version: string;
  readonly warn: (message: string) => void;
}

/** Answers requests of MCP clients; each request has a server of its own, so nothing is kept between them. */
export function mcpOverHttp({ runtime, version, warn }: HttpOptions): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => teamServer({ runtime, version, clientConfirms: false, after }), {
    onerror: error => warn(error.message),
  });
  return request => handler.fetch(request);
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
