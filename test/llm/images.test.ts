// Images of a person on their way to a model: sent where it takes them, else in words, and the person is told (SPEC
// 10).
import assert from 'node:assert/strict';
import type { ImageRef } from '../../src/core/base/image.ts';
import type { EditorModel, EditorRequest } from '../../src/llm/editor/editor-models.ts';
import { createEditorProvider } from '../../src/llm/editor/editor-provider.ts';
import { takesImages } from '../../src/llm/models/takes-images.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/provider.ts';
import { redPixel, redPixelBytes } from '../support/images.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';

const shot: ImageRef = { hash: 'a'.repeat(64), type: 'image/png', bytes: 70, name: 'shot.png' };
const gone: ImageRef = { ...shot, hash: 'b'.repeat(64), name: 'gone.png' };

function requestOf(taken: boolean | undefined, images: readonly ImageRef[] = [shot], content = 'Look'): LlmRequest {
  return {
    prompt: { messages: [{ role: 'user', content, images }], tools: [] },
    images: {
      ...(taken !== undefined && { taken }),
      read: ({ hash }) => (hash === shot.hash ? redPixelBytes : undefined),
      inWords: ({ name }, why) => `[${name} ${why}]`,
    },
    origin: { rootId: 'r', selfId: 'r', agentId: 'a', course: 1 },
    marks: [],
  };
}

async function lastOf(provider: LlmProvider, request: LlmRequest): Promise<LlmEvent | undefined> {
  let last: LlmEvent | undefined;
  for await (const event of provider.stream(request, new AbortController().signal)) last = event;
  return last;
}

describe('images in a request', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({ respond: () => ({ say: 'Seen.' }) });
  });
  afterEach(() => server.close());
  const ask = (model: string, request: LlmRequest) =>
    lastOf(createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl, apiKey: 'k', model }), request);
  const sent = () => server.requests.at(-1)?.body.messages[0]?.content as unknown;

  it('go as data URLs beside the text to a model that takes them', async () => {
    const last = await ask('plain', requestOf(true));
    assert.deepEqual(sent(), [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${redPixel}` } },
    ]);
    assert.equal(last?.kind === 'finished' && last.imagesLeftOut, undefined);
  });

  it('go without a text when there is none', async () => {
    await ask('gpt-5', requestOf(undefined, [shot], ''));
    assert.deepEqual(sent(), [{ type: 'image_url', image_url: { url: `data:image/png;base64,${redPixel}` } }]);
  });

  it('are words in a plain text for a model that takes none or is not known to, which is told at the end', async () => {
    for (const request of [requestOf(undefined), requestOf(false)]) {
      const last = await ask('plain', request);
      assert.equal(sent(), 'Look\n\n[shot.png not-taken]');
      assert.equal(last?.kind === 'finished' && last.imagesLeftOut, 1);
    }
    await ask('gpt-5', requestOf(false));
    assert.equal(sent(), 'Look\n\n[shot.png not-taken]');
  });

  it('whose file is gone are words, and the others are sent', async () => {
    await ask('plain', requestOf(true, [gone, shot]));
    assert.deepEqual((sent() as { text?: string }[])[1]?.text, '[gone.png missing]');
    await ask('plain', requestOf(true, [gone]));
    assert.equal(sent(), 'Look\n\n[gone.png missing]');
  });

  it('a server that refuses a request with images is said to take none, perhaps', async () => {
    await server.close();
    server = await startMockServer({ respond: () => ({ status: 400, body: { error: { message: 'no parts' } } }) });
    const last = await ask('plain', requestOf(true));
    assert.match(last?.kind === 'failed' ? last.failure.message : '', /no parts \(.*`images: false`/);
    const without = await ask('plain', requestOf(true, []));
    assert.equal(without?.kind === 'failed' && without.failure.message, 'no parts');
  });

  for (const [name, reply] of [
    [
      'llama.cpp',
      { status: 500, body: { error: { message: 'image input is not supported - hint: provide the mmproj' } } },
    ],
    ['LM Studio', { frames: ['event: error\ndata: {"error":{"message":"Model does not support images."}}\n\n'] }],
    ['OpenRouter', { status: 404, body: { error: { message: 'No endpoints found that support image input' } } }],
  ] as const)
    it(`that ${name} refuses are not sent again, and the person is told how to work without`, async () => {
      await server.close();
      server = await startMockServer({ respond: () => reply });
      const last = await ask('plain', requestOf(true));
      const failure = last?.kind === 'failed' ? last.failure : undefined;
      assert.deepEqual([failure?.code, failure?.retryable], ['bad-request', false]);
      assert.match(failure?.message ?? '', /`images: false`/);
    });

  it('go to a model of the editor that says it takes them, or is told to', async () => {
    const asked: EditorRequest[] = [];
    const model = (family: string, takes?: boolean): EditorModel => ({
      vendor: 'v',
      id: family,
      name: family,
      family,
      maxInputTokens: 1000,
      ...(takes !== undefined && { takesImages: takes }),
      async ask(request) {
        asked.push(request);
        return (async function* () {
          yield { kind: 'text' as const, text: 'Seen.' };
        })();
      },
      countTokens: async text => text.length,
    });
    const last = (each: EditorModel, taken?: boolean) =>
      lastOf(createEditorProvider({ list: async () => [each] }), requestOf(taken));
    const image = { kind: 'image', type: 'image/png', bytes: redPixelBytes };
    const words = { kind: 'text', text: '[shot.png not-taken]' };
    const second = () => asked.at(-1)?.messages[0]?.parts[1];
    await last(model('plain', true));
    assert.deepEqual(second(), image);
    const left = await last(model('gpt-4o', false));
    assert.deepEqual(second(), words);
    assert.equal(left?.kind === 'finished' && left.imagesLeftOut, 1);
    await last(model('gpt-4o'));
    assert.deepEqual(second(), image);
    await last(model('plain'), true);
    assert.deepEqual(second(), image);
  });
});

describe('models that see', () => {
  it('are known by their names', () => {
    for (const name of [
      'gpt-4o-mini',
      'openai/gpt-5.1',
      'claude-sonnet-4-5',
      'anthropic/claude-3.5-haiku',
      'google/gemini-2.5-pro',
      'gemma3:12b',
      'llava:13b',
      'qwen2.5vl:7b',
      'Qwen/Qwen2.5-VL-7B-Instruct',
      'llama3.2-vision',
      'pixtral-12b',
      'o3',
    ]) {
      assert.equal(takesImages(name, undefined), true, name);
    }
  });

  it('others are not, unless it is configured', () => {
    for (const name of ['deepseek-chat', 'gpt-3.5-turbo', 'llama3.1', 'qwen3:8b', 'o3-mini', 'gemma3:1b', 'claude-2']) {
      assert.equal(takesImages(name, undefined), false, name);
    }
    assert.equal(takesImages(undefined, undefined), false);
    assert.equal(takesImages('deepseek-chat', true), true);
    assert.equal(takesImages('gpt-5', false), false);
  });
});
