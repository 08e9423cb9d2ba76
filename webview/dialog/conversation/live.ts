// The text of the generation that runs now, as passing events bring it: segments in arrival order, sayings split into
// prose and tellasks by the same parser as the driver's. Superseded by the records of the generation (SPEC 8.2).
import { sleepingCall } from '../../../src/core/dialog/sleep.ts';
import { type DialogState, goesOn } from '../../../src/core/dialog/state.ts';
import {
  isOpening,
  type LiveGeneration,
  type PassingEvent,
  type StreamSegmentKind,
} from '../../../src/core/dialog/view/feed-event.ts';
import type { ParseOptions, SegmentParser } from '../../../src/core/tellask/parse.ts';
import { createSegmentParser } from '../../../src/core/tellask/parse.ts';
import { partialCall } from '../../../src/core/tellask/partial-call.ts';
import type { CallTool, Segment, TellaskSegment } from '../../../src/core/tellask/segment.ts';
import type { BlockSplitter, Tail } from '../../shared/text/blocks.ts';
import { createBlockSplitter } from '../../shared/text/blocks.ts';

/** Growing text. `blocks` are finished and are the same array at every picture. */
export interface LiveText {
  readonly kind: 'thinking' | 'prose';
  readonly blocks: readonly string[];
  readonly tail: Tail;
  readonly growing: boolean;
}

export type LivePart =
  | LiveText
  | { readonly kind: 'tellask'; readonly tellask: TellaskSegment }
  /** A block that is still being written. */
  | { readonly kind: 'writing'; readonly headline: string; readonly body: string };

export type Retrying = NonNullable<LiveGeneration['retrying']>;

/** The content below the items while a generation runs. */
export interface LivePicture {
  readonly genseq: number;
  readonly parts: readonly LivePart[];
  readonly retrying?: Retrying;
  /** Seconds for which nothing came, while that is so. */
  readonly silentFor?: number;
}

/** Gathers passing events. Costs per event do not grow with the text. */
export interface Live {
  take(event: PassingEvent): void;
  picture(): LivePicture;
}

/** The running generation, or the wait before a retry; none otherwise. */
export function liveOf(
  { state, live }: { readonly state: DialogState; readonly live?: LiveGeneration },
  options: ParseOptions,
): Live | undefined {
  if (!state.generating && !live?.retrying) return undefined;
  return createLive(live ?? { genseq: state.genseq, segments: [] }, options);
}

/**
 * The same after an event of the present generation: between two attempts nothing is generated, but the wait is shown.
 * `options` is asked only then, not for each chunk.
 */
export function liveAfter(
  live: Live | undefined,
  event: Exclude<PassingEvent, { type: 'tool_output' }>,
  options: () => ParseOptions,
): Live | undefined {
  const next =
    live ?? (event.type === 'retrying' ? createLive({ genseq: event.genseq, segments: [] }, options()) : undefined);
  next?.take(event);
  return next;
}

/** True if there is something to stop. */
export function isBusy(state: DialogState): boolean {
  const { generating, toolCalls, pause } = state;
  return sleepingCall(state) !== undefined || generating || toolCalls.some(call => call.started) || goesOn(pause);
}

/** The live text of one generation, from what a snapshot has of it. */
export function createLive(start: LiveGeneration, options: ParseOptions): Live {
  const parts: Part[] = [];
  let { retrying, silentFor = 0 } = start;
  const last = (segment: StreamSegmentKind): Part => {
    const part = parts.at(-1);
    if (part?.segment === segment && part.growing) return part;
    if (part) finish(part);
    return parts[parts.push(segment === 'thinking' ? thinking() : saying(options)) - 1] as Part;
  };
  const calls = new Map<number, Part>();
  const callOf = ({ index, tool }: { readonly index: number; readonly tool: CallTool }): Part => {
    const known = calls.get(index);
    if (known) return known;
    const last = parts.at(-1);
    if (last) finish(last);
    const made = writing(tool);
    calls.set(index, made);
    parts.push(made);
    return made;
  };
  for (const { segment, text } of start.segments) last(segment).push(text);
  for (const call of start.calls ?? []) callOf(call).push(call.args);
  return {
    take(event) {
      if (event.type === 'retrying') retrying = event;
      else if (event.type === 'no_reply') silentFor = event.seconds;
      else if (event.type === 'segment_start') last(event.segment);
      else if (event.type === 'chunk') last(event.segment).push(event.text);
      else if (event.type === 'segment_finish') finish(last(event.segment));
      else if (event.type === 'call_part' && (calls.has(event.index) || isOpening(event)))
        callOf(event).push(event.args);
      if (event.type === 'chunk') retrying = undefined;
    },
    picture: () => ({
      genseq: start.genseq,
      parts: parts.flatMap(part => part.picture()),
      ...(retrying && { retrying }),
      ...(silentFor > 0 && { silentFor }),
    }),
  };
}

interface Part {
  readonly segment: StreamSegmentKind | 'call';
  growing: boolean;
  push(text: string): void;
  end(): void;
  picture(): LivePart[];
}

function finish(part: Part): void {
  if (!part.growing) return;
  part.growing = false;
  part.end();
}

function thinking(): Part {
  const splitter = createBlockSplitter();
  return {
    segment: 'thinking',
    growing: true,
    push: text => splitter.push(text),
    end: () => splitter.end(),
    picture() {
      return [{ kind: 'thinking', blocks: splitter.blocks, tail: splitter.tail(), growing: this.growing }];
    },
  };
}

function saying(options: ParseOptions): Part {
  const parser: SegmentParser = createSegmentParser(options);
  const settled: LivePart[] = [];
  let prose: BlockSplitter | undefined;
  const settleProse = () => {
    if (!prose) return;
    prose.end();
    settled.push(textPicture(prose, false));
    prose = undefined;
  };
  const take = (segment: Segment) => {
    if (segment.kind === 'prose') {
      prose ??= createBlockSplitter();
      prose.push(segment.text);
    } else {
      settleProse();
      settled.push({ kind: 'tellask', tellask: segment });
    }
  };
  return {
    segment: 'saying',
    growing: true,
    push: text => parser.push(text).forEach(take),
    end() {
      parser.end().forEach(take);
      settleProse();
    },
    picture() {
      const open = this.growing ? parser.open() : undefined;
      const text = prose ? [textPicture(prose, this.growing && !open)] : [];
      return [...settled, ...text, ...(open ? [{ kind: 'writing' as const, ...open }] : [])];
    },
  };
}

/** A call whose arguments still come. */
function writing(tool: CallTool): Part {
  let args = '';
  return {
    segment: 'call',
    growing: true,
    push(text) {
      args += text;
    },
    end() {},
    picture: () => [{ kind: 'writing', ...partialCall(tool, args) }],
  };
}

function textPicture(splitter: BlockSplitter, growing: boolean): LiveText {
  return { kind: 'prose', blocks: splitter.blocks, tail: splitter.tail(), growing };
}
