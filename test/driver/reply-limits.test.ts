// A reply that goes beyond its limits ends as a failure: what came so far is kept and readable (SPEC 18.8).
import assert from 'node:assert/strict';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { MAX_REPLY_CALLS, MAX_REPLY_CHARACTERS, MAX_REPLY_SEGMENTS } from '../../src/llm/reply/reply-limits.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { recordsIn } from './check-tree.ts';

type Segment = 'thinking' | 'saying';
const started = (segment: Segment): LlmEvent => ({ kind: 'segmentStarted', segment });
const chunk = (segment: Segment, text: string): LlmEvent => ({ kind: 'chunk', segment, text });
const finished = (segment: Segment): LlmEvent => ({ kind: 'segmentFinished', segment });
const end: LlmEvent = { kind: 'finished', reason: 'stop' };
/** No text that repeats itself: that is broken off before it fills a limit. */
const half = Array.from({ length: MAX_REPLY_CHARACTERS / 8 }, (_, at) => String(at).padStart(8, '0'))
  .join('')
  .slice(0, MAX_REPLY_CHARACTERS / 2);
const tellasks = Array.from({ length: MAX_REPLY_CALLS + 1 }, (_, at) => `!?@lead ${at}\n\n`).join('');
const call = (args: string): LlmEvent => ({ kind: 'toolCall', id: 'c', name: 'mark_done', args });
const short = (segment: Segment, at: number) => [started(segment), chunk(segment, `${at} `), finished(segment)];

describe('a reply', () => {
  const tooLarge: [what: string, events: readonly LlmEvent[], message: string][] = [
    [
      'says too much',
      [started('saying'), chunk('saying', half), chunk('saying', half), chunk('saying', 'y'), finished('saying'), end],
      'the model said more than 4 million characters in one reply',
    ],
    [
      'thinks too much',
      [started('thinking'), chunk('thinking', half), chunk('thinking', `${half}y`), finished('thinking'), end],
      'the model thought more than 4 million characters in one reply',
    ],
    [
      'has too large arguments',
      [call(`"${half}"`), call(`"${half}"`), end],
      'the arguments of the tool calls of one reply have more than 4 million characters',
    ],
    [
      'changes too often between thinking and saying',
      [
        ...Array.from({ length: MAX_REPLY_SEGMENTS }, (_, at) => short(at % 2 ? 'saying' : 'thinking', at)).flat(),
        ...short('thinking', 0),
      ],
      'the reply changes between thinking and saying more than 10000 times',
    ],
    [
      'makes too many tellasks',
      [started('saying'), chunk('saying', tellasks), finished('saying'), end],
      'the reply has more than 1000 tool calls and tellasks',
    ],
    [
      'makes too many tool calls',
      [...Array.from({ length: MAX_REPLY_CALLS + 1 }, () => call('{}')), end],
      'the reply has more than 1000 tool calls and tellasks',
    ],
  ];
  for (const [what, events, message] of tooLarge) {
    it(`that ${what} interrupts the dialog, and can be asked for again`, async () => {
      const t = createTestDriver({ script: { lead: [{ events }, 'Fine.'] } });
      const tree = await t.start('Begin');
      const { code, message: told } = rootOf(tree).state.interruption ?? assert.fail();
      assert.deepEqual([code, told], ['too-large', message]);
      assert.equal(recordsIn(t, tree, 'toolCalled').length, 0);
      assert.equal(recordsIn(t, tree, 'tellaskMade').length, 0);
      await t.goOn(tree);
      assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    });
  }

  it('that fills its limit is kept whole', async () => {
    const events = [started('saying'), chunk('saying', half), chunk('saying', half), finished('saying'), end];
    const t = createTestDriver({ script: { lead: [{ events }] } });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.saying.text.length, MAX_REPLY_CHARACTERS);
  });

  it('that was given up is not read on', async () => {
    let isReleased = false;
    async function* endless(): AsyncGenerator<LlmEvent> {
      try {
        yield started('saying');
        for (;;) yield chunk('saying', half);
      } finally {
        isReleased = true;
      }
    }
    const t = createTestDriver({ script: {}, provider: { id: 'p', label: 'p', stream: endless } });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.interruption?.code, 'too-large');
    assert.equal(isReleased, true);
  });
});
