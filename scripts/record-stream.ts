// `npm run record -- PROVIDER MODEL [--base-url URL] [--tool] [--out FILE]`: asks a real server one question and keeps
// its stream as a fixture for `test/llm/recorded.test.ts`. The key comes from the environment; keys and what looks like
// one are taken out.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isServerProvider, serverProvider, serverProviders } from '../src/core/team/providers.ts';
import { redact } from '../src/core/text/secrets.ts';
import { createHttpProvider } from '../src/llm/http-providers.ts';
import { keyFromEnvironment } from '../src/llm/models/key-owner.ts';
import type { LlmRequest } from '../src/llm/provider.ts';
import { root } from './project.ts';

/** An answer as a server sent it, without keys. */
export interface RecordedStream {
  readonly provider: string;
  readonly model: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'base-url': { type: 'string' }, tool: { type: 'boolean' }, out: { type: 'string' } },
});
const [provider, model] = positionals;
if (!isServerProvider(provider) || model === undefined) {
  console.error(
    `usage: npm run record -- ${serverProviders.map(({ id }) => id).join('|')} MODEL [--base-url URL] [--tool] [--out FILE]`,
  );
  process.exit(2);
}
const baseUrl = values['base-url'] ?? serverProvider(provider).baseUrl;
const apiKey = keyFromEnvironment(process.env, baseUrl);
const out =
  values.out ?? path.join(root, 'test/fixtures/streams', `${provider}-${model.replace(/[^\w.-]+/g, '-')}.json`);

let recorded: Promise<RecordedStream> | undefined;
const taping: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const copy = response.clone();
  const contentType = copy.headers.get('content-type') ?? '';
  recorded = copy.text().then(text => ({
    provider,
    model,
    status: response.status,
    contentType,
    body: redact(text, apiKey === undefined ? [] : [apiKey]),
  }));
  return response;
};

const request: LlmRequest = {
  prompt: {
    messages: [
      { role: 'user', content: values.tool ? 'What is the weather in Paris? Use the tool.' : 'Count from 1 to 5.' },
    ],
    tools: values.tool
      ? [
          {
            name: 'get_weather',
            description: 'The weather of a city now.',
            parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        ]
      : [],
  },
  model,
  origin: { rootId: 'record', selfId: 'record', agentId: 'record', course: 1 },
  marks: [],
};
const options = { id: provider, label: provider, baseUrl, fetch: taping, ...(apiKey !== undefined && { apiKey }) };
for await (const event of createHttpProvider(provider, options).stream(request, new AbortController().signal)) {
  if (event.kind !== 'chunk') console.log(JSON.stringify(event));
}
const stream = await recorded;
if (stream === undefined) {
  console.error('Nothing came from the server.');
  process.exit(1);
}
await mkdir(path.dirname(out), { recursive: true });
await writeFile(out, `${JSON.stringify(stream, null, 2)}\n`);
console.log(`Wrote ${path.relative(process.cwd(), out)}. Read it before you commit it.`);
