// SPEC 17: system prompt and tools of a default member are at most 9 kB, as bytes on the wire.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';
import type { Runtime } from '../../src/runtime.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';

const limit = 9_000;
const texting = { '.minds/team.yaml': 'dialect: texting\nmembers: {dominds: {name: Dominds}}\n' };

/** Ways to the short form, for a member that reads only. */
const short: readonly (readonly [string, WorkspaceFiles])[] = [
  ['of a member', { '.minds/team.yaml': 'members: {lead: {toolsets: [read], prompt: short}}\n' }],
  [
    'of a named server',
    {
      '.minds/team.yaml': 'members: {lead: {toolsets: [read], provider: tiny}}\n',
      '.minds/llm.yaml': 'providers: {tiny: {type: openai, base_url: "http://127.0.0.1:9", prompt: short}}\n',
    },
  ],
  [
    'of a small context window',
    {
      '.minds/team.yaml': 'members: {lead: {toolsets: [read]}}\n',
      '.minds/llm.yaml': 'context_length: 15999\n',
    },
  ],
  ['in text', { '.minds/team.yaml': 'dialect: texting\nmembers: {lead: {toolsets: [read], prompt: short}}\n' }],
];

describe('the fixed part of a request', () => {
  for (const language of ['en', 'zh'] as const) {
    for (const { dialect, files } of [
      { dialect: 'tools', files: {} },
      { dialect: 'tellask', files: { '.minds/team.yaml': 'dialect: tellask\nmembers: {dominds: {name: Dominds}}\n' } },
      { dialect: 'texting', files: texting },
    ]) {
      it(`takes ${limit} bytes at most (${language}, ${dialect})`, async () => {
        const { system, tools } = await fixedPartOf(files, language);
        const bytes = Buffer.byteLength(system) + Buffer.byteLength(tools);
        assert.ok(bytes <= limit, `${bytes} bytes`);
        assert.doesNotMatch(tools, /inimum|aximum|Length|additional/, 'limits are told when a call breaks them');
      });
    }
  }
});

describe('the short form of the fixed part', () => {
  for (const language of ['en', 'zh'] as const) {
    for (const [name, files] of short) {
      it(`takes 3000 bytes at most (${language}, ${name})`, async () => {
        const { system, tools } = await fixedPartOf(files, language);
        const bytes = Buffer.byteLength(system) + Buffer.byteLength(tools);
        assert.ok(bytes <= 3_000, `${bytes} bytes`);
      });
    }
  }

  it('is for windows below 16,000 tokens, unless the configuration says otherwise', async () => {
    const team = (more: string) => `members: {lead: {toolsets: [read]${more}}}\n`;
    const bytesOf = async (more: string, llm: string) => {
      const files = { '.minds/team.yaml': team(more), '.minds/llm.yaml': llm };
      return Buffer.byteLength((await fixedPartOf(files, 'en')).tools);
    };
    const full = await bytesOf('', 'context_length: 16000\n');
    assert.ok(full > 3_000, `${full} bytes`);
    assert.equal(await bytesOf('', 'context_length: 8000\nprompt: full\n'), full);
    assert.equal(await bytesOf(', prompt: full', 'context_length: 8000\nprompt: short\n'), full);
  });
});

async function fixedPartOf(files: WorkspaceFiles, language: string): Promise<{ system: string; tools: string }> {
  const workspace = await makeOpenedWorkspace(files);
  const env = { DOMINDS_LANG: language, OPENAI_API_KEY: 'none' };
  const part = await fixedPart(await workspace.open('drive', { env }));
  await workspace.close();
  return part;
}

async function fixedPart(runtime: Runtime): Promise<{ system: string; tools: string }> {
  const started = await runtime.perform({ kind: 'start' });
  assert.ok(started.ok);
  const found = await runtime.prompt(rootRef(started.rootId as RootId));
  assert.ok(found.ok);
  const { messages, tools } = buildRequestBody({ prompt: found.prompt, model: 'any', params: {} });
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  return { system: system.join(''), tools: JSON.stringify(tools) };
}
