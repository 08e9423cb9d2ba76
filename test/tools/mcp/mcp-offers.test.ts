// What becomes of a server's prompt or resource in a message: text as it is, and the name of what is no text.
import assert from 'node:assert/strict';
import { InMemoryTransport, McpServer, type PromptMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { after as wait } from '../../../src/runtime/clock/after.ts';
import { connectOver } from '../../../src/tools/mcp/mcp-client.ts';
import type { McpConnection } from '../../../src/tools/mcp/mcp-connection.ts';

const { signal } = new AbortController();
const picture = { data: 'AAAA', mimeType: 'image/png' };
const uri = 'notes://today';

/** Text, pictures, sound, links and resources, from both sides. */
const messages: PromptMessage[] = [
  { role: 'user', content: { type: 'text', text: 'Look at this.' } },
  { role: 'assistant', content: { type: 'image', ...picture } },
  { role: 'user', content: { type: 'audio', data: 'AAAAAAAA', mimeType: 'audio/wav' } },
  { role: 'user', content: { type: 'resource_link', uri, name: 'Notes' } },
  { role: 'user', content: { type: 'resource', resource: { uri, text: 'sunny' } } },
  { role: 'assistant', content: { type: 'resource', resource: { uri, blob: 'AAAA' } } },
];

describe('what an MCP server offers, as text', () => {
  let connection: McpConnection;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const [wire, theirs] = InMemoryTransport.createLinkedPair();
    const make = () => {
      const server = new McpServer({ name: 'notes', version: '1' });
      server.registerPrompt('look', {}, () => ({ messages }));
      server.registerPrompt('nothing', {}, () => ({ messages: [] }));
      server.registerResource('today', uri, {}, () => ({
        contents: [
          { uri, text: 'sunny' },
          { uri: `${uri}/picture`, blob: 'AAAA', mimeType: 'image/png' },
        ],
      }));
      return server;
    };
    const served = serveStdio(make, { transport: theirs });
    const told = { signal, onClosed: () => {}, onToolsChanged: () => {}, after: wait };
    connection = await connectOver({ wire, lastWords: () => '' }, told);
    close = async () => {
      await connection.close();
      await served.close();
    };
  });
  afterEach(() => close());

  it('names the pictures, sounds and links of a prompt, and who says what', async () => {
    assert.equal(
      await connection.prompt({ name: 'look', args: {} }, signal),
      [
        'Look at this.',
        '[assistant] [image image/png, 3 bytes, not shown]',
        '[audio audio/wav, 6 bytes, not shown]',
        '[Notes: notes://today]',
        'sunny',
        '[assistant] [resource notes://today, not shown]',
      ].join('\n\n'),
    );
  });

  it('is empty for a prompt without messages', async () => {
    assert.equal(await connection.prompt({ name: 'nothing', args: {} }, signal), '');
  });

  it('names the parts of a resource that are no text', async () => {
    assert.equal(await connection.resource(uri, signal), 'sunny\n[resource notes://today/picture, not shown]');
  });
});
