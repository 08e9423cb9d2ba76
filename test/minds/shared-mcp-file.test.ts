// `.mcp.json` as other tools write it (SPEC 22.1).
import assert from 'node:assert/strict';
import { fillReferences } from '../../src/core/team/mcp-server.ts';
import { emptyMcpFile, parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { parseSharedMcpFile, withShared } from '../../src/minds/servers/shared-mcp-file.ts';
import { serversFor } from '../../src/tools/mcp/mcp-tools.ts';

const text = JSON.stringify({
  mcpServers: {
    github: {
      type: 'http',
      url: 'https://api.githubcopilot.com/mcp/',
      headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' },
    },
    'chrome-devtools': {
      command: 'npx',
      args: ['-y', 'chrome-devtools-mcp@latest'],
      disabled: false,
      alwaysAllow: ['click'],
    },
    api: { type: 'http', url: '${API_URL:-https://api.example.com}/mcp' },
    'not a name': { command: 'x' },
    leaky: { command: 'x', env: { API_KEY: 'sk-1234567890' } },
  },
});

describe('.mcp.json', () => {
  it('says where its servers stand, also where lines begin with tabs', () => {
    const { servers } = parseSharedMcpFile(
      '{\n\t"mcpServers": {\n\t\t"docs": {\n\t\t\t"command": "npx"\n\t\t},\r\n\t\t"api": {"command": "x"}\n\t}\n}\n',
    );
    assert.deepEqual(
      servers.map(({ name, at }) => [name, at.line, at.column]),
      [
        ['docs', 3, 3],
        ['api', 6, 3],
      ],
    );
  });

  it('describes servers in the form of other tools', () => {
    const { servers, problems } = parseSharedMcpFile(text);
    assert.deepEqual(
      servers.map(({ name, transport, isShared }) => [name, transport, isShared]),
      [
        [
          'github',
          {
            kind: 'http',
            url: 'https://api.githubcopilot.com/mcp/',
            headers: { Authorization: 'Bearer ${env:GITHUB_TOKEN}' },
          },
          true,
        ],
        [
          'chrome-devtools',
          { kind: 'stdio', command: 'npx', args: ['-y', 'chrome-devtools-mcp@latest'], env: {} },
          true,
        ],
        ['api', { kind: 'http', url: '${env:API_URL:-https://api.example.com}/mcp', headers: {} }, true],
      ],
    );
    assert.deepEqual(
      problems.map(({ file, line, fault }) => [file, line, fault.id]),
      [
        ['.mcp.json', undefined, 'bad-server-name'],
        ['.mcp.json', undefined, 'secret-in-file'],
      ],
    );
  });

  it('may say what holds where a variable is not set', () => {
    const [, , api] = parseSharedMcpFile(text).servers;
    const filled = (env: Record<string, string>) => {
      const found = api && fillReferences(api.transport, env);
      return found?.ok && found.transport.kind === 'http' ? found.transport.url : undefined;
    };
    assert.equal(filled({}), 'https://api.example.com/mcp');
    assert.equal(filled({ API_URL: 'http://here' }), 'http://here/mcp');
  });

  it('may hold references in every field, also an address that is one alone', () => {
    const { servers, problems } = parseSharedMcpFile(
      JSON.stringify({
        mcpServers: {
          local: { command: '${TOOLS}/bin/x', args: ['${A}'], cwd: '${TOOLS:-tools}/sub', env: { B: '${B:-}' } },
          remote: { url: '${API_URL}/mcp', headers: { 'X-Team': '${TEAM:-none}' } },
        },
      }),
    );
    assert.deepEqual(problems, []);
    const [local, remote] = servers.map(({ transport }) => transport);
    assert.ok(local && remote);
    assert.deepEqual(fillReferences(local, { TOOLS: '/opt', A: '1' }), {
      ok: true,
      transport: { kind: 'stdio', command: '/opt/bin/x', args: ['1'], cwd: '/opt/sub', env: { B: '' } },
    });
    assert.deepEqual(fillReferences(local, {}), { ok: false, missing: ['TOOLS', 'A'] });
    assert.deepEqual(fillReferences(remote, { API_URL: 'https://a.example' }), {
      ok: true,
      transport: { kind: 'http', url: 'https://a.example/mcp', headers: { 'X-Team': 'none' } },
    });
  });

  it('has a problem where a command or folder holds what is no reference', () => {
    for (const entry of [{ command: '${input:tool}' }, { command: 'x', cwd: '${workspaceFolder' }])
      assert.deepEqual(
        parseSharedMcpFile(JSON.stringify({ mcpServers: { a: entry } })).problems.map(({ fault }) => fault.id),
        ['odd-reference'],
      );
  });

  it('stands behind .minds/mcp.yaml, and a file that is no JSON is a problem', () => {
    const own = parseMcpFile('servers:\n  github: {command: mine}\n');
    const joined = withShared(own, parseSharedMcpFile(text));
    assert.deepEqual(
      joined.servers.map(({ name, isShared }) => [name, isShared]),
      [
        ['github', undefined],
        ['chrome-devtools', true],
        ['api', true],
      ],
    );
    assert.equal(withShared(own, emptyMcpFile), own);
    assert.ok(parseSharedMcpFile('{"mcpServers": {').problems.length > 0);
  });

  it('gives its tools to members that name a server, and to no others', () => {
    const servers = [{ name: 'own' }, { name: 'github', isShared: true as const }];
    assert.deepEqual(serversFor({ toolsets: ['mcp'] }, servers), ['own']);
    assert.deepEqual(serversFor({ toolsets: ['mcp', 'mcp:github'] }, servers), ['own', 'github']);
    assert.deepEqual(serversFor({ tools: ['github_search'] }, servers), ['github']);
  });
});
