// The events published about dialogs. A `recorded` event comes after its record was stored; the others are passing:
// shown as they arrive, never stored, superseded by the records of their generation (SPEC 8.2).
import type { CallId, DialogId, RootId } from '../../base/ids.ts';
import type { CallTool } from '../../tellask/segment.ts';
import type { CourseRecord } from '../record.ts';
import type { RootSummary } from './projection.ts';

interface OfDialog {
  readonly rootId: RootId;
  readonly selfId: DialogId;
}

export type StreamSegmentKind = 'thinking' | 'saying';

/** Passing events of one generation or one tool call. */
export type PassingEvent = OfDialog &
  (
    | { readonly type: 'segment_start'; readonly genseq: number; readonly segment: StreamSegmentKind }
    | { readonly type: 'chunk'; readonly genseq: number; readonly segment: StreamSegmentKind; readonly text: string }
    | { readonly type: 'segment_finish'; readonly genseq: number; readonly segment: StreamSegmentKind }
    /** A piece of the arguments of a call that makes a tellask (SPEC 23.3); `index` counts the calls of the reply. */
    | {
        readonly type: 'call_part';
        readonly genseq: number;
        readonly index: number;
        readonly tool: CallTool;
        readonly args: string;
      }
    /** `styled`: the same with the codes of its colours (SGR), where it has any. */
    | { readonly type: 'tool_output'; readonly callId: CallId; readonly text: string; readonly styled?: string }
    | {
        readonly type: 'retrying';
        readonly genseq: number;
        readonly attempt: number;
        readonly inMs: number;
        readonly reason: string;
      }
    /** Seconds without any part of the reply; 0 once something arrives (SPEC 10.8). */
    | { readonly type: 'no_reply'; readonly genseq: number; readonly seconds: number }
  );

/** True if an event is shown as it arrives and never stored. */
export function isPassing(event: FeedEvent): event is PassingEvent {
  return event.type in passingTypes;
}

const passingTypes: Readonly<Record<PassingEvent['type'], true>> = {
  segment_start: true,
  chunk: true,
  segment_finish: true,
  call_part: true,
  tool_output: true,
  retrying: true,
  no_reply: true,
};

export type FeedEvent =
  /** `seq` is the dialog's sequence number after folding this record. */
  | (OfDialog & { readonly type: 'recorded'; readonly seq: number; readonly record: CourseRecord })
  | PassingEvent
  | (OfDialog & { readonly type: 'stream_error_evt'; readonly genseq: number; readonly message: string })
  /** SPEC 5.2: after every change of a dialog's open questions. */
  | (OfDialog & {
      readonly type: 'questions_count_update';
      readonly previousCount: number;
      readonly questionCount: number;
      readonly dialog: OfDialog;
      readonly course: number;
    })
  /** A root's line in the list changed, or the root left the rtws (`summary` absent). */
  | (OfDialog & { readonly type: 'root_changed'; readonly summary?: RootSummary });

/** The text of the generation that runs now, for a view that opens in its middle. */
export interface LiveGeneration {
  readonly genseq: number;
  readonly segments: readonly { readonly segment: StreamSegmentKind; readonly text: string }[];
  /** Calls whose arguments are on their way. */
  readonly calls?: readonly LiveCall[];
  /** Seconds for which nothing came, while that is so. */
  readonly silentFor?: number;
  readonly retrying?: { readonly attempt: number; readonly inMs: number; readonly reason: string };
}

/** A call of which a part has come. */
export interface LiveCall {
  readonly index: number;
  readonly tool: CallTool;
  readonly args: string;
}

/** True if arguments begin here: whoever joins later gets the rest of them alone. */
export function isOpening({ args }: LiveCall): boolean {
  return args.trimStart().startsWith('{');
}

/** The calls with one more piece. */
export function withCallPart(calls: readonly LiveCall[] = [], { index, tool, args }: LiveCall): readonly LiveCall[] {
  const known = calls.find(each => each.index === index);
  if (!known) return isOpening({ index, tool, args }) ? [...calls, { index, tool, args }] : calls;
  return calls.map(each => (each === known ? { ...known, args: known.args + args } : each));
}
