// Headlines and texts of dialogs as one line for people.
import { tellaskTitle } from '../core/tellask/title.ts';

/** A headline as people read it: one line, without the member it is addressed to and without markdown marks. */
export function plainHeadline(headline: string, length = 200): string {
  return firstLine(tellaskTitle(headline).replace(/\*\*|`/g, ''), length);
}

/** A piece of Markdown as plain words: emphasis, code marks, headings and the addresses of links are left out. */
export function withoutMarks(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*|`|(?<=^|[\s\u2026])(#{1,6}|>|[-*]|\|)\s+/g, '');
}

/** The first line of a text, cut to `length` characters with an ellipsis. */
export function firstLine(text: string, length = 60): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  // As many characters, or fewer, as units of UTF-16.
  if (line.length <= length) return line;
  const letters = [...line];
  return letters.length > length
    ? `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
