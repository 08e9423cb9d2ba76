// Two kinds of text on one terminal, a dialog's messages (stdout) and progress (stderr), without broken lines. On a
// terminal the last lines may be a temporary status, which never reaches a file or a pipe.
import type { Output } from './output.ts';

export interface Screen {
  /** Text of a saying, as it comes; an empty line stands between two. */
  say(text: string): void;
  /** Ends the line of a saying that did not end it itself. */
  endSaying(): void;
  /** One line about what goes on. */
  note(line: string): void;
  /** The current activities, one per line, none wider than the terminal; replaced by the next ones. */
  status(lines: readonly string[]): void;
}

/** A screen; `showsStatus` only where stdout is a terminal. */
export function createScreen(output: Output, { showsStatus }: { showsStatus: boolean }): Screen {
  let isMidLine = false;
  let isNew = true;
  let isFirst = true;
  let wanted: readonly string[] = [];
  let shown: readonly string[] = [];
  const erased = () => {
    const lines = shown.length;
    shown = [];
    if (lines === 0) return '';
    return output.control(lines === 1 ? eraseLine : `\r\u001b[${lines - 1}A${eraseBelow}`);
  };
  // One write for both, so that nothing flickers.
  const draw = () => {
    if (!showsStatus || isMidLine || wanted.join('\n') === shown.join('\n')) return;
    output.text(`${erased()}${wanted.join('\n')}`);
    shown = wanted;
  };
  const endSaying = () => {
    if (isMidLine) output.text('\n');
    isMidLine = false;
    isNew = true;
    draw();
  };
  if (showsStatus) {
    // Warnings come at any time: on the last line of the status, the next drawing would erase them.
    output.framed(print => {
      if (isMidLine) output.text('\n');
      isMidLine = false;
      output.text(erased());
      print();
      draw();
    });
  }
  return {
    say(text) {
      if (text === '') return;
      output.text(erased());
      if (isNew && !isFirst) output.text('\n');
      output.text(text);
      isNew = false;
      isFirst = false;
      isMidLine = !text.endsWith('\n');
    },
    endSaying,
    note(line) {
      if (isMidLine) output.text('\n');
      isMidLine = false;
      isNew = true;
      output.note(output.paint('dim', line));
    },
    status(lines) {
      wanted = lines;
      draw();
    },
  };
}

const eraseLine = '\r\u001b[2K';
const eraseBelow = '\u001b[J';
