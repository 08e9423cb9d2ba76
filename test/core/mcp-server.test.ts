// What of an MCP server no person or model may read: the values behind its references, and keys in plain text (SPEC
// 12.4).
import assert from 'node:assert/strict';
import { type McpTransport, secretsOf } from '../../src/core/team/mcp-server.ts';

const env = { GITHUB_TOKEN: 'of-github', PLACE: 'of-place' };
const starts = (of: Partial<McpTransport & { kind: 'stdio' }>): McpTransport => ({
  kind: 'stdio',
  command: 'serve',
  args: [],
  env: {},
  ...of,
});
const reached = (headers: Readonly<Record<string, string>>, url = 'https://mcp.example'): McpTransport => ({
  kind: 'http',
  url,
  headers,
});
const plainKey = 'abcdef0123456789';

describe('the secrets of an MCP server', () => {
  const cases: readonly (readonly [string, McpTransport, readonly string[]])[] = [
    ['a variable with the name of a secret', starts({ env: { A: '${env:GITHUB_TOKEN}' } }), ['of-github']],
    ['a field with the name of a secret', starts({ env: { API_KEY: '${env:PLACE}' } }), ['of-place']],
    ['neither', starts({ env: { A: '${env:PLACE}' } }), []],
    ['an argument', starts({ args: ['--with', '${env:GITHUB_TOKEN}'] }), ['of-github']],
    ['a command', starts({ command: '${env:GITHUB_TOKEN}' }), ['of-github']],
    ['an address', reached({}, 'https://mcp.example/?of=${env:GITHUB_TOKEN}&at=${env:PLACE}'), ['of-github']],
    ['any header', reached({ 'x-place': '${env:PLACE}' }), ['of-place']],
    ['a variable that is not set', reached({ authorization: 'Bearer ${env:NONE}' }), []],
    ['a key in plain text', starts({ env: { API_KEY: plainKey, PLAIN: plainKey } }), [plainKey]],
    ['a key behind its scheme', reached({ authorization: `Bearer ${plainKey}` }), [plainKey]],
    [
      'a key for a variable that is not set',
      reached({ authorization: `Bearer \${env:NONE:-${plainKey}}` }),
      [plainKey],
    ],
    ['a word that is no key', reached({ authorization: 'Bearer none' }), []],
  ];
  for (const [where, transport, secrets] of cases)
    it(`are found in its texts: ${where}`, () => assert.deepEqual(secretsOf(transport, env), secrets));
});
