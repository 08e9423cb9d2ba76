// The transcript of a dialog's newest course.
import { createTranscript, type Transcript } from '../../core/dialog/transcript/transcript.ts';
import type { Dialog } from '../driver-context.ts';

/** The newest course as the model reads it; only records that came since the last call are looked at. */
export function transcriptOf(dialog: Dialog): Transcript {
  const { course, identity } = dialog.state;
  if (dialog.transcript?.course !== course) {
    dialog.transcript = {
      builder: createTranscript(dialog.tree.ctx.minds.texts(), identity.dialect),
      course,
      taken: 0,
    };
  }
  const { transcript } = dialog;
  for (; transcript.taken < dialog.records.length; transcript.taken++) {
    const record = dialog.records[transcript.taken];
    if (record) transcript.builder.add(record);
  }
  return transcript.builder;
}
