// The replies that a dialog can be forked from, as choices. Pure.
import type { CourseRecord } from '../../core/dialog/record.ts';
import { firstLine, withoutMarks } from '../../pages/headline.ts';

export interface ForkChoice {
  /** The beginning of the reply. Its first line alone is often a greeting. */
  readonly label: string;
  readonly at: string;
  readonly genseq: number;
}

/** Finished generations with a text or a draft, the newest first. */
export function forkChoices(records: readonly CourseRecord[]): readonly ForkChoice[] {
  return records
    .flatMap(record => {
      const text = sayingOf(record, records);
      if (text === undefined) return [];
      const label = firstLine(withoutMarks(text).replace(/\s+/g, ' '), 80);
      return [{ label, at: record.at, genseq: 'genseq' in record ? record.genseq : 0 }];
    })
    .reverse();
}

/** The text or draft of a finished generation. */
function sayingOf(record: CourseRecord, records: readonly CourseRecord[]): string | undefined {
  if (record.kind === 'draftStepped') return record.draft?.text;
  if (record.kind !== 'assistantSaid' || record.cut || !isComplete(records, record.genseq)) return undefined;
  return record.parts.map(part => (part.kind === 'prose' ? part.text : part.headline)).join(' ');
}

function isComplete(records: readonly CourseRecord[], genseq: number): boolean {
  return records.some(each => each.kind === 'generationEnded' && each.genseq === genseq && each.outcome === 'complete');
}
