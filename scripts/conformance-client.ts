// Our MCP client for the official conformance suite (`conformance.ts`): connects to the server that the suite names,
// lists its tools and calls each. Where the server asks the person, every form is accepted with what it suggests.
import type { FormField, FormReply } from '../src/core/dialog/form.ts';
import { readAnswer } from '../src/core/dialog/form-answers.ts';
import { after } from '../src/runtime/clock/after.ts';
import { connectMcp } from '../src/tools/mcp/mcp-client.ts';
import type { HowToCall, McpAnswer, McpAsks } from '../src/tools/mcp/mcp-connection.ts';

const url = process.argv.at(-1) ?? '';
const { signal } = new AbortController();
const connection = await connectMcp(
  { kind: 'http', url, headers: {} },
  { folder: process.cwd(), signal, onClosed: () => {}, onToolsChanged: () => {}, after },
);

/** The calls that the scenario wants, with their arguments; absent: each tool once. */
const { toolCalls }: { readonly toolCalls?: readonly { readonly name: string; readonly arguments?: object }[] } =
  JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const tools = await connection.listTools(signal);
const listed = tools.map(({ name }) => ({ name, arguments: { a: 5, b: 3, schema: tools[0]?.parameters } }));
for (const { name, arguments: input = {} } of toolCalls ?? listed) {
  // What a tool answers is the suite's to judge.
  await callThrough(name, input).catch(error => console.error(`${name}: ${error}`));
}
await connection.close();

/** Calls until there is a result. */
async function callThrough(name: string, input: object): Promise<McpAnswer> {
  const how: HowToCall = { id: name, signal, timeoutMs: 30_000, progress: () => {} };
  let answer = await connection.call(name, input, how);
  while (answer.asks) answer = await connection.call(name, input, { ...how, asked: filledIn(answer.asks) });
  return answer;
}

function filledIn({ state, held, forms }: McpAsks): NonNullable<HowToCall['asked']> {
  const replies = forms.map(({ key, fields }): [string, FormReply] => {
    const reply = readAnswer({ fields }, JSON.stringify(Object.fromEntries(fields.map(valueFor))));
    return [key, 'kind' in reply ? { action: 'cancel' } : reply];
  });
  return { ...(state !== undefined && { state }), ...(held && { held: true }), replies: Object.fromEntries(replies) };
}

/** What a form suggests for a field, else what fits its type. */
function valueFor({ name, type, initial, choices }: FormField): readonly [string, unknown] {
  if (initial !== undefined) return [name, undefined];
  const first = choices?.[0]?.value ?? 'something';
  const fitting = { text: 'something', number: 1, integer: 1, boolean: true, choice: first, choices: [first] };
  return [name, fitting[type]];
}
