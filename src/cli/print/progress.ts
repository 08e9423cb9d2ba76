// Keeps the tree of dialogs at the bottom of a terminal up to date. Queries the trees after new records, one query at a
// time, and draws only changes.
import type { DialogId } from '../../core/base/ids.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import type { CliIo } from '../io.ts';
import type { Output } from './output.ts';
import { progressLines } from './progress-tree.ts';
import type { Screen } from './screen.ts';

export interface Progress {
  /** The present activity of a dialog; absent when it is over. */
  does(selfId: DialogId, what: string | undefined): void;
  /** Something was recorded. */
  changed(): void;
  /** Takes the tree off the screen; nothing is drawn after that. */
  end(): void;
}

export interface ProgressOptions {
  readonly screen: Screen;
  readonly io: CliIo;
  readonly output: Output;
  /** The roots to show as they stand. */
  readonly trees: () => Promise<readonly DialogNode[]>;
  /** Shown where there is no tree. */
  readonly nothing?: () => string;
}

/** True if a tree is drawn: on a terminal with a reader (`CI`, `NO_COLOR` and `TERM=dumb` mean no). */
export function drawsProgress({ isTTY, env }: CliIo): boolean {
  return isTTY && !env.CI && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** More lines than this are no overview. */
const MOST_ROWS = 16;

/** A tree at the bottom of the screen, kept up to date until `end`. */
export function createProgress({ screen, io, output, trees, nothing = () => '' }: ProgressOptions): Progress {
  const doing = new Map<DialogId, string>();
  let isAsking = false;
  let isOutdated = false;
  let isOver = false;
  let last: readonly DialogNode[] = [];
  const draw = () => {
    if (isOver) return;
    const { columns, rows } = io.size();
    // A line that fills the terminal would begin the next one.
    const { paint, language } = output;
    const look = { doing, columns: columns - 1, rows: Math.max(1, Math.min(MOST_ROWS, rows - 2)), paint, language };
    const lines = progressLines(last, look);
    const empty = nothing();
    screen.status(lines.length > 0 || empty === '' ? lines : [output.paint('dim', empty)]);
  };
  const ask = async () => {
    if (isAsking) {
      isOutdated = true;
      return;
    }
    isAsking = true;
    do {
      isOutdated = false;
      last = await trees();
      draw();
    } while (isOutdated && !isOver);
    isAsking = false;
  };
  return {
    does(selfId, what) {
      if (doing.get(selfId) === what) return;
      if (what === undefined) doing.delete(selfId);
      else doing.set(selfId, what);
      draw();
    },
    changed: () => void ask(),
    end() {
      isOver = true;
      screen.status([]);
    },
  };
}
