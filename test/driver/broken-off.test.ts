// Replies that the provider broke off, by its limit of length or its content filter, or because it refused to continue
// (SPEC 3.1, 4.1, 10.7).
import assert from 'node:assert/strict';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { FinishReason, LlmEvent } from '../../src/llm/provider.ts';
import { transcriptEn as words } from '../../src/words/en/transcript.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

function saying(text: string, reason: FinishReason): { readonly events: readonly LlmEvent[] } {
  return {
    events: [
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text },
      { kind: 'segmentFinished', segment: 'saying' },
      { kind: 'finished', reason },
    ],
  };
}

describe('a reply that its provider broke off', () => {
  for (const reason of ['length', 'content-filter', 'refused'] as const) {
    it(`calls nobody by the tellask it ends in, and tells its model so (${reason})`, async () => {
      const t = createTestDriver({
        script: {
          lead: [saying('First.\n!?@coder delete everything exc', reason), '!?@coder delete the cache', 'Fine.'],
          coder: ['Done.'],
        },
      });
      const tree = await t.start('Begin');
      assert.deepEqual(
        recordsIn(t, tree, 'tellaskRefused').map(refusal => refusal.reason),
        ['cut-off'],
      );
      assert.deepEqual(
        recordsIn(t, tree, 'dialogCreated').flatMap(({ call }) => call?.headline.trim() ?? []),
        ['@coder delete the cache'],
      );
      checkSettled(t, tree);
    });
  }

  it('makes the calls that were whole before', async () => {
    const t = createTestDriver({
      script: {
        lead: [saying('!?@coder one\n\n!?@coder two and', 'length'), 'Fine.'],
        coder: ['Done.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'dialogCreated').flatMap(({ call }) => call?.headline.trim() ?? []),
      ['@coder one'],
    );
  });

  it('makes the call that text follows', async () => {
    const t = createTestDriver({
      script: { lead: [saying('!?@coder one\n\nAnd then I', 'length'), 'Fine.'], coder: ['Done.'] },
    });
    assert.equal(recordsIn(t, await t.start('Begin'), 'tellaskRefused').length, 0);
  });

  it('asks the person nothing by half a question', async () => {
    const t = createTestDriver({ script: { lead: [saying('!?@human Shall I del', 'length'), 'Fine.'] } });
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'questionAsked').length, 0);
  });

  it('says as an answer that its end is missing', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder count', 'Fine.'], coder: [saying('42 is the ans', 'length')] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ content }) => content),
      ['42 is the ans\n\n[This answer was broken off by the model server: its end is missing.]'],
    );
    checkSettled(t, tree);
  });

  it('is marked in the transcript', async () => {
    const t = createTestDriver({ script: { lead: [saying('I can', 'content-filter')] } });
    const root = rootOf(await t.start('Begin'));
    const [ended] = root.records.filter(({ kind }) => kind === 'generationEnded');
    assert.ok(ended);
    const [block] = transcriptBlocks([ended], words);
    assert.match(JSON.stringify(block), /content filter/);
  });

  it('is shown as refused, even if nothing was said', async () => {
    const t = createTestDriver({ script: { lead: [{ events: [{ kind: 'finished', reason: 'refused' }] }] } });
    const root = rootOf(await t.start('Begin'));
    const ended = root.records.filter(({ kind }) => kind === 'generationEnded');
    assert.match(JSON.stringify(transcriptBlocks(ended, words)), /the provider refused to continue/);
  });

  it('is whole where the model declined in its own words', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder count', 'Fine.'], coder: [saying('I cannot do that.', 'refusal')] },
    });
    assert.deepEqual(
      recordsIn(t, await t.start('Begin'), 'responseSupplied').map(({ content }) => content),
      ['I cannot do that.'],
    );
  });

  it('is whole where the model ended by itself', async () => {
    const t = createTestDriver({ script: { lead: [saying('!?@coder one', 'stop'), 'Fine.'], coder: ['Done.'] } });
    const tree = await t.start('Begin');
    assert.equal(tree.dialogs.size, 2);
  });
});
