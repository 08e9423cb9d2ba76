// Our MCP client for the official conformance suite (`conformance.ts`): connects to the server that the suite names, lists its tools and
// calls each.
import { connectMcp } from '../src/tools/mcp/mcp-client.ts';

const url = process.argv.at(-1) ?? '';
const { signal } = new AbortController();
const connection = await connectMcp(
  { kind: 'http', url, headers: {} },
  { folder: process.cwd(), signal, onClosed: () => {}, onToolsChanged: () => {} },
);
for (const { name } of await connection.listTools(signal)) {
  const how = { id: name, signal, timeoutMs: 30_000, progress: () => {} };
  // What a tool answers is the suite's to judge.
  await connection.call(name, { a: 5, b: 3 }, how).catch(error => console.error(`${name}: ${error}`));
}
await connection.close();
