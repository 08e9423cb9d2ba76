// `read_course`: what was said and done in an earlier course of the dialog (SPEC 23.11).
import * as z from 'zod';
import { courseEntries, readEntries } from '../../core/dialog/transcript/course-text.ts';
import { createTranscript } from '../../core/dialog/transcript/transcript.ts';
import { defineTool, failed } from '../tool.ts';

/** Reads earlier courses; offered once there is one. */
export const readCourse = defineTool({
  name: 'read_course',
  description: words => words.read_course,
  args: () =>
    z.object({
      course: z.int().optional(),
      from: z.int().optional(),
      to: z.int().optional(),
    }),
  isRepeatable: true,
  worksOn: 'earlierCourse',
  async run({ course: asked, from = 1, to }, { state, texts, readCourse: recordsOf }) {
    const words = texts.ledger.reading;
    const last = state.course - 1;
    const course = asked ?? last;
    if (last < 1) return failed(words.noneYet);
    if (course < 1 || course > last) return failed(words.noSuchCourse(course, last));
    const records = await recordsOf(course);
    if (!records) return failed(words.unreadable(course));
    const transcript = createTranscript(texts, state.identity.dialect);
    for (const record of records) transcript.add(record);
    const entries = courseEntries(transcript.messages(), words);
    const end = Math.min(to ?? entries.length, entries.length);
    if (from < 1 || from > end) return failed(words.noSuchEntry(course, entries.length));
    return { ok: true, content: readEntries(entries, { course, from, to: end, words }) };
  },
});
