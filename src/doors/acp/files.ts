// The client's files for the file tools: text with unsaved edits is read from it, and what is written there the person
// can undo (SPEC 22.3). A client that fails leaves the disk as the truth.
import { readFileSync } from 'node:fs';
import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk';
import type { WorkspaceFiles } from '../../runtime.ts';
import { within } from './within.ts';

/** The client as the tools of one folder reach it. `session` is the newest session there. */
export interface ClientFiles {
  readonly capabilities: ClientCapabilities;
  readonly session: () => { readonly client: AgentContext; readonly sessionId: string } | undefined;
  /** Gives a request up when it aborts; after 10 s when absent. */
  readonly limit?: () => AbortSignal;
}

/** How long a client may take to hand a file over, in milliseconds. */
const ANSWER_MS = 10_000;

/** The client's files; `undefined` for a client that offers none. */
export function clientFiles({
  capabilities,
  session,
  limit = () => AbortSignal.timeout(ANSWER_MS),
}: ClientFiles): WorkspaceFiles | undefined {
  const { readTextFile, writeTextFile } = capabilities.fs ?? {};
  if (!readTextFile && !writeTextFile) return undefined;
  return {
    async read(path) {
      const at = session();
      if (!readTextFile || !at) return undefined;
      const { client, sessionId } = at;
      const held = await client
        .request(methods.client.fs.readTextFile, { sessionId, path }, within(limit()))
        .catch(() => undefined);
      return held === undefined || held.content === textOnDisk(path) ? undefined : held.content;
    },
    async write(path, content) {
      const at = session();
      if (!writeTextFile || !at) return 'not-open';
      const { client, sessionId } = at;
      return client.request(methods.client.fs.writeTextFile, { sessionId, path, content }, within(limit())).then(
        () => 'written',
        () => 'not-open',
      );
    },
  };
}

function textOnDisk(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
