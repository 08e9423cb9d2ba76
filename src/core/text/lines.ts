// A text as its lines. Pure.

/** Lines with their ends, so that a missing one at the end of a text counts. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `\r\n` read as `\n`. */
export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
