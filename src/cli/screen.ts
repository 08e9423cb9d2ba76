// Two kinds of text on one terminal: what a dialog says (stdout) and what goes on (stderr), without tearing each other's
// lines. On a terminal the last line may be a passing status, which never reaches a file or a pipe.
import type { Output } from './output.ts';

export interface Screen {
  /** Text of a saying, as it comes; an empty line stands between two. */
  say(text: string): void;
  /** Ends the line of a saying that did not end it itself. */
  endSaying(): void;
  /** One line about what goes on. */
  note(line: string): void;
  /** What goes on right now, replaced by the next one; '' for nothing. */
  status(text: string): void;
}

/** A screen; `showsStatus` only where stdout is a terminal. */
export function createScreen(output: Output, { showsStatus }: { showsStatus: boolean }): Screen {
  let isMidLine = false;
  let isNew = true;
  let isFirst = true;
  let wanted = '';
  let shown = '';
  const erase = () => {
    if (shown !== '') output.text(eraseLine);
    shown = '';
  };
  const draw = () => {
    if (!showsStatus || isMidLine || wanted === shown) return;
    erase();
    if (wanted !== '') output.text(output.paint('dim', wanted));
    shown = wanted;
  };
  const endSaying = () => {
    if (isMidLine) output.text('\n');
    isMidLine = false;
    isNew = true;
    draw();
  };
  return {
    say(text) {
      if (text === '') return;
      erase();
      if (isNew && !isFirst) output.text('\n');
      output.text(text);
      isNew = false;
      isFirst = false;
      isMidLine = !text.endsWith('\n');
    },
    endSaying,
    note(line) {
      endSaying();
      erase();
      output.note(output.paint('dim', line));
      draw();
    },
    status(text) {
      wanted = text;
      draw();
    },
  };
}

const eraseLine = '\r\u001b[2K';
