// What `cmd.exe` is given (SPEC 12.4). It reads one line and drops the rest, so several lines become one where that means the same; any
// other command is refused with a way out. Pure.
import type { Said } from '../core/prompt/said.ts';

/** A line for `cmd.exe`, or the reason why there is none, for models. */
export type CmdLine = { readonly line: string } | { readonly refused: Said };

/** The single line that does what the lines of a command do one after the other. */
export function cmdLine(command: string): CmdLine {
  const lines = command
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
  if (lines.length < 2) return { line: lines.join('') };
  if (lines.some(line => line.split('"').length % 2 === 0)) return { refused: w => w.breakInQuotes };
  return lines.some(reachesOn) ? { refused: w => w.oneLineOnly } : { line: lines.join('&') };
}

/** True for a line that would take in what follows it on one line, or that is part of a block or a script. */
function reachesOn(line: string): boolean {
  return /[\^&|(]$|^[():]|%|^@?(?:if|for|rem|set|goto|call|setlocal)\b/i.test(line);
}
