// Passing events on their way to a panel: at most one message per frame, neighbouring chunks joined (SPEC 8.2).
import type { PassingEvent } from '../core/dialog/view/feed-event.ts';
import type { Timer } from './coalesce.ts';

/** Milliseconds of one frame. */
const FRAME = 16;

export interface PassingBatch {
  add(event: PassingEvent): void;
  /** Sends what is held, so that a record that follows comes after it. */
  flush(): void;
  /** Forgets what is held. */
  drop(): void;
}

/** Holds events for up to a frame, then gives them to `send` in order. */
export function createPassingBatch(send: (events: readonly PassingEvent[]) => void, timer: Timer): PassingBatch {
  let held: PassingEvent[] = [];
  let frame: { dispose(): void } | undefined;
  const take = () => {
    frame?.dispose();
    frame = undefined;
    const events = held;
    held = [];
    return events;
  };
  const flush = () => {
    const events = take();
    if (events.length > 0) send(events);
  };
  const add = (event: PassingEvent) => {
    const joined = joinChunks(held.at(-1), event);
    if (joined) held[held.length - 1] = joined;
    else held.push(event);
    frame ??= timer(FRAME, flush);
  };
  return { add, flush, drop: () => void take() };
}

/** One event for two when the second only goes on with the first's text. */
function joinChunks(last: PassingEvent | undefined, next: PassingEvent): PassingEvent | undefined {
  if (last?.type === 'chunk' && next.type === 'chunk') {
    const same = last.selfId === next.selfId && last.genseq === next.genseq && last.segment === next.segment;
    return same ? { ...last, text: last.text + next.text } : undefined;
  }
  if (last?.type === 'call_part' && next.type === 'call_part') {
    const same = last.selfId === next.selfId && last.genseq === next.genseq && last.index === next.index;
    return same ? { ...last, args: last.args + next.args } : undefined;
  }
  if (last?.type === 'tool_output' && next.type === 'tool_output') {
    if (last.selfId !== next.selfId || last.callId !== next.callId) return undefined;
    const styled = (last.styled ?? last.text) + (next.styled ?? next.text);
    return { ...last, text: last.text + next.text, ...((last.styled ?? next.styled) !== undefined && { styled }) };
  }
  return undefined;
}
