// The seam between the shared, chunk-wise half of the parser and the two dialects.

import type { Segment, TellaskSegment } from './segment.ts';

/** Whom a written name means, if anybody. */
export type Resolve = (written: string) => string | undefined;

/** A block whose end has not been seen yet; texts as in `TellaskSegment`, so far as decided. */
export interface OpenBlock {
  readonly headline: string;
  readonly body: string;
}

/** A dialect: reads lines that arrive in stretches and writes to a `SegmentOutput`. Never throws. */
export interface LineReader {
  /** A stretch of the current line: not empty and without `\n`. */
  text(stretch: string): void;
  /** The `\n` that ends the current line. */
  newline(): void;
  /** The end of the text: everything still held goes out. */
  end(): void;
  open(): OpenBlock | undefined;
  /** What was read of a line that may still begin a block; '' when it is decided. */
  held(): string;
  /** True where fenced code is read, or what may begin it: nothing opens there. */
  inFence(): boolean;
}

/** Collects what a dialect decides; prose between two tellasks of one chunk is one segment. */
export interface SegmentOutput {
  prose(text: string): void;
  tellask(segment: TellaskSegment): void;
  /** Everything written since the last take. */
  take(): readonly Segment[];
}

/** An empty output. */
export function createSegmentOutput(): SegmentOutput {
  let segments: Segment[] = [];
  let prose = '';
  const settleProse = () => {
    if (prose !== '') segments.push({ kind: 'prose', text: prose });
    prose = '';
  };
  return {
    prose(text) {
      prose += text;
    },
    tellask(segment) {
      settleProse();
      segments.push(segment);
    },
    take() {
      settleProse();
      const taken = segments;
      segments = [];
      return taken;
    },
  };
}
