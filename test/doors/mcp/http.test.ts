// The team over Streamable HTTP beside the pages of `dominds serve`, driven by the SDK's own client (SPEC 22.2).
import assert from 'node:assert/strict';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcpOverHttp } from '../../../src/doors/mcp/http.ts';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import { createPlace } from '../../../src/serve/place.ts';
import { servedRtws } from '../../../src/serve/served-rtws.ts';
import { type Served, serve } from '../../../src/serve/server.ts';
import { sealsOf } from '../../support/seals.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const eras = {
  'of 2025': { mode: 'legacy' },
  'of 2026': { mode: { pin: '2026-07-28' } },
} as const satisfies Record<string, ClientOptions['versionNegotiation']>;

describe('MCP under serve', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let served: Served;
  const warnings: string[] = [];
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members:\n  lead: {diligence-push-max: 0}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml':
        'replies:\n  - {when: {contains: slow}, say: Late., delayMs: 600000}\n  - {when: {contains: paint}, say: "!?@human Which colour?\\n"}\n  - {when: {contains: blue}, say: Painted blue.}\n  - {say: Hello.}\n',
      'dialog.js': '',
      'dialog.css': '',
      'overview.js': '',
      'overview.css': '',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    runtime = opened.ok ? opened.runtime : assert.fail(opened.code);
    const warn = (text: string) => void warnings.push(text);
    const started = await serve(
      createPlace({ rtws: servedRtws(runtime), folder: workspace.folder, log: { warn, error: warn } }),
      {
        host: '127.0.0.1',
        port: 0,
        isBehindProxy: false,
        seals: sealsOf('here'),
        bundles: workspace.folder,
        now: Date.now,
        door: { path: '/mcp', answer: mcpOverHttp({ runtime, version: '1', language: 'en', warn }) },
      },
    );
    served = started.ok ? started.served : assert.fail(started.code);
  });
  afterEach(async () => {
    await served.close();
    await runtime.close();
    await workspace.remove();
  });

  const url = () => new URL(`http://127.0.0.1:${served.port}/mcp`);

  async function connect(versionNegotiation: NonNullable<ClientOptions['versionNegotiation']>): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation, capabilities: { elicitation: {} } },
    );
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer: 'blue' } }));
    const headers = { Authorization: `Bearer ${served.programToken()}` };
    await client.connect(new StreamableHTTPClientTransport(url(), { requestInit: { headers } }));
    return client;
  }

  for (const [era, versionNegotiation] of Object.entries(eras)) {
    it(`serves a client ${era}`, async () => {
      const client = await connect(versionNegotiation);
      const { structuredContent } = await client.callTool({ name: 'start_dialog', arguments: { task: 'hi' } });
      assert.match(JSON.stringify(structuredContent), /"lastSaid":"Hello\."/);
      await client.close();
    });
  }

  it('asks the person at a client of 2026 back, and goes on with the answer', async () => {
    const client = await connect(eras['of 2026']);
    const { structuredContent } = await client.callTool({ name: 'start_dialog', arguments: { task: 'paint it' } });
    assert.match(JSON.stringify(structuredContent), /"lastSaid":"Painted blue\."/);
    await client.close();
  });

  it('is left by a client in the middle of a call without an error', async () => {
    const client = await connect(eras['of 2026']);
    const gone = new AbortController();
    const call = client.callTool(
      { name: 'start_dialog', arguments: { task: 'slow', wait_s: 60 } },
      { signal: gone.signal },
    );
    const { promise: isBegun, resolve } = Promise.withResolvers<void>();
    const following = runtime.subscribe(({ type }) => type === 'recorded' && resolve());
    await isBegun;
    following.dispose();
    gone.abort();
    await assert.rejects(call);
    await runtime.perform({ kind: 'stopAll' });
    await client.close();
    assert.deepEqual(warnings, []);
  });

  it('answers nobody without the token, with a wrong one, or from another site', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await fetch(url(), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: '{}' }))
        .status;
    const good = { Authorization: `Bearer ${served.programToken()}` };
    assert.equal(await ask({}), 401);
    assert.equal(await ask({ Authorization: `Bearer ${served.programToken()}x` }), 401);
    assert.equal(await ask({ ...good, Origin: 'http://evil.example' }), 403);
    assert.notEqual(await ask(good), 401);
  });
});
