// SPEC 17: system prompt and tools of a default member are at most 9 kB, as bytes on the wire.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/dialog/ids.ts';
import { rootRef } from '../../src/core/dialog/ids.ts';
import { buildRequestBody } from '../../src/llm/openai-request.ts';
import type { Runtime } from '../../src/runtime.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';

const limit = 9_000;
const texting = { '.minds/team.yaml': 'dialect: texting\nmembers: {dominds: {name: Dominds}}\n' };

describe('the fixed part of a request', () => {
  for (const language of ['en', 'zh'] as const) {
    for (const { dialect, files } of [
      { dialect: 'tellask', files: {} },
      { dialect: 'texting', files: texting },
    ]) {
      it(`takes ${limit} bytes at most (${language}, ${dialect})`, async () => {
        const workspace = await makeOpenedWorkspace(files);
        const env = { DOMINDS_LANG: language, OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_API_KEY: 'none' };
        const runtime = await workspace.open('drive', { env });
        const { system, tools } = await fixedPart(runtime);
        await workspace.close();
        const bytes = Buffer.byteLength(system) + Buffer.byteLength(tools);
        assert.ok(bytes <= limit, `${bytes} bytes`);
        assert.doesNotMatch(tools, /inimum|aximum|Length|additional/, 'limits are told when a call breaks them');
      });
    }
  }
});

async function fixedPart(runtime: Runtime): Promise<{ system: string; tools: string }> {
  const started = await runtime.start({});
  assert.ok(started.ok);
  const found = await runtime.prompt(rootRef(started.rootId as RootId));
  assert.ok(found.ok);
  const { messages, tools } = buildRequestBody({ prompt: found.prompt, model: 'any', params: {} });
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  return { system: system.join(''), tools: JSON.stringify(tools) };
}
