// What is left of a request whose reply was read (SPEC 17): nothing, however long the dialog goes on.

import assert from 'node:assert/strict';
import type { Prompt } from '../../src/core/base/chat.ts';
import { Generation } from '../../src/driver/generate/generation.ts';
import { readStream } from '../../src/driver/generate/read-stream.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/provider.ts';
import { namesOf } from '../support/call-names.ts';
import { collectGarbage } from '../support/collect-garbage.ts';

describe('a reply that was read', () => {
  it('leaves nothing of its request in memory, also when its provider still listens for an abort', async () => {
    const stopping = new AbortController();
    const prompts = await Promise.all(Array.from({ length: 3 }, () => readOne(stopping.signal)));
    await collectGarbage();
    assert.deepEqual(
      prompts.map(prompt => prompt.deref()),
      [undefined, undefined, undefined],
    );
    assert.equal(stopping.signal.aborted, false);
  });
});

async function readOne(signal: AbortSignal): Promise<WeakRef<Prompt>> {
  const request = { prompt: { messages: [], tools: [] } } as unknown as LlmRequest;
  const generation = new Generation({
    dialog: { rootId: 'r-1', selfId: 'r-1' } as never,
    genseq: 1,
    dialect: 'tellask',
    names: namesOf(),
    newId: () => 'id',
    show: () => {},
  });
  const timers = { now: () => 0, after: () => () => {} };
  const end = await readStream({ model: { provider: listening }, request, timers }, generation, signal);
  assert.equal(end.kind, 'finished');
  return new WeakRef(request.prompt);
}

/** As the packages of model servers do, which never take their listener away. */
const listening: LlmProvider = {
  id: 'listening',
  label: 'listening',
  async *stream(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    signal.addEventListener('abort', () => assert.fail(JSON.stringify(request)));
    yield { kind: 'finished', reason: 'stop' };
  },
};
