// What can be reached, whether it answers, and that no key goes where it does not belong; over real HTTP.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { never } from '../llm/collect.ts';
import { type MockServer, type MockServerOptions, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const key = 'my-stored-key-0123';
const quiet = () => ({ probeLocal: false });

describe('the interface to models', () => {
  let workspace: TempWorkspace;
  let server: MockServer;
  let runtime: Runtime;

  async function open(options: MockServerOptions, llm: (baseUrl: string) => string, more: Partial<OpenOptions> = {}) {
    server = await startMockServer(options);
    workspace = await makeTempWorkspace({ '.minds/llm.yaml': llm(server.baseUrl) });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'read', settings: quiet, ...more });
    assert.ok(opened.ok);
    runtime = opened.runtime;
  }
  afterEach(async () => {
    await runtime.close();
    await server.close();
    await workspace.remove();
  });

  it('lists the editor, the configured endpoint and the named ones, and says why one lists nothing', async () => {
    const model = { vendor: 'v', id: 'm', name: 'M', family: 'f', maxInputTokens: 5 };
    const ask = () => Promise.reject(new Error('not asked'));
    const editorModels = { list: async () => [{ ...model, ask, countTokens: async () => 0 }] };
    await open(
      { models: ['a', 'b'] },
      url => `base_url: ${url}\nproviders:\n  dead: {base_url: 'http://127.0.0.1:9/v1'}\n`,
      { editorModels },
    );
    const { places } = await runtime.models.survey(never());
    assert.deepEqual(
      places.map(({ kind, provider, models }) => [kind, provider, models.map(({ id }) => id)]),
      [
        ['editor', undefined, ['v/m']],
        ['endpoint', undefined, ['a', 'b']],
        ['endpoint', 'dead', []],
      ],
    );
    assert.match(places[2]?.problem ?? '', /\S/);
  });

  it('offers no tools to a model of which the file says that it takes none', async () => {
    await open({ replies: [{ say: 'ready' }] }, url => `base_url: ${url}\nmodel: m\ntools: false\n`);
    const { ok } = await runtime.models.test(undefined, never());
    assert.deepEqual([ok, server.requests[0]?.body.tools], [true, undefined]);
  });

  it('tells step by step that a model answers', async () => {
    await open({ replies: [{ say: 'ready' }] }, url => `base_url: ${url}\nmodel: m\ntools: false\n`);
    const before = performance.now();
    const { ok, steps } = await runtime.models.test(undefined, never());
    const took = Math.ceil(performance.now() - before);
    assert.equal(ok, true);
    assert.deepEqual(
      steps.map(({ kind }) => kind),
      ['configured', 'key', 'chosen', 'answered'],
    );
    const last = steps.at(-1);
    assert.deepEqual(last?.kind === 'answered' && [last.text, last.usage], [
      'ready',
      { promptTokens: 10, completionTokens: 5 },
    ]);
    assert.ok(last?.kind === 'answered' && last.ms >= 0 && last.ms <= took);
  });

  it('tells what the server said when it refuses, without the key', async () => {
    const body = { error: { message: `the key ${key} is wrong` } };
    const options = { replies: [{ status: 401, body }], models: { status: 401, body } };
    await open(options, url => `base_url: ${url}\nmodel: m\n`, { apiKey: async () => key });
    const report = await runtime.models.test(undefined, never());
    const last = report.steps.at(-1);
    assert.equal(last?.kind === 'failed' && last.failure.code, 'auth');
    assert.equal(JSON.stringify(report).includes(key), false);
    assert.equal(JSON.stringify(await runtime.models.survey(never())).includes(key), false);
  });

  it('asks for a stored key by the address that is asked, and sends no other', async () => {
    const asked: string[] = [];
    const apiKey = async (baseUrl: string) => {
      asked.push(baseUrl);
      return baseUrl.startsWith('https://api.openai.com') ? key : undefined;
    };
    await open({ replies: [{ status: 401 }] }, url => `base_url: ${url}\nmodel: m\n`, { apiKey });
    const report = await runtime.models.test(undefined, never());
    assert.deepEqual(new Set(asked), new Set([server.baseUrl]));
    assert.equal(server.requests[0]?.headers.authorization, undefined);
    const last = report.steps.at(-1);
    assert.match(last?.kind === 'failed' ? last.failure.message : '', /no API key is set for 127\.0\.0\.1/);
  });

  it('reads the settings again at every look', async () => {
    const settings = { current: 'one' };
    await open({}, () => '', { settings: () => ({ ...quiet(), baseUrl: server.baseUrl, model: settings.current }) });
    assert.equal(runtime.models.configured().model, 'one');
    settings.current = 'two';
    assert.equal(runtime.models.configured().model, 'two');
  });

  it('says whether the model takes images, where its name or the file tells', async () => {
    const settings = { current: {} };
    await open({}, () => '', { settings: () => ({ ...quiet(), baseUrl: server.baseUrl, ...settings.current }) });
    const takes = (current: object) => {
      settings.current = current;
      return runtime.models.configured().takesImages;
    };
    assert.deepEqual([takes({}), takes({ model: 'qwen3' }), takes({ model: 'gpt-5' })], [undefined, false, true]);
  });

  for (const tools of [true, false]) {
    it(`says that the model is asked without tools only where the file says so (tools: ${tools})`, async () => {
      await open({}, url => `base_url: ${url}\nmodel: m\ntools: ${tools}\n`);
      assert.equal(runtime.models.configured().withoutTools, tools ? undefined : true);
    });
  }

  it('tries a key that is not stored, and reports a server that does not answer', async () => {
    await open({ models: ['a'], respond: () => ({ say: '' }) }, url => `base_url: ${url}\n`);
    const place = await runtime.models.modelsAt(server.baseUrl, never(), { key: 'sk-typed' });
    assert.deepEqual(
      place.models.map(({ id }) => id),
      ['a'],
    );
    const nobody = await runtime.models.modelsAt('http://127.0.0.1:9/v1', never());
    assert.equal(nobody.fault, 'address');
  });

  it('tells that a server rejects the key', async () => {
    await open({ models: { status: 401, say: '' } }, url => `base_url: ${url}\n`);
    assert.equal((await runtime.models.modelsAt(server.baseUrl, never(), { key: 'sk-wrong' })).fault, 'key');
  });

  it('takes a web page at the address for a fault of the address, and names it', async () => {
    const models = { body: '<title>Open WebUI</title>', headers: { 'content-type': 'text/html' } };
    await open({ models }, url => `base_url: ${url}\n`);
    const { problem, fault } = await runtime.models.modelsAt(server.baseUrl, never());
    assert.deepEqual([problem, fault], ['the server sent a page instead of an answer: Open WebUI', 'address']);
  });

  it('plays the demo in one dialog, whatever model the folder has, and changes no file', async () => {
    const demoPlaybook = path.join(import.meta.dirname, '../../media/demo/demo.playbook.yaml');
    await open({ replies: [{ say: 'from the server' }] }, url => `base_url: ${url}\nmodel: m\n`, {
      mode: 'drive',
      demoPlaybook,
    });
    const before = readFileSync(path.join(workspace.folder, '.minds/llm.yaml'), 'utf8');
    const started = await runtime.perform({ kind: 'start', text: 'Show me how a team works.', demo: true });
    assert.ok(started.ok);
    const settled = await runtime.settled(started.rootId);
    assert.deepEqual([settled.interrupted, settled.questions.length], [[], 1]);
    assert.equal(server.requests.length, 0);
    assert.equal(readFileSync(path.join(workspace.folder, '.minds/llm.yaml'), 'utf8'), before);
    const plain = await runtime.perform({ kind: 'start', text: 'Hello.' });
    assert.ok(plain.ok);
    await server.arrived(1);
  });
});
