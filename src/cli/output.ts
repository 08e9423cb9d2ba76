// Everything that the program prints passes here, so that with --json stdout carries JSON and nothing else.
import { styleText } from 'node:util';
import type { FileProblem } from '../core/team.ts';
import type { Refusal } from '../core/trouble.ts';
import type { CliIo } from './io.ts';

/** Tones of text; they show on a terminal only. */
export type Tone = 'dim' | 'bold' | 'cyan' | 'green' | 'yellow' | 'red' | 'magenta';

export interface Output {
  /** With --json: one JSON value on one line. Else nothing. */
  json(value: unknown): void;
  /** Without --json: text as it is on stdout, no newline added. Else nothing. */
  text(text: string): void;
  /** Without --json: one line on stdout. */
  line(text?: string): void;
  /** A line for people on stderr, in both formats; not with --quiet. */
  note(text: string): void;
  /** `dominds: <what> — <what to do>` on stderr; with --json also an error object. */
  error(problem: Problem): void;
  /** Something that is not as it should be, as a line like an error's; stops nothing. */
  warn(problem: Pick<Problem, 'message' | 'remedy'>): void;
  /** A fault in a file, as a line like an error's; stops nothing. */
  warning(problem: FileProblem): void;
  paint(tone: Tone, text: string): string;
}

/** What went wrong, and what to do about it. */
export type Problem = Pick<Refusal, 'message' | 'remedy'> & { readonly code: string };

/** The output of one run. */
export function createOutput(io: CliIo, { json, quiet }: { json: boolean; quiet: boolean }): Output {
  const hasColour = io.isTTY && !json && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
  const text = (piece: string) => {
    if (!json && piece !== '') io.stdout.write(piece);
  };
  return {
    json: value => {
      if (json) io.stdout.write(`${JSON.stringify(value)}\n`);
    },
    text,
    line: (line = '') => text(`${line}\n`),
    note: line => {
      if (!quiet) io.stderr.write(`${line}\n`);
    },
    error: problem => {
      const message = problemText(problem);
      io.stderr.write(`dominds: ${message}\n`);
      if (json) io.stdout.write(`${JSON.stringify({ type: 'error', code: problem.code, message })}\n`);
    },
    warn: problem => io.stderr.write(`dominds: ${problemText(problem)}\n`),
    warning: problem => io.stderr.write(`dominds: ${fileProblemText(problem)}\n`),
    paint: (tone, piece) => (hasColour ? styleText(tone, piece, { validateStream: false }) : piece),
  };
}

/** `<what> — <what to do>` on one line. */
function problemText({ message, remedy }: Pick<Problem, 'message' | 'remedy'>): string {
  const what = oneLine(message).replace(/\.$/, '');
  return remedy === '' ? what : `${what} — ${oneLine(remedy)}`;
}

/** `<file>:<line>:<column>: <what> — <what to do>`; line and column as far as they are known. */
function fileProblemText({ file, line, column, message, remedy }: FileProblem): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `${place}: ${problemText({ message, remedy })}`;
}

/** The same text without line breaks and without runs of spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** At most `length` characters on one line, the cut shown. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  const characters = [...line];
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}
