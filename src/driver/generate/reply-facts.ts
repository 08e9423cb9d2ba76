// A complete reply as facts: thinking, sayings and calls in the order of their arrival, read as they are meant (SPEC
// 23.4 to 23.6), and what looks like a call and is none.
import type { CallId } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { SaidPart, SaidTellask } from '../../core/dialog/record-parts.ts';
import { hasCalls, tellasksOf } from '../../core/dialog/transcript/reply-message.ts';
import type { StreamSegmentKind } from '../../core/dialog/view/feed-event.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import { asMeant } from '../../core/tellask/as-meant.ts';
import type { CallNames } from '../../core/tellask/call-names.ts';
import { type Misread, MOST_QUOTED, misreadIn } from '../../core/tellask/misread.ts';
import { isReport } from '../../core/tellask/report.ts';
import { isTextingTool } from '../../core/tellask/reserved-names.ts';
import type { Segment, TellaskSegment } from '../../core/tellask/segment.ts';
import { callsAtEnd, type WrittenCall, writtenCalls } from '../../core/tellask/written-calls.ts';
import { textToolArgs } from './text-tools.ts';

/** How calls of the reply are read; absent where a reply is no talk. */
export interface CallReading {
  /** The tool on offer that a name means. */
  toolOf(name: string): string | undefined;
  /** The tellask that a call of a tool makes; undefined for other tools, and for arguments that do not fit. */
  tellaskOf(tool: string, args: string): TellaskSegment | undefined;
  /** Sound arguments of a tool under its own names, as JSON; undefined for others, and where nobody can say. */
  argsOf(tool: string, args: string): string | undefined;
  /** JSON as models write it; undefined for anything else. */
  parse(text: string): unknown;
  /** Who waits for the answer of the frame in work. */
  readonly caller?: string;
}

/** A reply that is complete. */
interface Reply {
  readonly genseq: number;
  readonly dialect: Dialect;
  readonly names: CallNames;
  readonly newId: () => string;
  readonly reading?: CallReading | undefined;
  readonly segments: readonly ReplySegment[];
  /** Calls of tools; `at` counts the segments before each. */
  readonly toolCalls: readonly { readonly name: string; readonly args: string; readonly at: number }[];
  /** The saying that the provider broke off. */
  readonly cut?: ReplySegment | undefined;
  /** The parts of a saying by the grammar of the dialect. */
  readonly partsOf: (segment: ReplySegment) => readonly Segment[];
}

/** One stretch of thinking or saying. */
export interface ReplySegment {
  readonly segment: StreamSegmentKind;
  readonly text: string;
}

/** The facts of a reply, but for its end. */
export function replyFacts(reply: Reply): readonly Fact[] {
  const { segments, toolCalls, genseq } = reply;
  const sayings = segments.filter(each => each.segment === 'saying' && each.text !== '');
  const read = new Map(sayings.map(saying => [saying, readSaying(reply, saying)]));
  const last = sayings.at(-1);
  const isEnd = toolCalls.length === 0 && reply.cut === undefined;
  const written = last && isEnd ? takeWritten(reply, read.get(last) ?? []) : undefined;
  if (last && written) read.set(last, written.parts);
  const facts: Fact[] = [];
  for (let at = 0; at <= segments.length; at++) {
    for (const call of toolCalls) if (call.at === at) facts.push(callFact(reply, call));
    const segment = segments[at];
    if (segment) facts.push(...segmentFacts(reply, segment, read.get(segment)));
  }
  facts.push(...(written?.calls ?? []));
  const answered = withAnswer(reply, facts);
  const misread = [...(written?.misread ?? []), ...misreadOf(reply, answered)];
  return misread.length > 0 ? [...answered, { kind: 'callsMisread', genseq, misread }] : answered;
}

function readSaying({ dialect, names, partsOf }: Reply, saying: ReplySegment): readonly Segment[] {
  const parts = partsOf(saying);
  return dialect === 'texting' ? parts : asMeant(parts, names);
}

function segmentFacts(reply: Reply, open: ReplySegment, segments: readonly Segment[] = []): Fact[] {
  const { genseq } = reply;
  const { segment, text } = open;
  if (text === '') return [];
  if (segment === 'thinking') return [{ kind: 'assistantThought', genseq, text }];
  if (segments.length === 0) return [];
  const parts = segments.map((part, index): SaidPart => {
    if (part.kind === 'prose') return part;
    // A block ends before the next line that is none of its own; the last one may lack the rest.
    const isCut = open === reply.cut && index === segments.length - 1;
    return { ...part, callId: newCallId(reply), ...(isCut && { isCut: true }) };
  });
  return [{ kind: 'assistantSaid', genseq, parts }, ...textTools(reply, parts)];
}

