import assert from 'node:assert/strict';
import { findLocalServer } from '../../src/llm/local-servers.ts';
import { startMockServer } from '../support/mock-server.ts';
import { never } from './collect.ts';

describe('the search for a local model server', () => {
  it('gives the first place, in order, that lists a model', async () => {
    const broken = await startMockServer({ models: { body: 'a web page' } });
    const empty = await startMockServer({ models: [] });
    const good = await startMockServer({ models: ['llama'] });
    const places = [broken, empty, good].map(({ baseUrl }, at) => ({ name: `place ${at}`, baseUrl }));
    assert.deepEqual(await findLocalServer({ signal: never(), places }), {
      name: 'place 2',
      baseUrl: good.baseUrl,
      models: ['llama'],
    });
    await Promise.all([broken, empty, good].map(server => server.close()));
    assert.equal(await findLocalServer({ signal: never(), places }), undefined);
  });

  it('ends with nothing when it is aborted', async () => {
    const server = await startMockServer({ models: { before: new Promise(() => undefined) } });
    const places = [{ name: 'slow', baseUrl: server.baseUrl }];
    const controller = new AbortController();
    const search = findLocalServer({ signal: controller.signal, places });
    controller.abort();
    assert.equal(await search, undefined);
    await server.close();
  });
});
