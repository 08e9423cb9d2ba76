// A question that the person answered before in the same course (SPEC 23.8). Pure.
import type { CourseRecord, RecordOf } from '../record.ts';

type Question = Pick<RecordOf<'questionAsked'>, 'headline' | 'body'>;

/**
 * The answer that an equal question got, unless that answer was given back once already: then the person is asked.
 * `records` are those of the course.
 */
export function answeredBefore(
  records: readonly CourseRecord[],
  question: Question,
): RecordOf<'questionAnswered'> | undefined {
  const key = plain(question);
  const equal = new Set<string>();
  let answer: RecordOf<'questionAnswered'> | undefined;
  for (const record of records) {
    if (record.kind === 'questionAsked' && record.questionKind === 'ask' && !record.form && plain(record) === key) {
      equal.add(record.questionId);
      answer = undefined;
    } else if (record.kind === 'questionAnswered' && equal.has(record.questionId)) {
      answer = record;
    } else if (record.kind === 'tellaskRefused' && record.repeats !== undefined && equal.has(record.repeats)) {
      answer = undefined;
    }
  }
  return answer;
}

/** Questions that differ in case, spaces and the punctuation at the end of lines alone are equal. */
function plain({ headline, body }: Question): string {
  return `${headline}\n${body}`
    .normalize('NFKC')
    .toLowerCase()
    .split('\n')
    .map(line =>
      line
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replace(/[.?!\u3002\u2026]+$/, ''),
    )
    .filter(line => line !== '')
    .join('\n');
}
