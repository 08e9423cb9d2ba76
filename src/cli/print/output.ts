// Everything that the program prints passes here, so that with --json stdout carries JSON and nothing else, and that
// nothing but the program itself steers the terminal (SPEC 18.7).
import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { type Language, languageOf } from '../../core/base/language.ts';
import type { RefusalFact } from '../../core/facts/refusals.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { CommandLineWords } from '../../words/command-line.ts';
import { type MessageAndRemedy, sayFault } from '../../words/say.ts';
import { commandLineWords } from '../../words/say-command-line.ts';
import type { Clauses } from '../../words/words.ts';
import type { CliIo } from '../io.ts';
import { createOwnControls, plainJson, plainText } from './plain-text.ts';

/** Tones of text; they show on a terminal only. */
export type Tone = 'dim' | 'bold' | 'cyan' | 'green' | 'yellow' | 'red' | 'magenta';

export interface Output {
  /** The language of messages to the person. */
  readonly language: Language;
  readonly words: CommandLineWords;
  /** With --json: one JSON value on one line. Else nothing. */
  json(value: unknown): void;
  /** Without --json: text on stdout, no newline added. Else nothing. */
  text(text: string): void;
  /** Without --json: one line on stdout. */
  line(text?: string): void;
  /** A line for people on stderr, in both formats; not with --quiet. */
  note(text: string): void;
  /** `dominds: <what> — <what to do>` on stderr; with --json also an error object. */
  error(problem: Problem): void;
  /** Something that is not as it should be, as a line like an error's; stops nothing. */
  warn(problem: MessageAndRemedy): void;
  /** What went wrong beside the work, in any words: `dominds: <what>` on one line of stderr; not with --quiet. */
  trouble(message: string): void;
  /** A fault in a file, as a line like an error's; stops nothing. */
  warning(problem: FileProblem): void;
  paint(tone: Tone, text: string): string;
  /**
   * From now on each line on stderr is printed within `frame`, which takes away meanwhile what is drawn on the
   * terminal.
   */
  framed(frame: OutputFrame): void;
  /** A control sequence of the program itself, for use in a text. */
  control(sequence: string): string;
}

/** Prints a line in its place on the terminal. */
export type OutputFrame = (print: () => void) => void;

/** A problem and its remedy. */
export type Problem = MessageAndRemedy & {
  readonly code: string;
  /** Of a refusal: says more than its code. */
  readonly id?: RefusalFact['id'];
};

/** The output of one run. */
export function createOutput(io: CliIo, { json, quiet }: { json: boolean; quiet: boolean }): Output {
  const hasColour = io.isTTY && !json && !io.env.NO_COLOR && io.env.TERM !== 'dumb';
  const { own, print } = createOwnControls(randomBytes(8).toString('hex'));
  const language = languageOf(io.env.DOMINDS_LANG);
  const toStdout = (value: unknown) => io.stdout.write(`${plainJson(JSON.stringify(value))}\n`);
  let within: OutputFrame = printLine => printLine();
  const toStderr = (line: string) => within(() => io.stderr.write(`${print(line)}\n`));
  const text = (piece: string) => {
    if (!json && piece !== '') io.stdout.write(print(piece));
  };
  return {
    language,
    words: commandLineWords(language),
    json: value => {
      if (json) toStdout(value);
    },
    text,
    line: (line = '') => text(`${line}\n`),
    note: line => {
      if (!quiet) toStderr(line);
    },
    error: problem => {
      const message = problemText(problem);
      toStderr(`dominds: ${message}`);
      const { code, id } = problem;
      if (json) toStdout({ type: 'error', code, ...(id !== undefined && { id }), message });
    },
    trouble: message => {
      if (!quiet) toStderr(`dominds: ${oneOutputLine(message)}`);
    },
    warn: problem => toStderr(`dominds: ${problemText(problem)}`),
    warning: problem => toStderr(`dominds: ${fileProblemText(problem, language)}`),
    paint(tone, piece) {
      if (!hasColour) return piece;
      const [begin = '', end = ''] = styleText(tone, '\0', { validateStream: false }).split('\0');
      return `${own(begin)}${piece}${own(end)}`;
    },
    framed: frame => {
      within = frame;
    },
    control: own,
  };
}

/** Two clauses as a problem. */
export function told([message, remedy]: Clauses): MessageAndRemedy {
  return { message, remedy };
}

/** `<what> — <what to do>` on one line. */
function problemText({ message, remedy }: MessageAndRemedy): string {
  const what = oneOutputLine(message).replace(/\.$/, '');
  return remedy === '' ? what : `${what} — ${oneOutputLine(remedy)}`;
}

/** `<file>:<line>:<column>: <what> — <what to do>`; line and column as far as they are known. */
function fileProblemText({ file, line, column, fault }: FileProblem, language: Language): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `${place}: ${problemText(sayFault(fault, language))}`;
}

/** The same text without line breaks, runs of spaces and controls: as wide as it looks. */
export function oneOutputLine(text: string): string {
  return plainText(text.replace(/\s+/g, ' ').trim());
}

/** At most `length` characters on one line, the cut shown. */
export function shorten(text: string, length: number): string {
  const line = oneOutputLine(text);
  const characters = [...line];
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}