/** Tools that the texting dialect writes as text (SPEC 2.10). */
function textTools({ dialect, genseq }: Reply, parts: readonly SaidPart[]): Fact[] {
  if (dialect !== 'texting') return [];
  return parts
    .filter(
      // One that was cut off stays a tellask, which is refused as such: half a text must not replace a whole one.
      (part): part is SaidTellask => part.kind === 'tellask' && !part.isCut && isTextingTool(part.mention),
    )
    .map(part => ({
      kind: 'toolCalled',
      genseq,
      callId: part.callId,
      name: part.mention,
      args: textToolArgs(part),
      fromText: true,
    }));
}

/** A call of a tool, or the tellask that it makes. */
function callFact(reply: Reply, { name, args }: { readonly name: string; readonly args: string }): Fact {
  const { genseq, reading } = reply;
  const callId = newCallId(reply);
  const tool = reading?.toolOf(name) ?? name;
  const tellask = reading?.tellaskOf(tool, args);
  if (!tellask) return { kind: 'toolCalled', genseq, callId, name: tool, args: reading?.argsOf(tool, args) ?? args };
  return { kind: 'assistantSaid', genseq, parts: [{ ...tellask, callId }] };
}

interface Written {
  readonly parts: readonly Segment[];
  readonly calls: readonly Fact[];
  readonly misread: readonly Misread[];
}

/**
 * Calls of tools as text: those that end the reply and are sound are made; of the others the member is told (SPEC
 * 23.5).
 */
function takeWritten(reply: Reply, parts: readonly Segment[]): Written | undefined {
  const { genseq, reading } = reply;
  const last = parts.at(-1);
  if (!reading || last?.kind !== 'prose') return undefined;
  const found = writtenCalls(last.text, reading);
  const made = callsAtEnd(last.text, found).filter(call => isSound(reading, call));
  const misread = found
    .filter(call => !made.includes(call))
    .map(({ name, start, end }): Misread => {
      const quote = last.text.slice(start, end).trim().slice(0, MOST_QUOTED);
      return { form: 'text', quote, name: reading.toolOf(name) ?? name };
    });
  const segments: Segment[] = [...parts.slice(0, -1)];
  const calls: Fact[] = [];
  let from = 0;
  for (const { name, args, start, end } of made) {
    const tool = reading.toolOf(name) ?? name;
    const tellask = reading.tellaskOf(tool, args);
    if (!tellask) {
      const sound = reading.argsOf(tool, args) ?? args;
      calls.push({ kind: 'toolCalled', genseq, callId: newCallId(reply), name: tool, args: sound, fromText: true });
      continue;
    }
    segments.push(...proseOf(last.text.slice(from, start)), { ...tellask, written: last.text.slice(start, end) });
    from = end;
  }
  return { parts: [...segments, ...proseOf(last.text.slice(from))], calls, misread };
}

/** A call of a tool that there is not is answered with those that there are. */
function isSound(reading: CallReading, { name, args }: WrittenCall): boolean {
  const tool = reading.toolOf(name);
  return tool === undefined || reading.argsOf(tool, args) !== undefined;
}

function proseOf(text: string): Segment[] {
  return text === '' ? [] : [{ kind: 'prose', text }];
}

/** A lone call to the one who waits for the answer, which asks nothing, is that answer (SPEC 23.6). */
function withAnswer({ reading }: Reply, facts: readonly Fact[]): readonly Fact[] {
  const caller = reading?.caller;
  const calls = tellasksOf(facts);
  const [only] = calls;
  if (caller === undefined || !only || calls.length > 1) return facts;
  if (facts.some(({ kind }) => kind === 'toolCalled') || !isReport(only, caller)) return facts;
  return facts.map(fact =>
    fact.kind === 'assistantSaid'
      ? { ...fact, parts: fact.parts.map(part => (part === only ? { ...only, isAnswer: true } : part)) }
      : fact,
  );
}

function misreadOf({ dialect, names, reading, cut }: Reply, facts: readonly Fact[]): readonly Misread[] {
  if (!reading || cut) return [];
  const parts = facts.flatMap(fact => (fact.kind === 'assistantSaid' ? fact.parts : []));
  const prose = parts.map(part => (part.kind === 'prose' ? part.text : '\n')).join('');
  return misreadIn({ prose, dialect, names, calls: hasCalls(facts) });
}

function newCallId({ newId }: Reply): CallId {
  return newId() as CallId;
}
