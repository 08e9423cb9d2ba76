// What the trackers of a dialog's spans have in common: each begins and ends the spans of one kind.
import type { AgentId, DialogRef } from '../../core/base/ids.ts';
import type { Fact, RecordOf } from '../../core/dialog/record.ts';
import type { TraceContent } from './content.ts';
import type { Span } from './span.ts';

/** A span that has begun. */
export type OpenSpan = Omit<Span, 'to'>;

/** The common context of a tracer's parts. */
export interface Traced {
  readonly content: TraceContent;
  readonly ref: DialogRef;
  readonly isRoot: boolean;
  agentId: AgentId;
  idOf(...parts: readonly (string | number)[]): string;
  /** Id of the span within which something begins now. */
  parent(): string;
}

/** Spans of one kind. `take` has what each kind of record means to them; `at` is its time in epoch milliseconds. */
export interface Tracker {
  readonly take: { readonly [K in Fact['kind']]?: (record: RecordOf<K>, at: number) => readonly Span[] };
  open(): readonly OpenSpan[];
}
