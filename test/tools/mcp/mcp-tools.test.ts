import assert from 'node:assert/strict';
import type { McpTransport } from '../../../src/core/team/mcp-server.ts';
import { grantFor, isGranted } from '../../../src/core/team/policy.ts';
import type { LeftOut } from '../../../src/tools/mcp/mcp-server-process.ts';
import type { McpServers } from '../../../src/tools/mcp/mcp-servers.ts';
import { mcpToolsets, nameOfServerTool, serversFor } from '../../../src/tools/mcp/mcp-tools.ts';
import { contextOf } from '../tool-support.ts';

const offered = [
  { server: 'read', name: 'file', description: '', parameters: {} },
  { server: 'weather', name: 'forecast', description: 'Tells.', parameters: { $schema: 'x', type: 'object' } },
  { server: 'weather', name: 'fore.cast', description: '', parameters: {} },
  { server: 'weather', name: 'fore/cast', description: '', parameters: {} },
];
const leftOut: (readonly (string | LeftOut)[])[] = [];
const servers: McpServers = {
  secrets: () => [],
  known: () => [{ name: 'read' }, { name: 'weather' }],
  ready: async () => {},
  tools: names => offered.filter(({ server }) => names.includes(server)),
  call: async ({ name }, input) => ({
    ok: true,
    content: `${name} ${JSON.stringify(input)}${'long' in input ? 'x'.repeat(50_000) : ''}`,
  }),
  running: () => ({ ok: false, why: 'failed', reason: 'not here' }),
  reach: async () => ({ ok: false, why: 'failed', reason: 'not here' }),
  lookAgain: () => {},
  leaveOut: ({ server, name }, taken) => void leftOut.push([server, name, taken]),
  problems: () => [],
  close: async () => {},
};
const context = contextOf();

