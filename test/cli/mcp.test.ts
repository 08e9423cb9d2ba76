// The command line with a real MCP server of its own process: offered, asked about, called, ended.
import assert from 'node:assert/strict';
import { openRuntime } from '../../src/runtime.ts';
import { isAlive } from '../support/is-alive.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { weatherArgs, weatherProcesses } from '../support/weather-processes.ts';
import { runDominds, settledOf } from './run-support.ts';

const servers = (args: readonly string[]) =>
  JSON.stringify({
    servers: { weather: { command: process.execPath, args, env: { WEATHER_TOKEN: '${env:TOKEN}' } } },
  });

describe('MCP servers at the command line', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml':
        'members:\n  lead: {toolsets: [read, "mcp:weather"], diligence-push-max: 0}\n  bob: {diligence-push-max: 0}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead, contains: weather}, tools: [{name: weather_forecast, args: {city: Bonn}}]}
  - {when: {agent: lead, contains: sunny}, tools: [{name: weather_crash_now, args: {}}]}
  - {when: {agent: lead, contains: out of wind}, tools: [{name: weather_forecast, args: {city: Ulm}}]}
  - {say: Done., repeat: true}
`,
    });
    await workspace.write('.minds/mcp.yaml', servers(weatherArgs(workspace.folder)));
  });
  afterEach(() => workspace.remove());

  const env = { TOKEN: 'sesame', OPENAI_API_KEY: 'sk-mine' };
  const dominds = (...argv: string[]) =>
    runDominds([...argv, '--trust', '--json'], { openRuntime, cwd: workspace.folder, env });
  const pids = () => weatherProcesses(workspace.folder);
  const results = async (rootId: string) => {
    const [records] = (await dominds('show', rootId, '--raw')).json as [
      { kind: string; ok: boolean; content: string }[],
    ];
    return records.filter(({ kind }) => kind === 'toolReturned').map(({ ok, content }) => [ok, content]);
  };

  it('give their tools to members that list them, each call asked about, until it is always allowed', async () => {
    const asked = await dominds('start', 'How is the weather?');
    const [question] = settledOf(asked).questions;
    assert.equal(asked.code, 3);
    assert.equal(question?.kind, 'permission');
    assert.equal(question?.tellaskHead, 'Use forecast of the MCP server weather');
    const { rootId } = settledOf(asked);
    // The process that asked is gone, and its server with it; the one that goes on starts it again.
    const crashed = await dominds('answer', question?.id ?? '', 'always');
    const [second] = settledOf(crashed).questions;
    assert.equal(second?.tellaskHead, 'Use crash.now of the MCP server weather');
    const done = await dominds('answer', second?.id ?? '', 'allow once');
    assert.equal(done.code, 0);
    assert.deepEqual(await results(rootId), [
      [true, 'Bonn: sunny (token sesame, keys none)'],
      [false, 'The server weather failed: Connection closed; it last wrote: out of wind'],
      [true, 'Ulm: sunny (token sesame, keys none)'],
    ]);
    assert.deepEqual(pids().filter(isAlive), []);
  });

  it('ask by a form that a later command answers: the call is made again', async () => {
    await workspace.write(
      '.minds/p.yaml',
      'replies:\n  - {tools: [{name: weather_book, args: {}}]}\n  - {say: Done.}\n',
    );
    const asked = await dominds('start', 'Book seats.');
    const permitted = await dominds('answer', settledOf(asked).questions[0]?.id ?? '', 'allow once');
    const [form] = settledOf(permitted).questions;
    assert.equal(form?.tellaskHead, 'The MCP server weather asks: Which seats?');
    const done = await dominds('answer', form?.id ?? '', 'name: Ada\nseats: 2');
    assert.equal(done.code, 0);
    assert.deepEqual(await results(settledOf(asked).rootId), [[true, 'booked {"name":"Ada","seats":2}']]);
  });

  it('are in the prompt of members that list them, and start for no other', async () => {
    const names = async (agent: string) => {
      const { rootId } = settledOf(await dominds('start', '--agent', agent, '--no-wait', 'hello'));
      const [{ tools }] = (await dominds('prompt', rootId)).json as [{ tools: { name: string }[] }];
      return tools.map(({ name }) => name);
    };
    assert.deepEqual(
      (await names('bob')).filter(name => name.startsWith('weather')),
      [],
    );
    assert.equal((await dominds('start', '--agent', 'bob', 'hello')).code, 0);
    assert.deepEqual(pids(), []);
    assert.equal((await names('lead')).includes('weather_forecast'), true);
    assert.equal(pids().length, 1);
  });

  it('that cannot be started are told with their place, and the dialog goes on', async () => {
    await workspace.write('.minds/mcp.yaml', servers(['-e', 'console.error("no port"); process.exit(1)']));
    const started = await dominds('start', 'hello');
    assert.equal(started.code, 0);
    assert.match(started.stderr, /\.minds\/mcp\.yaml:1:13.*MCP server weather could not be started: .*no port/);
    await workspace.write('.minds/mcp.yaml', 'servers: {}\n');
    assert.match((await dominds('list')).stderr, /\.minds\/team\.yaml:2:28: mcp:weather names no working server/);
  });
});
