import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { FeedEvent, PassingEvent, StreamSegmentKind } from '../../src/core/dialog/view/feed-event.ts';
import { LiveTexts } from '../../src/runtime/roles/live-text.ts';

const at = { rootId: 'r' as RootId, selfId: 'd' as DialogId, genseq: 1 };

type Segments = readonly (readonly [StreamSegmentKind, readonly string[]])[];

/** A whole reply as it passes. */
const passing = (segments: Segments): readonly PassingEvent[] =>
  segments.flatMap(([segment, texts]): readonly PassingEvent[] => [
    { type: 'segment_start', ...at, segment },
    ...texts.map(text => ({ type: 'chunk' as const, ...at, segment, text })),
    { type: 'segment_finish', ...at, segment },
  ]);

const textsOf = (live: LiveTexts) => live.of(at.selfId)?.segments.map(({ segment, text }) => `${segment} ${text}`);

/** What a panel makes of events: the texts of its segments. */
const shown = (events: readonly PassingEvent[]) => {
  const texts: string[] = [];
  for (const event of events) {
    if (event.type === 'segment_start') texts.push(`${event.segment} `);
    else if (event.type === 'chunk') texts[texts.length - 1] += event.text;
  }
  return texts;
};

describe('the text of a reply that is under way', () => {
  it('has the calls whose arguments come, but none of which the beginning is missing', () => {
    const part = (index: number, args: string) => ({
      type: 'call_part' as const,
      ...at,
      index,
      tool: 'tellask' as const,
      args,
    });
    const live = new LiveTexts();
    assert.deepEqual(
      [part(0, 'coder"}'), part(1, '{"to":'), part(1, '"coder"')].map(each => live.take(each)),
      [false, true, true],
    );
    assert.deepEqual(live.of(at.selfId)?.calls, [{ index: 1, tool: 'tellask', args: '{"to":"coder"' }]);
  });

  it('is whole for one who joins at any moment, and for one who was there', () => {
    const segments = fc.array(
      fc.tuple(fc.constantFrom<StreamSegmentKind>('saying', 'thinking'), fc.array(fc.string({ maxLength: 2_500 }))),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(segments, fc.nat(), (reply, moment) => {
        const events = passing(reply);
        const joinsAt = 1 + (moment % events.length);
        const [driver, early, late] = [new LiveTexts(), new LiveTexts(), new LiveTexts()];
        const seen: { early: PassingEvent[]; late: PassingEvent[] } = { early: [], late: [] };
        events.forEach((event, index) => {
          driver.take(event);
          if (early.take(event)) seen.early.push(event);
          if (index + 1 > joinsAt && late.take(event)) seen.late.push(event);
          if (index + 1 !== joinsAt) return;
          for (const piece of driver.pieces(at.rootId)) {
            assert.ok(JSON.stringify(piece).length < 7_000);
            seen.early.push(...early.takePiece(piece));
            seen.late.push(...late.takePiece(piece));
          }
        });
        const whole = reply.map(([segment, texts]) => `${segment} ${texts.join('')}`);
        assert.deepEqual([textsOf(driver), textsOf(early), textsOf(late)], [whole, whole, whole]);
        assert.deepEqual([shown(seen.early), shown(seen.late)], [whole, whole]);
      }),
    );
  });

  it('holds back text whose beginning is not known', () => {
    const live = new LiveTexts();
    assert.equal(live.take({ type: 'chunk', ...at, segment: 'saying', text: 'and so on' }), false);
    assert.equal(live.of(at.selfId), undefined);
  });

  it('goes with the record that holds it, and not with one of the reply before it', () => {
    const live = new LiveTexts();
    const [begins] = passing([['saying', ['Hello']]]);
    assert.ok(begins);
    live.take({ ...begins, genseq: 2 } as PassingEvent);
    const ended = { type: 'recorded', ...at, seq: 1, record: { kind: 'generationEnded' } } as unknown as FeedEvent;
    live.takeNews(ended, 1);
    assert.equal(live.of(at.selfId)?.genseq, 2);
    live.takeNews(ended, 2);
    assert.equal(live.of(at.selfId), undefined);
  });

  it('goes when its tree rests', () => {
    const live = new LiveTexts();
    for (const event of passing([['saying', ['Hello']]])) live.take(event);
    live.takeNews({ type: 'root_changed', rootId: at.rootId, selfId: at.selfId }, undefined);
    assert.deepEqual(live.pieces(at.rootId), []);
  });
});
