// What `cmd.exe` is given (SPEC 12.4). It reads one line and drops the rest, so several lines become one where that
// means the same; any other command is refused with a way out. Pure.
import type { Said } from '../../core/prompt/said.ts';

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

/**
 * The line that starts a script with arguments as they are, or the reason why there is none. A script such as `npx.cmd`
 * hands its arguments to a line of its own, so each is read by `cmd.exe` twice: quotes are doubled, which both readings
 * and the program take alike.
 */
export function scriptLine(
  script: string,
  args: readonly string[],
): { readonly line: string } | { readonly refused: string } {
  if ([script, ...args].some(text => /[\r\n\0]/.test(text))) return { refused: brokenArgument };
  return { line: [script, ...args].map(quoted).join(' ') };
}

/** What `cmd.exe` is started with for such a line: with the extensions that `quoted` needs, and `!` as it is. */
export function cmdArguments(line: string): readonly string[] {
  return ['/e:on', '/v:off', '/d', '/s', '/c', `"${line}"`];
}

/** Programs take a backslash as it is, unless a quote follows. An empty substring keeps `%` from naming a variable. */
function quoted(text: string): string {
  const inside = text.replace(/(\\*)"/g, '$1$1""').replace(/\\+$/, '$&$&');
  return `"${inside.replaceAll('%', '%%cd:~,%')}"`;
}

const brokenArgument =
  'cmd.exe cannot give a script an argument with a line break; nothing was started. Leave the line break out, or name a program that is no script.';
