// Output as a terminal would show it in the end (SPEC 12.4): frames of progress bars are written over each other. Pure.
import { stripVTControlCharacters } from 'node:util';

/** What moves the cursor or erases; all other control sequences change only how text looks. */
const moves = new RegExp(`\\r+\\n|[\\n\\r\\b]|${'\x1b'}\\[(\\d*)(?:;(\\d*))?([A-HJKfd])`, 'g');
const hasFrames = new RegExp(`[\\r\\b]|${'\x1b'}\\[[\\d;]*[A-HJKfd]`);

/** The text without control sequences, with line ends of one kind, as the last frame left it. */
export function screenText(text: string): string {
  if (!hasFrames.test(text)) return stripVTControlCharacters(text);
  const screen = new Screen();
  let from = 0;
  for (const found of text.matchAll(moves)) {
    screen.write(stripVTControlCharacters(text.slice(from, found.index)));
    from = found.index + found[0].length;
    const [, count = '', column = '', kind] = found;
    if (kind === undefined) screen.go(found[0]);
    else screen.move(kind, count, column);
  }
  screen.write(stripVTControlCharacters(text.slice(from)));
  return screen.text();
}

/** The text with the codes of its colours and no others; undefined where it has none, or moves the cursor. */
export function styledText(text: string): string | undefined {
  const parts = text.split(style);
  if (parts.length === 1 || hasFrames.test(text)) return undefined;
  return parts.map((part, at) => (at % 2 === 1 ? part : stripVTControlCharacters(part))).join('');
}

const style = new RegExp(`(${'\x1b'}\\[[\\d;]*m)`);

/** Lines and the cursor. What was printed before the first frame that fills the screen stays. */
class Screen {
  readonly #lines: string[] = [''];
  #row = 0;
  #column = 0;
  /** The row that is the top of the screen for absolute moves. */
  #top: number | undefined;

  text(): string {
    return this.#lines.join('\n');
  }

  write(text: string): void {
    if (text === '') return;
    const line = (this.#lines[this.#row] ?? '').padEnd(this.#column);
    this.#set(line.slice(0, this.#column) + text + line.slice(this.#column + text.length));
    this.#column += text.length;
  }

  /** Line ends, carriage returns and backspaces. */
  go(control: string): void {
    if (control === '\b') this.#column = Math.max(0, this.#column - 1);
    else this.#column = 0;
    if (control.endsWith('\n')) this.#down(1);
  }

  move(kind: string, first: string, second: string): void {
    const count = Math.max(1, Number(first));
    if (kind === 'A' || kind === 'F') this.#row = Math.max(this.#top ?? 0, this.#row - count);
    else if (kind === 'B' || kind === 'E') this.#down(count);
    else if (kind === 'C') this.#column = Math.min(MAX_COLUMN, this.#column + count);
    else if (kind === 'D') this.#column = Math.max(0, this.#column - count);
    else if (kind === 'G') this.#column = Math.min(MAX_COLUMN, count - 1);
    else if (kind === 'K') this.#eraseInLine(first);
    else if (kind === 'J') this.#eraseBelow(first);
    else this.#goTo(count, kind === 'd' ? this.#column + 1 : Math.max(1, Number(second)));
    if (kind === 'E' || kind === 'F') this.#column = 0;
  }

  #down(count: number): void {
    this.#row += Math.min(count, MAX_ROWS);
    while (this.#lines.length <= this.#row) this.#lines.push('');
  }

  #goTo(row: number, column: number): void {
    this.#row = this.#ownScreen();
    if (row > 1) this.#down(row - 1);
    this.#column = Math.min(MAX_COLUMN, column - 1);
  }

  /** Starts below what is there, the first time. */
  #ownScreen(): number {
    this.#top ??= this.text() === '' ? 0 : this.#lines.push('') - 1;
    return this.#top;
  }

  #eraseInLine(how: string): void {
    const line = this.#lines[this.#row] ?? '';
    const before =
      how === '1' || how === '2' ? ' '.repeat(Math.min(this.#column, line.length)) : line.slice(0, this.#column);
    this.#set(how === '2' ? '' : before + (how === '1' ? line.slice(this.#column) : ''));
  }

  #eraseBelow(how: string): void {
    if (how === '' || how === '0') {
      this.#eraseInLine('');
      this.#lines.length = this.#row + 1;
    } else if (how === '2') {
      this.#lines.length = this.#ownScreen();
      this.#row = Math.max(this.#row, this.#lines.length);
      this.#down(0);
    }
  }

  #set(line: string): void {
    this.#lines[this.#row] = line;
  }
}

/** A terminal is not wider or higher. */
const MAX_COLUMN = 1_000;
const MAX_ROWS = 200;