describe('tools of MCP servers', () => {
  const sets = mcpToolsets(servers, ['read', 'weather'], new Set(['read_file']));
  const [forecast] = sets['mcp:weather'] ?? [];

  it('are named after their server, each name once, and take no name that is taken', () => {
    const names = Object.entries(sets).map(([set, tools]) => [set, tools.map(({ spec }) => spec.name)]);
    assert.deepEqual(names, [
      ['mcp:read', []],
      ['mcp:weather', ['weather_forecast', 'weather_fore_cast', 'weather_fore_cast_772a37dc']],
      ['mcp', ['weather_forecast', 'weather_fore_cast', 'weather_fore_cast_772a37dc']],
    ]);
    assert.deepEqual(leftOut, [['read', 'file', { kind: 'taken', name: 'read_file' }]]);
    assert.deepEqual(forecast?.spec, {
      name: 'weather_forecast',
      description: 'Tells.',
      parameters: { type: 'object' },
    });
    assert.equal(nameOfServerTool({ server: 's', name: 'x'.repeat(80) }).length, 64);
  });

  it('are asked about again after "always" when the server, the description or the schema changed', async () => {
    const tool = { server: 's', name: 't', description: 'Reads.', parameters: { type: 'object' } };
    const transport = { kind: 'stdio' as const, command: 'a', args: [], env: {} };
    const actionOf = async (changed: Partial<typeof tool>, way: McpTransport = transport) => {
      const known = () => [{ name: 's', transport: way }];
      const [made] =
        mcpToolsets({ ...servers, known, tools: () => [{ ...tool, ...changed }] }, ['s'], new Set()).mcp ?? [];
      const review = await made?.review?.('{}', context);
      assert.ok(review?.kind === 'acts');
      return review.action;
    };
    const verdict = { decision: 'ask', reason: 'default' } as const;
    const always = grantFor(await actionOf({}), verdict);
    const isKept = async (...now: Parameters<typeof actionOf>) => isGranted([always], await actionOf(...now), verdict);
    assert.equal(await isKept({}), true);
    assert.equal(await isKept({ description: `Reads.${' '.repeat(3000)}And sends.` }), false);
    assert.equal(
      await isKept({ parameters: { type: 'object', required: ['key'] } as object as typeof tool.parameters }),
      false,
    );
    assert.equal(await isKept({}, { ...transport, command: 'b' }), false);
    assert.equal(await isKept({}, { kind: 'http', url: 'https://s.example', headers: {} }), false);
    const { definition: _, ...earlier } = always;
    assert.equal(isGranted([earlier], await actionOf({}), verdict), false);
  });

  it('have names of their own although they are equal in what fits into a name', () => {
    const long = ['a', 'b', 'c'].map(end => ({
      server: 's',
      name: 'x'.repeat(80) + end,
      description: '',
      parameters: {},
    }));
    const made = mcpToolsets({ ...servers, tools: () => long }, ['s'], new Set()).mcp ?? [];
    assert.equal(new Set(made.map(({ spec }) => spec.name)).size, 3);
    assert.ok(made.every(({ spec }) => spec.name.length <= 64));
  });

  it('are not more than requests can carry, but those that a member names', () => {
    const many = (server: string, description = '') =>
      Array.from({ length: 300 }, (_, at) => ({ server, name: `t${at}`, description, parameters: {} }));
    const left: string[] = [];
    const leaveOut: McpServers['leaveOut'] = ({ server }, { kind }) => void left.push(`${server} ${kind}`);
    const setsOf = (description: string, first: readonly string[]) =>
      mcpToolsets(
        { ...servers, leaveOut, tools: ([server = '']) => many(server, description) },
        ['a', 'b', 'c'],
        new Set(),
        first,
      );
    const { mcp = [], ...each } = setsOf('', ['c_t299']);
    assert.deepEqual(
      Object.values(each).map(tools => tools.length),
      [200, 200, 100],
    );
    assert.ok(mcp.some(({ spec }) => spec.name === 'c_t299'));
    assert.equal(left.length, 400);
    assert.deepEqual(new Set(left), new Set(['a too-many', 'b too-many', 'c too-many']));
    const size = JSON.stringify((setsOf('D'.repeat(9_000), []).mcp ?? []).map(({ spec }) => spec)).length;
    assert.ok(size < 1_100_000, `${size}`);
  });

  it('belong to the server with the longest name that begins theirs, also for a member without that server', () => {
    const tool = (server: string, name: string) => ({ server, name, description: '', parameters: {} });
    const out: string[] = [];
    const known = ['good', 'good_db', 'good_db_x'];
    const tools = [tool('good', 'db_get'), tool('good', 'dbget'), tool('good_db', 'get'), tool('good_db', 'x_get')];
    const ports: typeof servers = {
      ...servers,
      known: () => known.map(name => ({ name })),
      tools: names => tools.filter(({ server }) => names.includes(server)),
      leaveOut: ({ server, name }) => void out.push(`${server} ${name}`),
    };
    const namesFor = (names: readonly string[]) =>
      (mcpToolsets(ports, names, new Set()).mcp ?? []).map(({ spec }) => spec.name);
    assert.deepEqual(namesFor(['good', 'good_db']), ['good_dbget', 'good_db_get']);
    assert.deepEqual(namesFor(['good']), ['good_dbget']);
    assert.deepEqual(out, ['good db_get', 'good_db x_get', 'good db_get']);
  });

  it('belong to members that list all servers, one, or a tool by name', () => {
    const known = [{ name: 'read' }, { name: 'weather' }];
    assert.deepEqual(serversFor({ toolsets: ['mcp'] }, known), ['read', 'weather']);
    assert.deepEqual(serversFor({ toolsets: ['read', 'mcp:weather'] }, known), ['weather']);
    assert.deepEqual(serversFor({ tools: ['weather_forecast'] }, known), ['weather']);
    assert.deepEqual(serversFor({ toolsets: ['read'] }, known), []);
    assert.deepEqual(serversFor({}, known), []);
  });

  it('ask by default, with the whole of what is sent', async () => {
    const review = await forecast?.review?.('{"city": "Bonn"}', context);
    assert.equal(review?.kind, 'acts');
    if (review?.kind !== 'acts') return;
    const { definition, ...action } = review.action;
    assert.ok(definition);
    assert.deepEqual(action, { tool: 'weather_forecast', toolset: 'mcp', paths: [], otherwise: 'ask' });
    const { headline, body } = await review.question();
    assert.equal(headline, 'Use forecast of the MCP server weather');
    assert.match(body, /Tells\.[\s\S]*"city": "Bonn"/);
    assert.equal((await forecast?.review?.('[1]', context))?.kind, 'fails');
  });

  it('give what they return, cut when it is long', async () => {
    const call = async (args: string) => forecast?.call(args, context, new AbortController().signal);
    assert.deepEqual(await call('{"city":"Bonn"}'), { ok: true, content: 'forecast {"city":"Bonn"}' });
    assert.match((await call('{"long":1}'))?.content ?? '', /… \d+ more characters, not shown$/);
    assert.equal((await call('[1]'))?.ok, false);
  });
});
