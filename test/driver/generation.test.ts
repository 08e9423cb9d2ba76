import assert from 'node:assert/strict';
import type { DialogRef } from '../../src/core/dialog/ids.ts';
import { Generation } from '../../src/driver/generate/generation.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';

describe('a generation', () => {
  it('keeps what was said as thinking when the provider finds out that it was, and reads no tellask in it', () => {
    const generation = new Generation({
      dialog: { rootId: 'r', selfId: 'r' } as DialogRef,
      genseq: 1,
      dialect: 'tellask',
      names: new Set(),
      newId: () => 'id',
      show: () => undefined,
    });
    const events: LlmEvent[] = [
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text: '!?@human what?\n' },
      { kind: 'segmentFinished', segment: 'saying' },
      { kind: 'wasThinking' },
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text: 'Hi' },
      { kind: 'segmentFinished', segment: 'saying' },
    ];
    for (const event of events) assert.equal(generation.take(event), undefined);
    assert.deepEqual(generation.facts(), [
      { kind: 'assistantThought', genseq: 1, text: '!?@human what?\n' },
      { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'Hi' }] },
    ]);
  });
});
