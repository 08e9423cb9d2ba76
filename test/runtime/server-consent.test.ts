// Servers of `.mcp.json` in an editor window: each starts only after the person allowed its entry (SPEC 22.1).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import type { SharedServer } from '../../src/core/team/mcp-server.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';
import { weatherArgs, weatherProcesses } from '../support/weather-processes.ts';

describe('a server of .mcp.json in a window', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let model: MockServer;
  let wanted: SharedServer[];
  const opened: Runtime[] = [];

  beforeEach(async () => {
    wanted = [];
    model = await startMockServer({ respond: () => ({ say: 'Done.' }) });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members:\n  lead: {toolsets: ["mcp:weather"], diligence-push-max: 0}\n',
    });
    await describeServer([]);
  });
  afterEach(async () => {
    for (const runtime of opened.splice(0)) await runtime.close();
    await model.close();
    await workspace.remove();
  });

  const describeServer = (more: readonly string[]) =>
    workspace.write(
      '.mcp.json',
      JSON.stringify({
        mcpServers: {
          weather: { command: process.execPath, args: [...weatherArgs(workspace.folder), ...more] },
        },
      }),
    );
  const open = async ({ asks = true, env = process.env }: { asks?: boolean; env?: NodeJS.ProcessEnv } = {}) => {
    const outcome = await openRuntime({
      rtws: workspace.folder,
      env: { ...env, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl, DOMINDS_MODEL: 'mock-model' },
      mode: 'drive',
      ...(asks && { onServerWanted: server => wanted.push(server) }),
    });
    const runtime = outcome.ok ? outcome.runtime : assert.fail(outcome.code);
    opened.push(runtime);
    return runtime;
  };
  const pids = () => weatherProcesses(workspace.folder);
  const problemsOf = (runtime: Runtime) =>
    runtime
      .problems()
      .map(toldProblem)
      .map(({ file, message, severity }) => [file, message, severity]);
  const offered = () =>
    (model.requests.at(-1)?.body.tools ?? []).some(tool => tool.function.name === 'weather_forecast');
  const decide = (runtime: Runtime, word: 'allowed' | 'denied') => {
    const [server] = runtime.sharedServers();
    assert.ok(server);
    return runtime.decideServer(server, word);
  };

  it('is asked about once, while the dialog goes on without its tools and gets them once it is allowed', async () => {
    const runtime = await open();
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok);
    const { rootId } = started;
    const dialog = rootRef(rootId);
    assert.equal((await runtime.settled(rootId)).response, 'Done.');
    assert.equal(offered(), false);
    assert.deepEqual(
      wanted.map(({ name, word }) => [name, word]),
      [['weather', 'not-asked']],
    );
    assert.deepEqual(wanted[0]?.way, {
      kind: 'starts',
      command: [process.execPath, ...weatherArgs(workspace.folder)].join(' '),
    });
    assert.deepEqual(problemsOf(runtime), [
      ['.mcp.json', 'MCP server weather is not started: you have not allowed it', 'warning'],
    ]);
    await runtime.perform({ kind: 'say', dialog, content: 'again', msgId: 'm1' }, byPerson);
    await runtime.settled(rootId);
    assert.equal(wanted.length, 1);
    assert.deepEqual(pids(), []);

    assert.equal(decide(runtime, 'allowed'), true);
    assert.deepEqual(problemsOf(runtime), []);
    await runtime.perform({ kind: 'say', dialog, content: 'now', msgId: 'm2' }, byPerson);
    await runtime.settled(rootId);
    assert.equal(offered(), true);
    assert.equal(pids().length, 1);
  });

  it('stays allowed on this machine, and is asked about again when its entry changes', async () => {
    const first = await open();
    decide(first, 'allowed');
    await first.close();
    const second = await open();
    await second.serverOffers('/');
    assert.equal(pids().length, 1);
    assert.deepEqual(wanted, []);

    await second.close();
    await describeServer(['more']);
    const third = await open();
    await third.serverOffers('/');
    assert.deepEqual(
      wanted.map(({ word }) => word),
      ['not-asked'],
    );
    assert.equal(pids().length, 1);
  });

  it('that is denied is neither started nor asked about again', async () => {
    const runtime = await open();
    decide(runtime, 'denied');
    assert.deepEqual(await runtime.serverOffers('/'), []);
    assert.deepEqual([wanted, pids()], [[], []]);
    assert.equal(runtime.sharedServers()[0]?.word, 'denied');
  });

  it('offers nothing any more when it is taken back', async () => {
    const runtime = await open();
    decide(runtime, 'allowed');
    assert.equal((await runtime.serverOffers('/')).length, 1);
    decide(runtime, 'denied');
    assert.deepEqual(await runtime.serverOffers('/'), []);
    assert.deepEqual([pids().length, wanted], [1, []]);
  });

  it('refuses a message that names its prompt, and asks', async () => {
    const runtime = await open();
    const filled = await runtime.fillIn('/weather/brief Bonn');
    assert.deepEqual(!filled.ok && filled.why, { id: 'server-not-allowed', server: 'weather' });
    assert.equal(wanted.length, 1);
  });

  it('is allowed as it was shown, not as it is by then', async () => {
    const runtime = await open();
    const [shown] = runtime.sharedServers();
    await describeServer(['more']);
    assert.ok(shown);
    runtime.decideServer(shown, 'allowed');
    assert.equal(runtime.sharedServers()[0]?.word, 'not-asked');
  });

  it('is allowed until the window closes where nothing can be stored', async () => {
    const runtime = await open({ env: {} });
    assert.equal(decide(runtime, 'allowed'), false);
    assert.equal((await runtime.serverOffers('/')).length, 1);
  });

  it('needs no word of its own where the trust in the folder covers it, nor when it is in .minds/mcp.yaml', async () => {
    const commandLine = await open({ asks: false });
    assert.equal((await commandLine.serverOffers('/')).length, 1);
    assert.deepEqual(commandLine.sharedServers(), []);
    await commandLine.close();
    await workspace.write('.minds/mcp.yaml', await workspace.read('.mcp.json').then(ownServers));
    const window = await open();
    assert.equal((await window.serverOffers('/')).length, 1);
    assert.deepEqual(wanted, []);
  });
});

function ownServers(text: string): string {
  return JSON.stringify({ servers: JSON.parse(text).mcpServers });
}
