// The tools of the MCP server for tests, whatever carries it: one that answers, and some that misbehave.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

/** A server named `weather`. `forecast` tells the token it was started with, so that tests see what reached it. */
export function weatherServer(token: string): McpServer {
  const server = new McpServer({ name: 'weather', version: '1' });
  const text = (said: string, isError = false) => ({ content: [{ type: 'text' as const, text: said }], isError });
  server.registerTool(
    'forecast',
    { description: 'Tells the weather of a city.', inputSchema: { city: z.string() } },
    async ({ city }) => text(`${city}: sunny (token ${token}, keys ${process.env.OPENAI_API_KEY ?? 'none'})`),
  );
  server.registerTool('refuse', { description: 'Always fails.' }, async () => text('no such city', true));
  server.registerTool('flood', { description: 'Says too much.' }, async () => text('x'.repeat(200_000)));
  server.registerTool('picture', { description: 'Draws.' }, async () => ({
    content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
  }));
  server.registerTool('hang', { description: 'Never answers.' }, () => new Promise<never>(() => {}));
  server.registerTool('freeze', { description: 'Stops the server, with its process alive.' }, async () => {
    process.kill(process.pid, 'SIGSTOP');
    return text('gone on');
  });
  server.registerTool('crash.now', { description: 'Ends the server.' }, async () => {
    process.stderr.write('out of wind\n');
    process.exit(3);
  });
  server.registerTool('step', { description: 'Tells how far it is.' }, async extra => {
    const { _meta, sendNotification } = extra;
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined)
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress: 1, total: 2, message: 'half way' },
      });
    // Only once the client has taken that in; an answer in the same breath would overtake it.
    await server.server.ping();
    return text('there');
  });
  server.registerTool('book', { description: 'Asks the person before it books.' }, async () => {
    const properties = { name: { type: 'string' }, seats: { type: 'integer' } } as const;
    const asked = await server.server.elicitInput({
      message: 'Which seats?',
      requestedSchema: { type: 'object', properties, required: ['name', 'seats'] },
    });
    return text(asked.action === 'accept' ? `booked ${JSON.stringify(asked.content)}` : asked.action);
  });
  server.registerPrompt(
    'brief',
    { description: 'Asks for a brief.', argsSchema: { city: z.string(), style: z.string().optional() } },
    ({ city, style = 'plain' }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Tell of the weather in ${city}, ${style}.` } }],
    }),
  );
  server.registerResource('bonn', 'weather://bonn', { title: 'Weather of Bonn' }, async ({ href: uri }) => ({
    contents: [{ uri, text: `sunny since ${'yesterday '.repeat(3)}` }],
  }));
  server.registerResource('all', 'weather://all', {}, async ({ href: uri }) => ({
    contents: [{ uri, text: 'x'.repeat(150_000) }],
  }));
  return server;
}
