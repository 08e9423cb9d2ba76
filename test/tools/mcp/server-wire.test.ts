// MCP servers that are processes: behind a shell they end with everything that the shell started.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after as wait } from '../../../src/runtime/clock/after.ts';
import { connectMcp } from '../../../src/tools/mcp/mcp-client.ts';
import { isAlive } from '../../support/is-alive.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const script = path.resolve(import.meta.dirname, '../../support/mcp-stdio-server.ts');
const { signal } = new AbortController();

describe('an MCP server behind a shell', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let closed: PromiseWithResolvers<void>;

  beforeEach(async () => {
    workspace = await makeTempWorkspace();
    closed = Promise.withResolvers();
  });
  afterEach(() => workspace.remove());

  const connect = () =>
    connectMcp(
      {
        kind: 'stdio',
        command: '/bin/sh',
        args: ['-c', `"${process.execPath}" "${script}" "${path.join(workspace.folder, 'pids')}"; exit 0`],
        env: {},
      },
      {
        folder: workspace.folder,
        signal,
        onClosed: closed.resolve,
        onToolsChanged: () => {},
        after: wait,
        limits: { probeMs: { stdio: 3_000, http: 3_000 }, pingMs: 50, graceMs: 50 },
      },
    );
  const call = { id: 'c', signal, timeoutMs: 50, progress: () => {} };
  /** The server itself, not its shell. */
  const pid = () => Number(readFileSync(path.join(workspace.folder, 'pids'), 'utf8'));

  it('that hangs is ended with its shell, and counts as closed', async () => {
    const connection = await connect();
    await assert.rejects(connection.call('freeze', {}, call), /was silent/);
    await closed.promise;
    assert.equal(isAlive(pid()), false);
  });

  it('that is no longer wanted is ended, even if it hangs', async () => {
    const connection = await connect();
    connection.call('freeze', {}, { ...call, timeoutMs: 60_000 }).catch(() => {});
    await connection.close();
    assert.equal(isAlive(pid()), false);
  });
});
