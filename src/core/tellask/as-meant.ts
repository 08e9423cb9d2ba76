// Reads the text dialect `tellask` as models mean it, beyond its grammar (SPEC 23.4): a body without prefixes,
// neighbours that are calls of their own, names in another case, display names. `dominds parse` keeps to the grammar.
// Pure.

import type { CallNames } from './call-names.ts';
import { FenceTracker } from './fence-tracker.ts';
import { readSession, type SessionFound, toNamedTellask } from './named-tellask.ts';
import type { Segment, TellaskSegment } from './segment.ts';

/** The same segments as they were meant. `segments` are those of one saying, adjacent prose joined. */
export function asMeant(segments: readonly Segment[], names: CallNames): Segment[] {
  const read: Segment[] = [];
  for (const segment of segments) {
    const last = read.at(-1);
    if (segment.kind === 'tellask') read.push(...callsIn(segment, names));
    else if (last?.kind === 'tellask' && takesBody(last)) {
      const end = bodyEnd(segment.text);
      read[read.length - 1] = { ...last, body: segment.text.slice(0, end) };
      if (end < segment.text.length) read.push({ kind: 'prose', text: segment.text.slice(end) });
    } else read.push(segment);
  }
  return read;
}

/** A block without a body whose headline has ended with its line. */
function takesBody({ valid, headline, body }: TellaskSegment): boolean {
  return valid && body === '' && headline.endsWith('\n');
}

/** Where the body below a headline ends: at an empty line, or behind the fence that opens it. */
function bodyEnd(text: string): number {
  const fence = new FenceTracker();
  const isFence = /^ {0,3}(`{3,}|~{3,})/.test(text);
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, end);
    if (!fence.inside && line.trim() === '') return at;
    const wasInside = fence.inside;
    fence.lines(line);
    at = end;
    if (isFence && wasInside && !fence.inside) return at;
  }
  return at;
}

interface Call {
  readonly mention: string;
  session: SessionFound;
  headline: string;
  body: string;
}

/** The calls of one block: a line that names somebody else opens a call of its own. */
function callsIn(segment: TellaskSegment, names: CallNames): TellaskSegment[] {
  const calls: Call[] = [];
  for (const line of linesOf(segment.headline + segment.body)) {
    const last = calls.at(-1);
    const named = mentionIn(line, names);
    if (named && named.name !== last?.mention) {
      calls.push({ mention: named.name, session: {}, headline: '', body: '' });
      addHeadline(calls.at(-1), named.line);
    } else if (last === undefined) return [segment];
    else if (named && last.body === '') addHeadline(last, line);
    else last.body += line;
  }
  const [only] = calls;
  if (only && calls.length === 1 && isSame(only, segment)) return [segment];
  return calls.map(({ session, ...call }) => toNamedTellask(call, session));
}

function addHeadline(call: Call | undefined, line: string): void {
  if (!call) return;
  call.headline += line;
  call.session = readSession(call.session, call.mention, line, '!tellaskSession');
}

function isSame({ mention, headline, body }: Call, segment: TellaskSegment): boolean {
  return segment.mention === mention && segment.headline === headline && segment.body === body;
}

/** Whom a line names at its beginning, and the line with the name that they go by. */
function mentionIn(line: string, names: CallNames): { readonly name: string; readonly line: string } | undefined {
  const written = /^[ \t]*@(?=\S)/.exec(line)?.[0];
  if (written === undefined) return undefined;
  const rest = line.slice(written.length);
  const start = names.startOf(rest);
  return start && { name: start.name, line: `@${start.name}${rest.slice(start.written.length)}` };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
