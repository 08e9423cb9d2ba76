// The searchable text of a record: messages, not notes of the runtime. Pure.
import { stepText } from '../../draft/step-text.ts';
import type { CourseRecord } from '../record.ts';

/** The words of a record; '' when it holds none. */
export function recordText(record: CourseRecord): string {
  switch (record.kind) {
    case 'dialogCreated':
      return record.call ? `${record.call.headline}\n${record.call.body}` : '';
    case 'callReceived':
      return `${record.call.headline}\n${record.call.body}`;
    case 'draftStepped':
      return stepText(record);
    case 'userSaid':
      return [record.content, ...(record.images ?? []).map(({ name }) => name)].join('\n');
    case 'draftTaken':
      return record.draft.text;
    case 'draftMessageSent':
    case 'draftMessageAdded':
    case 'questionAnswered':
    case 'responseSupplied':
      return record.content;
    case 'assistantSaid':
      return record.parts.map(part => (part.kind === 'prose' ? part.text : `${part.headline}${part.body}`)).join('');
    case 'questionAsked':
      return `${record.headline}\n${record.body}`;
    case 'remindersSet':
      return record.reminders.join('\n');
    default:
      return '';
  }
}

/** Characters around a match that are shown of it. */
const AROUND = 60;

/**
 * The place of the first match in one line, with an ellipsis where something is left out; `undefined` without a match.
 */
export function excerptOf(text: string, query: string): string | undefined {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return undefined;
  const start = Math.max(at - AROUND, 0);
  const end = Math.min(at + query.length + AROUND, text.length);
  const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${words}${end < text.length ? '…' : ''}`;
}
