// The spans of one dialog, from its records in their order (SPEC 22.6). Each is given when it ends. Ids are made of
// record ids, so a span knows its parent in another dialog without having seen it. Pure.
import type { AgentId, DialogRef } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import { trackAssignments } from './assignments.ts';
import type { TraceContent } from './content.ts';
import { trackGenerations } from './generations.ts';
import { type Span, spanId } from './span.ts';
import { trackTools } from './tools.ts';
import type { Traced, Tracker } from './tracker.ts';
import { trackWaits } from './waits.ts';

export interface DialogTracer {
  /** The spans that end with a record. */
  take(record: CourseRecord): readonly Span[];
  /** Those that have not ended, up to `at` (epoch milliseconds). */
  open(at: number): readonly Span[];
}

/** Begins with the first record of a dialog. */
export function createDialogTracer(ref: DialogRef, content: TraceContent): DialogTracer {
  const { rootId } = ref;
  const idOf: Traced['idOf'] = (...parts) => spanId(rootId, ...parts);
  const traced: Traced = {
    content,
    ref,
    isRoot: isRootRef(ref),
    agentId: '' as AgentId,
    idOf,
    parent: () => assignments.innermost() ?? idOf(rootId),
  };
  const assignments = trackAssignments(traced);
  // A wait for the model ends where the generation begins; what is asked in a generation belongs to the same
  // assignment.
  const trackers: readonly Tracker[] = [trackWaits(traced), trackGenerations(traced), trackTools(traced), assignments];
  return {
    take(record) {
      if (record.kind === 'dialogCreated' || record.kind === 'courseStarted') traced.agentId = record.identity.agentId;
      const at = Date.parse(record.at);
      return trackers.flatMap(tracker => takerOf(tracker, record)?.(record, at) ?? []);
    },
    open: at => trackers.flatMap(tracker => tracker.open().map((span): Span => ({ ...span, to: at, isOpen: true }))),
  };
}

function takerOf({ take }: Tracker, { kind }: CourseRecord) {
  return take[kind] as ((record: CourseRecord, at: number) => readonly Span[]) | undefined;
}
