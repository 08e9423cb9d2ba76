import assert from 'node:assert/strict';
import type { PassingEvent, StreamSegmentKind } from '../../../src/core/dialog/view/feed-event.ts';
import type { Live, LivePart } from '../../../webview/dialog/conversation/live.ts';
import { createLive } from '../../../webview/dialog/conversation/live.ts';

const options = { dialect: 'tellask' as const, names: new Set<string>() };
const of = { rootId: 'r1', selfId: 'r1', genseq: 1 } as unknown as Pick<PassingEvent, 'rootId' | 'selfId'> & {
  genseq: 1;
};

function live(...chunks: readonly (readonly [StreamSegmentKind, string])[]): Live {
  const made = createLive({ genseq: 1, segments: [] }, options);
  for (const [segment, text] of chunks) made.take({ ...of, type: 'chunk', segment, text });
  return made;
}

function lineOf(part: LivePart): string {
  switch (part.kind) {
    case 'tellask':
      return `tellask ${part.tellask.headline}|${part.tellask.body}`;
    case 'writing':
      return `writing ${part.headline}|${part.body}`;
    default:
      return `${part.kind}${part.growing ? '…' : ''} ${[...part.blocks, part.tail.text.trim()].filter(text => text !== '').join('/')}`;
  }
}

/** Checks the parts that are shown, each written as one line. */
function checkParts(made: Live, lines: readonly string[]): void {
  assert.deepEqual(made.picture().parts.map(lineOf), lines);
}

describe('the text that is being generated', () => {
  it('grows in arrival order, alternating between thinking and saying', () => {
    checkParts(live(['thinking', 'a'], ['thinking', 'b'], ['saying', 'c'], ['thinking', 'd']), [
      'thinking ab',
      'prose c',
      'thinking… d',
    ]);
  });

  it('shows a tellask while it is written, and as a whole when it is closed', () => {
    checkParts(live(['saying', 'Go.\n!?@researcher lo']), ['prose Go.', 'writing @researcher lo|']);
    checkParts(live(['saying', 'Go.\n!?@researcher look\n!?closely\n\nOn']), [
      'prose Go.',
      'tellask @researcher look\n|closely\n',
      'prose… On',
    ]);
  });

  it('begins with what a snapshot has of it', () => {
    const made = createLive({ genseq: 1, segments: [{ segment: 'saying', text: 'Hel' }] }, options);
    made.take({ ...of, type: 'chunk', segment: 'saying', text: 'lo' });
    checkParts(made, ['prose… Hello']);
  });

  it('shows a call while its arguments come, from what a snapshot has of them, and none that began unseen', () => {
    const part = (index: number, args: string) => ({
      ...of,
      type: 'call_part' as const,
      index,
      tool: 'tellask' as const,
      args,
    });
    const calls = [{ index: 0, tool: 'tellask' as const, args: '{"to":"coder","content":"Mend ' }];
    const made = createLive({ genseq: 1, segments: [{ segment: 'saying', text: 'Go.' }], calls }, options);
    made.take(part(0, 'it\\nFirst read'));
    made.take(part(1, 'unseen"}'));
    made.take(part(2, '{"to":"reviewer","content":"Look'));
    checkParts(made, ['prose Go.', 'writing @coder Mend it|First read', 'writing @reviewer Look|']);
  });

  it('finishes a segment when the stream says so', () => {
    const made = live(['saying', 'done']);
    made.take({ ...of, type: 'segment_finish', segment: 'saying' });
    checkParts(made, ['prose done']);
  });

  it('shows a retry until text comes again', () => {
    const made = live();
    made.take({ ...of, type: 'retrying', attempt: 2, inMs: 4000, reason: '429' });
    assert.equal(made.picture().retrying?.attempt, 2);
    made.take({ ...of, type: 'chunk', segment: 'saying', text: 'a' });
    assert.equal(made.picture().retrying, undefined);
  });

  it('shows for how long nothing came until something comes', () => {
    const made = live();
    made.take({ ...of, type: 'no_reply', seconds: 20 });
    assert.equal(made.picture().silentFor, 20);
    made.take({ ...of, type: 'no_reply', seconds: 0 });
    assert.equal('silentFor' in made.picture(), false);
  });
});
