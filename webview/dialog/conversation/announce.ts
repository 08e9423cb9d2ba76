// What a screen reader hears as the dialog goes on: whole sayings and what needs the person, never single chunks.
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { plainTitleOf } from '../../shared/text/headline.ts';
import type { PanelWords } from '../../shared/words/en/panel.ts';

/** Characters read aloud of a saying; the rest is there to be read. */
const SPOKEN_MAX = 600;

/** The words for a record that is worth hearing; `undefined` for all others. */
export function announcementOf(
  record: CourseRecord,
  words: PanelWords,
  nameOf: (agentId: string) => string,
): string | undefined {
  switch (record.kind) {
    case 'assistantSaid': {
      const prose = record.parts.map(part => (part.kind === 'prose' ? part.text : '')).join('');
      return record.cut || prose.trim() === '' ? undefined : prose.trim().slice(0, SPOKEN_MAX);
    }
    case 'draftStepped':
      return record.draft && words.newDraft;
    case 'questionAsked':
      return `${words.question.heading(record.questionKind)}: ${plainTitleOf(record.headline)}`;
    case 'responseSupplied':
      return words.answerFrom(nameOf(record.agentId));
    case 'interrupted':
      return words.interruption(record).heading;
    case 'dialogCompleted':
      return words.milestone.completed(record.by);
    // The last announcement of a question ends with it.
    case 'questionAnswered':
    case 'questionClosed':
      return '';
    default:
      return undefined;
  }
}
