// Where no tree is drawn (no terminal, `CI`): a minute without a line is followed by who works on what, and who waits
// for whom.
import type { DialogId } from '../core/base/ids.ts';
import type { Progress, ProgressOptions } from './print/progress.ts';
import { progressLines } from './print/progress-tree.ts';
import type { Screen } from './print/screen.ts';

const EVERY_MS = 60_000;

/** The most lines of one such word; the rest is counted. */
const MOST_LINES = 4;

/** Enough for any log. */
const COLUMNS = 120;

/** A screen that notes what is printed on it, and the progress that speaks up when nothing is. */
export function createStillWorking({ screen, io, output, trees }: Omit<ProgressOptions, 'nothing'>): {
  readonly screen: Screen;
  readonly progress: Progress;
} {
  const doing = new Map<DialogId, string>();
  let isSilent = true;
  let cancel = io.after(EVERY_MS, look);

  function look(): void {
    cancel = io.after(EVERY_MS, look);
    if (isSilent) void tell();
    isSilent = true;
  }

  async function tell(): Promise<void> {
    const nodes = await trees();
    const look = { doing, columns: COLUMNS, rows: MOST_LINES, paint: (_: string, text: string) => text };
    for (const line of progressLines(nodes, { ...look, language: output.language })) screen.note(line);
  }

  return {
    screen: {
      ...screen,
      say(text) {
        isSilent = false;
        screen.say(text);
      },
      note(line) {
        isSilent = false;
        screen.note(line);
      },
    },
    progress: {
      does(selfId, what) {
        if (what === undefined) doing.delete(selfId);
        else doing.set(selfId, what);
      },
      changed: () => {},
      end: () => cancel(),
    },
  };
}
