// What a crash may leave of a story on the disk.
import type { MemoryFiles } from './memory-files.ts';

/**
 * Plays a story that begins with `files` and gives them at each of its moments: after each line, and with the last line
 * torn. `play` calls back whenever something was stored.
 */
export async function cutsOf(
  files: MemoryFiles,
  play: (stored: () => void) => Promise<void>,
): Promise<Map<string, string>[]> {
  const cuts: Map<string, string>[] = [];
  let before = new Map(files.texts);
  await play(() => {
    const now = new Map(files.texts);
    cuts.push(tornFrom(before, now), now);
    before = now;
  });
  return cuts;
}

/** As `after`, but of what was added to each course file only the first half is there. */
function tornFrom(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Map<string, string> {
  const torn = new Map(after);
  for (const [file, text] of after) {
    const whole = text.lastIndexOf('\n', text.length - 2) + 1;
    if (file.endsWith('.jsonl') && before.get(file) !== text) torn.set(file, text.slice(0, (whole + text.length) >> 1));
  }
  return torn;
}
