// An MCP server of its own process, for tests: `node mcp-stdio-server.ts [file]`; notes its process id in the file.
import { appendFileSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { weatherServer } from './mcp-tools.ts';

const [, , noteFile] = process.argv;
if (noteFile !== undefined) appendFileSync(noteFile, `${process.pid}\n`);
// A person's program may print what is no message.
console.log('weather server, at your service');
await weatherServer(process.env.WEATHER_TOKEN ?? 'none').connect(new StdioServerTransport());
