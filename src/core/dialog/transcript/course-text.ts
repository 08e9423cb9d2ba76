// A course as numbered entries, for a model that reads it again (SPEC 23.11). Pure.
import type { ChatMessage } from '../../base/chat.ts';
import type { CourseWords } from '../../prompt/words/en/work.ts';
import { beginningOf, byteLength } from '../../text/bytes.ts';

/** Bytes of one entry, and of all that is read at once. A longer message makes several entries. */
const LONGEST_ENTRY = 4_000;
const LONGEST_READING = 20_000;

/** The entries of a course, from the messages that its model read. */
export function courseEntries(messages: readonly ChatMessage[], words: CourseWords): readonly string[] {
  const tools = new Map<string, string>();
  return messages.flatMap(message => {
    switch (message.role) {
      case 'system':
        return [];
      case 'user':
        return entriesOf(words.user, message.content);
      case 'tool':
        return entriesOf(words.result(tools.get(message.toolCallId) ?? '?'), message.content);
      default: {
        const { content, toolCalls = [] } = message;
        for (const { id, name } of toolCalls) tools.set(id, name);
        const said = content.trim() === '' ? [] : entriesOf(words.assistant, content);
        return [...said, ...toolCalls.flatMap(({ name, args }) => entriesOf(words.calls(name), args))];
      }
    }
  });
}

/** Those entries, as far as they fit, and how to read on. `from` and `to` count from 1 and lie within the course. */
export function readEntries(
  entries: readonly string[],
  { course, from, to, words }: { course: number; from: number; to: number; words: CourseWords },
): string {
  let left = LONGEST_READING;
  const shown = entries.slice(from - 1, to).map((entry, index) => `[${from + index}] ${entry}`);
  const tooMuch = shown.findIndex(entry => {
    left -= byteLength(entry);
    return left < 0;
  });
  const fitting = tooMuch < 0 ? shown : shown.slice(0, tooMuch);
  const last = from + fitting.length - 1;
  const heading = words.heading({ course, from, to: last, of: entries.length });
  return [heading, ...fitting, ...(last < entries.length ? [words.readOn(course, last + 1)] : [])].join('\n\n');
}

function entriesOf(who: string, text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  do {
    const part = beginningOf(rest, LONGEST_ENTRY);
    parts.push(`${who}: ${part}`);
    rest = rest.slice(part.length);
  } while (rest !== '');
  return parts;
}
