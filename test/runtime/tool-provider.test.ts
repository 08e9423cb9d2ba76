// Which tools of MCP servers and of the editor a member is given, and which servers it waits for.
import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import { newBeliefProgress } from '../../src/core/belief/belief-progress.ts';
import type { Member } from '../../src/core/team/team.ts';
import { mindsKeeperId } from '../../src/core/team/toolset-names.ts';
import { toolNames } from '../../src/minds/team/tool-names.ts';
import { createToolProvider } from '../../src/runtime/tools/tool-provider.ts';
import type { McpServers } from '../../src/tools/mcp/mcp-servers.ts';
import type { ToolProvider } from '../../src/tools/tool.ts';
import type { WorkTree } from '../../src/tools/work-tree/work-tree.ts';
import { type MindsFixture, makeMinds } from '../minds/minds-support.ts';
import { alice, contextOf, stateOf } from '../tools/tool-support.ts';

describe('the tool provider', () => {
  const parameters = { type: 'object' };
  const forecast = { server: 'weather', name: 'forecast', description: '', parameters };
  const waited: (readonly string[])[] = [];
  const mcpServers: McpServers = {
    secrets: () => [],
    known: () => [{ name: 'weather' }, { name: 'mail' }],
    ready: async servers => void waited.push(servers),
    tools: servers => (servers.includes('weather') ? [forecast] : []),
    call: async () => ({ ok: true, content: '' }),
    running: () => ({ ok: false, why: 'failed', reason: 'not here' }),
    reach: async () => ({ ok: false, why: 'failed', reason: 'not here' }),
    lookAgain: () => {},
    leaveOut: () => {},
    problems: () => [],
    close: async () => {},
  };
  const editorTools = {
    list: () => [{ name: 'open_page', description: '', parameters }],
    call: async () => '',
  };
  let fixture: MindsFixture;
  let provider: ToolProvider;
  before(async () => {
    fixture = await makeMinds();
    provider = createToolProvider({
      minds: fixture.minds,
      workspace: { shell: { env: {} } },
      mcpServers,
      editorTools,
      lookUp: () => 'unknown',
      secrets: async () => [],
      statesOf: () => [],
      waits: { now: () => 0, root: () => undefined, sleepsIn: () => [] },
    });
  });
  after(() => fixture.workspace.remove());

  it('has the tools that team files may name', () => {
    const toolsets = ['read', 'write', 'shell', 'memory', 'team'] as const;
    const keeper = { ...alice, id: mindsKeeperId as AgentId, toolsets };
    const sub = stateOf({ kind: 'sub', dialect: 'tools' });
    const states = [stateOf(), { ...stateOf(), belief: newBeliefProgress }, sub];
    const names = new Set(states.flatMap(state => provider.toolsFor(keeper, state).map(({ spec }) => spec.name)));
    // There are no skills and no commands in the background here.
    const absent = ['read_skill', 'start_process', 'read_process', 'stop_process'];
    assert.deepEqual([...names, ...absent].sort(), [...toolNames].sort());
  });

  const signal = new AbortController().signal;
  const foreign = (change: Partial<Member>, state = stateOf()) =>
    provider
      .toolsFor({ ...alice, ...change }, state)
      .map(({ spec }) => spec.name)
      .filter(name => /^weather_|^open_/.test(name));
  const waitsFor = async (change: Partial<Member>, state = stateOf()) => {
    waited.length = 0;
    await provider.ready?.({ ...alice, ...change }, state, signal);
    return waited.flat();
  };

  it('has the tools of all servers, of one server or one tool for members that list them', async () => {
    const lists: readonly [Partial<Member>, readonly string[], readonly string[]][] = [
      [{ toolsets: ['mcp'] }, ['weather_forecast'], ['weather', 'mail']],
      [{ toolsets: ['read', 'mcp:weather'] }, ['weather_forecast'], ['weather']],
      [{ tools: ['weather_forecast'] }, ['weather_forecast'], ['weather']],
      [{ toolsets: ['mcp:mail'] }, [], ['mail']],
      [{ toolsets: ['read'] }, [], []],
      [{}, [], []],
      [{ toolsets: ['mcp'], withheld: { kind: 'gone' } }, [], []],
    ];
    for (const [member, tools, servers] of lists) {
      assert.deepEqual(foreign(member), tools, JSON.stringify(member));
      assert.deepEqual(await waitsFor(member), servers, JSON.stringify(member));
    }
  });

  it('has the tools of the editor for members that list the editor or such a tool', () => {
    assert.deepEqual(foreign({ toolsets: ['editor'] }), ['open_page']);
    assert.deepEqual(foreign({ tools: ['open_page'] }), ['open_page']);
    assert.deepEqual(foreign({ toolsets: ['read'] }), []);
    assert.deepEqual(foreign({ id: 'gone' as AgentId, toolsets: ['editor'], withheld: { kind: 'gone' } }), []);
  });

  it('offers to read skills where there are any, to members that have tools at all', async () => {
    const offered = (change: Partial<Member> = {}) =>
      provider.toolsFor({ ...alice, ...change }, stateOf()).some(({ spec }) => spec.name === 'read_skill');
    assert.equal(offered(), false);
    await fixture.workspace.write('.claude/skills/pdf/SKILL.md', '---\nname: pdf\ndescription: d\n---\nRead it.\n');
    fixture.minds.renew();
    assert.equal(offered(), true);
    assert.equal(offered({ toolsets: [] }), true);
    assert.equal(offered({ withheld: { kind: 'gone' } }), false);
  });

  it('finds the files that a tool of others changes, but not of one that says it only reads', async () => {
    const looks: string[] = [];
    const tree: WorkTree = {
      look: async folder => {
        looks.push(folder);
        return { realRoot: folder, index: '', disk: new Map() };
      },
      changesBetween: async () => ({ changed: [{ path: 'a.txt' }], untold: 0 }),
      treeId: async () => '',
    };
    const tools = [forecast, { ...forecast, name: 'look', onlyReads: true as const }];
    const watching = createToolProvider({
      minds: fixture.minds,
      workspace: { shell: { env: {}, workTree: () => tree } },
      mcpServers: { ...mcpServers, tools: () => tools },
      editorTools,
      lookUp: () => 'unknown',
      secrets: async () => [],
      statesOf: () => [],
      waits: { now: () => 0, root: () => undefined, sleepsIn: () => [] },
    });
    const offered = watching.toolsFor({ ...alice, toolsets: ['mcp:weather', 'editor'] }, stateOf());
    const found = async (name: string) => {
      looks.length = 0;
      const called = await offered.find(({ spec }) => spec.name === name)?.call('{}', contextOf(), signal);
      return [called?.changed?.length ?? 0, called?.found, looks.length];
    };
    assert.deepEqual(await found('weather_forecast'), [1, {}, 2]);
    assert.deepEqual(await found('open_page'), [1, {}, 2]);
    assert.deepEqual(await found('weather_look'), [0, undefined, 0]);
  });

  it('waits for no server in a draft', async () => {
    assert.deepEqual(await waitsFor({ toolsets: ['mcp'] }, stateOf({ mode: 'draft' })), []);
  });
});
