// A whole message through the parser at once.
import { createSegmentParser, joinProse, type ParseOptions } from '../../src/core/tellask/parse.ts';
import type { Segment } from '../../src/core/tellask/segment.ts';

/** The segments of a message, adjacent prose joined. */
export function parseSegments(text: string, options: ParseOptions): Segment[] {
  const parser = createSegmentParser(options);
  return joinProse([...parser.push(text), ...parser.end()]);
}
