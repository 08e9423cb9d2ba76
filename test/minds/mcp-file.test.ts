import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillReferences } from '../../src/core/team/mcp-server.ts';
import { parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { mcpJsonSchema } from '../../src/minds/servers/mcp-schema.ts';
import { toldProblem } from '../support/told.ts';

const schemaFile = path.join(import.meta.dirname, '../../media/schemas/mcp.schema.json');

/** Problems as `line:column message — remedy`. */
const problems = (text: string) =>
  parseMcpFile(text)
    .problems.map(toldProblem)
    .map(({ line, column, message, remedy }) => `${line}:${column} ${message} — ${remedy}`);
const names = (text: string) => parseMcpFile(text).servers.map(({ name }) => name);

describe('.minds/mcp.yaml', () => {
  it('describes servers that are started and servers that run', () => {
    const { servers, problems } = parseMcpFile(`servers:
  weather:
    command: npx
    args: [-y, weather-mcp]
    env: { WEATHER_TOKEN: "\${env:WEATHER_TOKEN}", LEVEL: high }
    cwd: tools
    timeout_s: 5
  docs:
    url: https://docs.example/mcp
    headers:
      Authorization: Bearer \${env:DOCS_TOKEN}
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(servers, [
      {
        name: 'weather',
        transport: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'weather-mcp'],
          env: { WEATHER_TOKEN: '${env:WEATHER_TOKEN}', LEVEL: 'high' },
          cwd: 'tools',
        },
        timeoutS: 5,
        at: { file: '.minds/mcp.yaml', line: 2, column: 3 },
      },
      {
        name: 'docs',
        transport: {
          kind: 'http',
          url: 'https://docs.example/mcp',
          headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' },
        },
        timeoutS: 60,
        at: { file: '.minds/mcp.yaml', line: 8, column: 3 },
      },
    ]);
    assert.deepEqual(names(''), []);
    assert.deepEqual(names('servers:\n'), []);
  });

  it('says where something is wrong and what to do, and keeps the other servers', () => {
    const good = '  good: { command: x }\n';
    const check = (entry: string, expected: string) => {
      const text = `servers:\n  bad: ${entry}\n${good}`;
      assert.deepEqual(problems(text), [expected]);
      assert.deepEqual(names(text), ['good']);
    };
    check('{}', '2:3 servers.bad must have either command or url — Write `command: npx`, or `url: http://…`.');
    check(
      '{ command: x, url: "http://h" }',
      '2:3 servers.bad must have either command or url — Write `command: npx`, or `url: http://…`.',
    );
    check('{ comand: x }', '2:10 unknown key servers.bad.comand — Did you mean `command`?');
    check(
      '{ command: x, args: y }',
      '2:28 servers.bad.args: expected a list, received text — Correct it; the server is not used until then.',
    );
    check('{ command: x, headers: {} }', '2:31 servers.bad: headers belongs to servers with `url` — Remove it.');
    check('{ url: "http://h", env: {} }', '2:32 servers.bad: env belongs to servers with `command` — Remove it.');
    check('{ url: "ftp://h" }', '2:15 servers.bad.url is not a web address — Begin it with http:// or https://.');
    assert.deepEqual(problems('server: {}\n'), ['1:1 unknown key server, ignored — Did you mean `servers`?']);
    assert.deepEqual(problems('servers:\n  1st: { command: x }\n'), [
      '2:3 not a server name: 1st — Use a letter, then at most 31 letters, digits, `_` or `-`.',
    ]);
    assert.match(problems('servers: [x]\n')[0] ?? '', /^1:10 servers must be a map/);
    assert.match(problems('- x\n')[0] ?? '', /^1:1 the file must be a map/);
    assert.match(problems('servers: {\n')[0] ?? '', /invalid YAML/);
  });

  it('holds no secrets', () => {
    const remedy = 'Write `${env:NAME}` and set that variable where Dominds runs.';
    const check = (entry: string, expected: string) =>
      assert.deepEqual(problems(`servers:\n  s: ${entry}\n`), [`${expected} — ${remedy}`]);
    check(
      '{ command: x, env: { WEATHER_API_KEY: abc } }',
      '2:44 servers.s.env.WEATHER_API_KEY: secrets are not read from files',
    );
    check(
      '{ url: "http://h", headers: { authorization: Bearer x } }',
      '2:51 servers.s.headers.authorization: secrets are not read from files',
    );
    check('{ command: x, args: ["${TOKEN}"] }', '2:27 servers.s.args.0: only ${env:NAME} is filled in');
    assert.deepEqual(problems('servers:\n  s: { command: x, env: { MAX_TOKENS: "5", MONKEY: tail } }\n'), []);
  });

  it('has its references filled in, or says which variables are not set', () => {
    const transport = {
      kind: 'stdio',
      command: '${env:HOME:-/home}/bin/x',
      args: ['--a=${env:A}'],
      env: { B: '${env:B}-${env:C}' },
      cwd: '${env:A}/sub',
    } as const;
    assert.deepEqual(fillReferences(transport, { A: '1', B: '', C: '3' }), {
      ok: true,
      transport: { ...transport, command: '/home/bin/x', args: ['--a=1'], env: { B: '-3' }, cwd: '1/sub' },
    });
    assert.deepEqual(fillReferences(transport, { B: '2' }), { ok: false, missing: ['A', 'C'] });
  });

  // After a wanted change: UPDATE_SCHEMAS=1 mocha test/minds/mcp-file.test.ts
  it('has the JSON schema of media/schemas', () => {
    const expected = `${JSON.stringify(mcpJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(schemaFile, expected);
    assert.equal(readFileSync(schemaFile, 'utf8'), expected);
  });
});
