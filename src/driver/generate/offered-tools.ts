// The tools that a request offers, of those that the dialog has. A tool that is not offered yet is performed all the
// same.
import { subjectsSince, type ToolSubject } from '../../core/dialog/transcript/tool-subjects.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Dialog } from '../driver-context.ts';

/** These tools without those that have had nothing to work on in this course. */
export function offeredTools(dialog: Dialog, tools: readonly Tool[]): readonly Tool[] {
  const seen = seenSubjects(dialog);
  return tools.filter(({ worksOn }) => worksOn === undefined || seen.has(worksOn));
}

/** Only records that came since the last call are looked at. */
function seenSubjects(dialog: Dialog): ReadonlySet<ToolSubject> {
  const { course } = dialog.state;
  if (dialog.subjects?.course !== course) dialog.subjects = { seen: new Set(), course, taken: 0 };
  const { subjects, records } = dialog;
  for (; subjects.taken < records.length; subjects.taken++) {
    const record = records[subjects.taken];
    for (const subject of record ? subjectsSince(record) : []) subjects.seen.add(subject);
  }
  return subjects.seen;
}
