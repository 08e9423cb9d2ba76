// The older dialect: `@<known name>` at column 0 opens a call, a blank line ends its body (SPEC 2.8-2.10). A call never
// opens inside a fenced code block. Text after the body of a clarity call is not parsed.

import { FenceTracker } from './fence-tracker.ts';
import type { LineReader, OpenBlock, Resolve, SegmentOutput } from './line-reader.ts';
import { readSession, toNamedTellask } from './named-tellask.ts';
import { isClarityTool, isTextingTool, namePattern, reservedNames } from './reserved-names.ts';
import type { TellaskSegment } from './segment.ts';

/** A reader of the `texting` dialect that writes to `output`; `members` are the ids that may be called. */
export function createTextingReader(
  output: SegmentOutput,
  members: ReadonlySet<string>,
  resolve: Resolve = () => undefined,
): LineReader {
  return new TextingReader(output, members, resolve);
}

interface Call {
  readonly mention: string;
  headline: string;
  body: string;
  rest: string;
}

/**
 * The kind of the current line: nothing read yet, perhaps a call (`mention`), perhaps blank below a call (`blank`), or
 * decided. A `plain` line is body while a call is open, else prose.
 */
type Line = 'start' | 'mention' | 'blank' | 'headline' | 'plain' | 'rest';

class TextingReader implements LineReader {
  readonly #output: SegmentOutput;
  readonly #names: ReadonlySet<string>;
  readonly #resolve: Resolve;
  readonly #longestMention: number;
  readonly #fences = new FenceTracker();
  #line: Line = 'start';
  /** The line so far while it is `mention` or `blank`. */
  #held = '';
  #call: Call | undefined;

  constructor(output: SegmentOutput, members: ReadonlySet<string>, resolve: Resolve) {
    this.#output = output;
    this.#resolve = resolve;
    this.#names = new Set([...members, ...reservedNames]);
    this.#longestMention = [...this.#names].reduce((longest, name) => Math.max(longest, name.length + 1), 0);
  }

  text(stretch: string): void {
    this.#fences.text(stretch);
    if (this.#line === 'start') this.#startLine(stretch);
    else if (this.#line === 'mention') this.#readMention(stretch);
    else if (this.#line === 'blank') this.#readBlank(stretch);
    else this.#add(stretch);
  }

  newline(): void {
    if (this.#line === 'start') this.#line = this.#call === undefined ? 'plain' : 'blank';
    this.#settleLine();
    this.#add('\n');
    this.#fences.newline();
    if (this.#line !== 'rest') this.#line = 'start';
  }

  end(): void {
    this.#settleLine();
    this.#closeCall();
    this.#line = 'start';
  }

  open(): OpenBlock | undefined {
    return this.#call && { headline: this.#call.headline, body: this.#call.body };
  }

  held(): string {
    return this.#line === 'mention' ? this.#held : '';
  }

  inFence(): boolean {
    return this.#fences.perhapsInside;
  }

  #startLine(stretch: string): void {
    if (stretch.startsWith('@') && !this.#fences.inside) this.#readMention(stretch);
    else if (this.#call !== undefined) this.#readBlank(stretch);
    else this.#decideLine('plain', stretch);
  }

  #readMention(stretch: string): void {
    this.#line = 'mention';
    this.#held += stretch;
    const mention = mentionPattern.exec(this.#held)?.[0] ?? '';
    const mayGoOn = mention.length === this.#held.length && mention.length <= this.#longestMention;
    if (!mayGoOn) this.#settleLine();
  }

  #readBlank(stretch: string): void {
    if (stretch.trim() === '') {
      this.#line = 'blank';
      this.#held += stretch;
    } else {
      this.#decideLine('plain', stretch);
    }
  }

  /** Decides a line that is still held: no more of it can come, or no more is needed. */
  #settleLine(): void {
    if (this.#line === 'blank') this.#decideLine(this.#leaveCall(), '');
    else if (this.#line === 'mention') this.#decideLine(this.#tryCall(), '');
  }

  #decideLine(line: 'headline' | 'plain' | 'rest', stretch: string): void {
    const text = this.#held + stretch;
    this.#held = '';
    this.#line = line;
    this.#add(text);
  }

  #tryCall(): 'headline' | 'plain' | 'rest' {
    const written = mentionPattern.exec(this.#held)?.[0].slice(1) ?? '';
    const mention = this.#resolve(written) ?? (this.#names.has(written) ? written : undefined);
    if (mention === undefined) return 'plain';
    if (this.#leaveCall() === 'rest') return 'rest';
    this.#held = `@${mention}${this.#held.slice(written.length + 1)}`;
    this.#call = { mention, headline: '', body: '', rest: '' };
    return 'headline';
  }

  /** Ends the open call's body; says what the text behind it is. */
  #leaveCall(): 'plain' | 'rest' {
    if (this.#call !== undefined && isClarityTool(this.#call.mention)) return 'rest';
    this.#closeCall();
    return 'plain';
  }

  #add(text: string): void {
    if (this.#call === undefined) this.#output.prose(text);
    else if (this.#line === 'headline') this.#call.headline += text;
    else if (this.#line === 'rest') this.#call.rest += text;
    else this.#call.body += text;
  }

  #closeCall(): void {
    if (this.#call !== undefined) this.#output.tellask(toSegment(this.#call));
    this.#call = undefined;
  }
}

const mentionPattern = new RegExp(`^@(?:${namePattern})?`);

// A tool's argument is free text, so a `!topic` in it means nothing.
function toSegment({ rest, ...call }: Call): TellaskSegment {
  if (!isTextingTool(call.mention)) {
    return toNamedTellask(call, readSession({}, call.mention, call.headline, '!topic'));
  }
  return { kind: 'tellask', valid: true, ...call, ...(rest === '' ? {} : { rest }) };
}
