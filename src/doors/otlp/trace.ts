// The trace of an exported dialog: its spans and those of the dialogs below it (SPEC 22.6).
import type { ExportedDialog } from '../../runtime/folder/export-dialog.ts';
import type { TraceContent } from './content.ts';
import { createDialogTracer } from './dialog-tracer.ts';
import type { Span } from './span.ts';

/** All spans, in the order in which they began. What is open ends with the last record and says that it is open. */
export function otlpTraceOf(dialogs: readonly ExportedDialog[], content: TraceContent): readonly Span[] {
  const tracers = dialogs.map(dialog => ({
    tracer: createDialogTracer(dialog, content),
    records: dialog.courses.flatMap(({ records }) => records),
  }));
  const times = tracers.flatMap(({ records }) => records.map(({ at }) => Date.parse(at)));
  const end = times.reduce((latest, time) => Math.max(latest, time), 0);
  const spans = tracers.flatMap(({ tracer, records }) => {
    const ended = records.flatMap(record => tracer.take(record));
    return [...ended, ...tracer.open(end)];
  });
  return spans.toSorted((a, b) => a.from - b.from);
}
