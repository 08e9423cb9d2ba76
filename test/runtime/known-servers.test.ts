// Servers that a person chose are theirs in every folder (SPEC 25.7).
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKnownServers } from '../../src/runtime/models/known-servers.ts';
import { never } from '../llm/collect.ts';
import { startMockServer } from '../support/mock-server.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';

const ollama = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama' };
const own = { baseUrl: 'https://models.example/anthropic', type: 'anthropic', model: 'big' } as const;

describe('the servers that a person chose', () => {
  let home: string;
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'dominds-known-'));
    env = { XDG_CONFIG_HOME: home };
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('are kept outside of every folder, each once, the last one first, until they are removed', () => {
    const known = createKnownServers(env);
    known.add(ollama);
    known.add(own);
    known.add({ ...ollama, model: 'qwen' });
    assert.deepEqual(createKnownServers(env).list(), [{ ...ollama, model: 'qwen' }, own]);
    known.remove(ollama.baseUrl);
    assert.deepEqual(known.list(), [own]);
  });

  it('have one that answers everywhere, which a choice for one folder does not change', () => {
    const known = createKnownServers(env);
    assert.deepEqual(known.everywhere(), {});
    known.add({ ...own, everywhere: true });
    known.add({ ...own, model: 'small' });
    known.add(ollama);
    assert.deepEqual(known.everywhere(), { provider: 'anthropic', baseUrl: own.baseUrl, model: 'big' });
    known.add({ ...ollama, everywhere: true });
    assert.deepEqual(known.everywhere(), { baseUrl: ollama.baseUrl, model: 'llama' });
    assert.equal(known.list().filter(({ everywhere }) => everywhere).length, 1);
  });

  it('are none when the file is broken or nothing can be kept', async () => {
    const file = path.join(home, 'dominds', 'servers.json');
    createKnownServers(env).add(ollama);
    for (const text of ['{', '[{"baseUrl": 1}]', '{}', '[{"baseUrl": "x", "type": "spy"}]']) {
      await writeFile(file, text);
      assert.deepEqual(createKnownServers(env).list(), [], text);
    }
    assert.equal(createKnownServers({}).add(ollama), false);
  });

  it('are offered in another folder, whose settings are left alone, and answer there on the command line', async () => {
    const server = await startMockServer({ models: ['a', 'b'], replies: [{ say: 'Hello.' }] });
    const [first, second] = [await makeOpenedWorkspace({}), await makeOpenedWorkspace({})];
    try {
      const chosen = await first.open('read', { env, settings: () => ({ probeLocal: false }) });
      chosen.models.remember({ kind: 'endpoint', baseUrl: server.baseUrl, model: 'b' }, true);
      const quiet = await second.open('read', { env, settings: () => ({ probeLocal: false }) });
      const { places } = await quiet.models.survey(never());
      assert.deepEqual(
        places.map(({ baseUrl, isKnown, models }) => [baseUrl, isKnown, models.map(({ id }) => id)]),
        [[server.baseUrl, true, ['a', 'b']]],
      );
      assert.equal(quiet.models.configured().type, undefined);
      const byCommand = await second.open('read', { env });
      assert.equal(byCommand.models.configured().model, 'b');
      assert.doesNotMatch(await readFile(path.join(home, 'dominds', 'servers.json'), 'utf8'), /key/i);
    } finally {
      await first.close();
      await second.close();
      await server.close();
    }
  });
});
