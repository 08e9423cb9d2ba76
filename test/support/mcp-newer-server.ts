// An MCP server of its own process that knows the protocol of 2026 and no other, for tests: `node mcp-newer-server.ts`.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const make = () => {
  const server = new McpServer({ name: 'newer', version: '1' });
  server.registerTool('double', {}, () => ({ content: [] }));
  return server;
};
serveStdio(make, { legacy: 'reject' });
