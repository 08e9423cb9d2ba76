import assert from 'node:assert/strict';
import { findLocalServers } from '../../src/llm/models/local-servers.ts';
import { startMockServer } from '../support/mock-server.ts';
import { never } from './collect.ts';

describe('the search for a local model server', () => {
  it('gives the places that list a model, in their order', async () => {
    const broken = await startMockServer({ models: { body: 'a web page' } });
    const empty = await startMockServer({ models: [] });
    const good = await startMockServer({ models: ['llama'] });
    const other = await startMockServer({ models: ['qwen', 'phi'] });
    const places = [broken, empty, good, other].map(({ baseUrl }, at) => ({ name: `place ${at}`, baseUrl }));
    assert.deepEqual(await findLocalServers({ signal: never(), places }), [
      { name: 'place 2', baseUrl: good.baseUrl, models: ['llama'] },
      { name: 'place 3', baseUrl: other.baseUrl, models: ['qwen', 'phi'] },
    ]);
    await Promise.all([broken, empty, good, other].map(server => server.close()));
    assert.deepEqual(await findLocalServers({ signal: never(), places }), []);
  });

  it('ends with nothing when it is aborted', async () => {
    const server = await startMockServer({ models: { before: new Promise(() => undefined) } });
    const places = [{ name: 'slow', baseUrl: server.baseUrl }];
    const controller = new AbortController();
    const search = findLocalServers({ signal: controller.signal, places });
    controller.abort();
    assert.deepEqual(await search, []);
    await server.close();
  });
});
