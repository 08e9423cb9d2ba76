// Cuts a long result for the model: whole lines from the start, up to one size for all tools. Pure.

/** Characters of one result. */
export const MAX_RESULT = 40_000;

/** The first lines that fit into a result together. */
export function linesThatFit(lines: readonly string[]): readonly string[] {
  let size = 0;
  const end = lines.findIndex(line => {
    size += line.length + 1;
    return size > MAX_RESULT;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
