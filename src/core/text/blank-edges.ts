// The text of calls, answers and messages, as it is passed on. Pure.

/**
 * Drops the blank lines before and after a text. Its other lines stay exact: code, YAML and diffs live by their
 * indentation.
 */
export function withoutBlankEdges(text: string): string {
  if (text.trim().length === text.length) return text;
  const first = text.search(/\S/);
  if (first === -1) return '';
  const end = text.trimEnd().length;
  const [restOfLine = ''] = text.slice(end).split(/\r?\n/, 1);
  return text.slice(text.lastIndexOf('\n', first) + 1, end) + restOfLine;
}
