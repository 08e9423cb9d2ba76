// The team on loopback, as the editor reaches it (SPEC 22.2).
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Loopback, serveOnLoopback } from '../../../src/doors/mcp/loopback.ts';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

describe('MCP on loopback', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let given: Runtime | undefined;
  let listening: Loopback;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Hello., repeat: true}\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    runtime = opened.ok ? opened.runtime : assert.fail(opened.code);
    given = runtime;
    listening = await serveOnLoopback({ runtime: async () => given, version: '1', language: 'en', warn: assert.fail });
  });
  afterEach(async () => {
    await listening.close();
    await runtime.close();
    await workspace.remove();
  });

  const post = (headers: Record<string, string>) =>
    fetch(listening.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });

  it('serves a client with the token', async () => {
    const client = new Client({ name: 'editor', version: '1' });
    const headers = { ...listening.headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(listening.url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['start_dialog', 'send', 'get_dialog', 'list_questions', 'answer_question', 'stop'],
    );
    await client.close();
  });

  it('turns everyone else away, and says so while there is no team', async () => {
    assert.equal((await post({})).status, 401);
    assert.equal((await post({ Authorization: 'Bearer guess' })).status, 401);
    assert.equal((await post({ ...listening.headers, Origin: 'https://evil.example' })).status, 403);
    given = undefined;
    assert.equal((await post({ ...listening.headers })).status, 503);
  });
});
