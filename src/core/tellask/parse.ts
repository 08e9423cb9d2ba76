// Splits a model's text, cut anywhere, into segments (SPEC 2). Every cut gives the same segments; the cost is linear in
// the text, because decided text is not read again. Never throws.

import type { Dialect } from '../team/dialect.ts';
import {
  createSegmentOutput,
  type LineReader,
  type OpenBlock,
  type Resolve,
  type SegmentOutput,
} from './line-reader.ts';
import type { Segment } from './segment.ts';
import { createTellaskReader } from './tellask-dialect.ts';
import { createTextingReader } from './texting-dialect.ts';

/** `names` are the ids of the team's members; only the texting dialect looks at them (SPEC 2.8). */
export interface ParseOptions {
  readonly dialect: Dialect;
  readonly names: ReadonlySet<string>;
  /** Whom another spelling of a name means (SPEC 23.4); absent: nobody. */
  readonly resolve?: Resolve;
}

/** Parses one message. After `end` it is spent. */
export interface SegmentParser {
  /**
   * Takes the next characters and returns what they decide. Prose comes in pieces (see `joinProse`), with at most the
   * characters of SPEC 2.6 held back; a tellask comes whole when it is closed.
   */
  push(chunk: string): readonly Segment[];
  /** Ends the message: returns held back text and closes an open block. */
  end(): readonly Segment[];
  /** The block that is still open, for live views. Costs nothing of note. */
  open(): OpenBlock | undefined;
  /** The beginning of a line that is held back, since it may begin a block (SPEC 2.6). */
  held(): string;
  /** True where fenced code is read, or what may begin it: nothing opens there (SPEC 2.8). */
  inFence(): boolean;
}

/** A parser for one message. */
export function createSegmentParser(options: ParseOptions): SegmentParser {
  const output = createSegmentOutput();
  const reader = createReader(options, output);
  let heldReturn = '';
  return {
    push(chunk) {
      const text = heldReturn + chunk;
      heldReturn = text.endsWith('\r') ? '\r' : '';
      readLines(reader, text.slice(0, text.length - heldReturn.length).replaceAll('\r\n', '\n'));
      return output.take();
    },
    end() {
      if (heldReturn !== '') reader.text(heldReturn);
      heldReturn = '';
      reader.end();
      return output.take();
    },
    open: () => reader.open(),
    held: () => reader.held(),
    inFence: () => reader.inFence(),
  };
}

/** The same segments with each run of adjacent prose made one. */
export function joinProse(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (segment.kind === 'prose' && last?.kind === 'prose') {
      joined[joined.length - 1] = { kind: 'prose', text: last.text + segment.text };
    } else {
      joined.push(segment);
    }
  }
  return joined;
}

function createReader({ dialect, names, resolve }: ParseOptions, output: SegmentOutput): LineReader {
  return dialect === 'texting' ? createTextingReader(output, names, resolve) : createTellaskReader(output);
}

function readLines(reader: LineReader, text: string): void {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end > start) reader.text(text.slice(start, end));
    reader.newline();
    start = end + 1;
  }
  if (start < text.length) reader.text(text.slice(start));
}
