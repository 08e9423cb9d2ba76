// What the parser tests share: one check per message, and the way back from segments to the text.

import assert from 'node:assert/strict';
import { createSegmentParser, joinProse, type ParseOptions } from '../../../src/core/tellask/parse.ts';
import type { MalformedTellask, ProseSegment, Segment, ValidTellask } from '../../../src/core/tellask/segment.ts';
import { parseSegments } from '../../support/parse-segments.ts';

export const tellaskDialect: ParseOptions = { dialect: 'tellask', names: new Set() };
export const textingDialect: ParseOptions = { dialect: 'texting', names: new Set(['bob', 'bob-2', 'researcher']) };

/** Checks the segments of a text in the tellask dialect, read at once and character by character. */
export function checkParse(text: string, segments: readonly Segment[]): void {
  checkBothCuts(text, tellaskDialect, segments);
}

/** The same in the texting dialect, with the members bob, bob-2 and researcher. */
export function checkTexting(text: string, segments: readonly Segment[]): void {
  checkBothCuts(text, textingDialect, segments);
}

function checkBothCuts(text: string, options: ParseOptions, segments: readonly Segment[]): void {
  assert.deepEqual(parseSegments(text, options), segments);
  assert.deepEqual(parseChunks([...text], options), segments);
}

export function prose(text: string): ProseSegment {
  return { kind: 'prose', text };
}

/** A valid tellask; the mention is read off the headline. */
export function tellask(headline: string, body = '', more: { session?: string; rest?: string } = {}): ValidTellask {
  return { kind: 'tellask', valid: true, mention: mentionOf(headline), headline, body, ...more };
}

export function malformed(problem: MalformedTellask['problem'], headline: string, body = ''): MalformedTellask {
  return { kind: 'tellask', valid: false, problem, mention: mentionOf(headline), headline, body };
}

function mentionOf(headline: string): string {
  return /^@([a-zA-Z][\w-]*)/.exec(headline)?.[1] ?? '';
}

/** The segments, adjacent prose joined, of a text that arrives in these chunks. */
export function parseChunks(chunks: readonly string[], options: ParseOptions): Segment[] {
  const parser = createSegmentParser(options);
  return joinProse([...chunks.flatMap(chunk => parser.push(chunk)), ...parser.end()]);
}

/** The text that segments were made of, with `\r\n` as `\n`. */
export function toText(segments: readonly Segment[], options: ParseOptions): string {
  return segments.map(segment => segmentText(segment, options)).join('');
}

function segmentText(segment: Segment, { dialect }: ParseOptions): string {
  if (segment.kind === 'prose') return segment.text;
  const payload = segment.headline + segment.body;
  if (dialect === 'texting') return payload + ((segment.valid && segment.rest) || '');
  const lines = payload.endsWith('\n') ? payload.slice(0, -1).split('\n') : payload.split('\n');
  return lines.map(line => `!?${line}`).join('\n') + (payload.endsWith('\n') ? '\n' : '');
}
