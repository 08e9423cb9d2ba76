// The line numbers that `read_file` shows, and texts that models copied with them (SPEC 23.9). Pure.

/** Lines with their numbers: aligned, and a tab before the text. */
export function numbered(lines: readonly string[], from: number): readonly string[] {
  const width = String(from + lines.length - 1).length;
  return lines.map((line, index) => `${String(from + index).padStart(width)}\t${line}`);
}

/**
 * A text of which every line begins with its number, without them; undefined for any other. Numbers must rise by one.
 */
export function withoutNumbers(text: string): string | undefined {
  const lines = text.split('\n');
  const last = lines.at(-1) === '' ? lines.pop() : undefined;
  const found = lines.map(line => /^ *(\d+)\t(.*)$/s.exec(line));
  const first = Number(found[0]?.[1]);
  const isNumbered = lines.length > 0 && found.every((each, index) => Number(each?.[1]) === first + index);
  if (!isNumbered) return undefined;
  return [...found.map(each => each?.[2] ?? ''), ...(last === undefined ? [] : [last])].join('\n');
}

/** True if a line of a text begins as a numbered one does. */
export function hasNumbers(text: string): boolean {
  return /^ *\d+\t/m.test(text);
}
