// What servers had kept of requests is counted and shown (SPEC 10.9).
import assert from 'node:assert/strict';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { transcriptEn } from '../../src/words/en/transcript.ts';
import { transcriptZh } from '../../src/words/zh/transcript.ts';
import { wordsFor } from '../../webview/shared/words/use-words.ts';
import { chineseWords } from '../../webview/shared/words/zh/words.ts';
import { createTestDriver } from '../support/test-driver.ts';

/** A reply to 1,000 prompt tokens, of which the server had kept so many. */
function reply(cachedTokens?: number) {
  const usage = { promptTokens: 1_000, completionTokens: 10, ...(cachedTokens !== undefined && { cachedTokens }) };
  const events: LlmEvent[] = [
    { kind: 'segmentStarted', segment: 'saying' },
    { kind: 'chunk', segment: 'saying', text: 'Fine.' },
    { kind: 'segmentFinished', segment: 'saying' },
    { kind: 'finished', reason: 'stop', usage },
  ];
  return { events };
}

describe('what servers had kept of requests', () => {
  it('is summed for the dialog over restarts, is unknown until a server says it, and stands in the transcript', async () => {
    const t = createTestDriver({ script: { lead: [reply(), reply(250), reply(2_000)] } });
    const tree = await t.start('Begin');
    assert.deepEqual(rootOf(tree).state.tokens, { prompt: 1_000, completion: 10 });
    await t.say(tree, 'More');
    assert.deepEqual(rootOf(tree).state.tokens, { prompt: 2_000, completion: 20, cached: 250 });
    await t.say(tree, 'More');
    const known = { prompt: 3_000, completion: 30, cached: 1_250 };
    assert.deepEqual(rootOf(tree).state.tokens, known, 'no server can have kept more than the request');
    assert.deepEqual(rootOf(await t.restart().onlyTree()).state.tokens, known);
    const { records } = rootOf(tree);
    assert.match(
      JSON.stringify(transcriptBlocks(records, transcriptEn)),
      /1000 \+ 10 tokens.*1000 \(250 cached\) \+ 10 tokens/,
    );
    assert.match(JSON.stringify(transcriptBlocks(records, transcriptZh)), /1000（缓存 250） \+ 10 词元/);
  });

  it('stands in the panel as a share', () => {
    assert.equal(wordsFor('en').usage(3_000, 30, 1_250), '3k in (42% cached) · 30 out');
    assert.equal(chineseWords.panel.usage(3_000, 30, 0), '输入 3000（0% 来自缓存） · 输出 30');
    assert.equal(wordsFor('en').usage(3_000, 30), '3k in · 30 out');
  });
});
