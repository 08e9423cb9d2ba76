// ACP clients that never answer, and names that they give in any letters (SPEC 22.3).
import assert from 'node:assert/strict';
import type { AgentContext } from '@agentclientprotocol/sdk';
import type { CallId, DialogId, RootId } from '../../../src/core/base/ids.ts';
import { clientFiles } from '../../../src/doors/acp/files.ts';
import { handedServers } from '../../../src/doors/acp/servers.ts';
import { clientTerminals } from '../../../src/doors/acp/terminals.ts';

/** Answers nothing; a request ends when it is given up. */
const silent = {
  request: (_: string, __: object, options?: { cancellationSignal?: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      options?.cancellationSignal?.addEventListener('abort', () => reject(new Error('given up')));
    }),
} as unknown as AgentContext;

describe('an ACP client that never answers', () => {
  it('leaves files to the disk', async () => {
    const over = new AbortController();
    const files = clientFiles({
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      session: () => ({ client: silent, sessionId: 's' }),
      limit: () => over.signal,
    });
    const [read, written] = [files?.read('/work/a.txt'), files?.write('/work/a.txt', 'x')];
    over.abort();
    assert.equal(await read, undefined);
    assert.equal(await written, 'not-open');
  });

  it('does not keep a command from being ended', async () => {
    const over = new AbortController();
    const start = clientTerminals({
      capabilities: { terminal: true },
      session: () => ({ client: silent, sessionId: 's', show: () => {} }),
      limit: () => over.signal,
    });
    const [rootId, selfId, callId] = ['r' as RootId, 'd' as DialogId, 'c' as CallId];
    const command = start?.('sleep 1', { folder: '/work', withheld: [], rootId, selfId, callId });
    assert.ok(command);
    const ended = command.end(1);
    over.abort();
    assert.equal(await ended, true);
    assert.deepEqual(await command.ended, { kind: 'killed', signal: 'SIGKILL' });
  });
});

describe('MCP servers that an ACP client hands over', () => {
  it('have names of their own, in whatever letters they are given', () => {
    const names = (...given: readonly string[]) =>
      handedServers(given.map(name => ({ name, command: 'x', args: [], env: [] }))).map(({ name }) => name);
    const [weather = '', map = ''] = names('天气', '地图');
    assert.match(weather, /^server-[0-9a-f]{6}$/);
    assert.notEqual(weather, map);
    assert.deepEqual(names('天气'), [weather]);
    assert.deepEqual(names('My Files', 'my/files', 'My Files'), ['My-Files', 'my-files', 'My-Files-2']);
  });
});
