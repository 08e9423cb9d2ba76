// A complete generation as the message that the next request repeats (SPEC 10.3, 23.2). Pure.
import type { CarriedBack, ChatMessage, ChatToolCall, ReturnedBack } from '../../base/chat.ts';
import type { Dialect } from '../../team/dialect.ts';
import { callArgs } from '../../tellask/call-tools.ts';
import { renderSegment } from '../../tellask/render.ts';
import type { CourseRecord, Fact, RecordOf } from '../record.ts';
import type { SaidPart, SaidTellask } from '../record-parts.ts';

/** The message of a generation's records; undefined when it said and called nothing. */
export function replyMessage(
  generation: readonly CourseRecord[],
  dialect: Dialect,
  back: CarriedBack | undefined,
): ChatMessage | undefined {
  const thought = generation.map(record => (record.kind === 'assistantThought' ? record.text : '')).join('');
  const said = generation.filter(record => record.kind === 'assistantSaid');
  const content = said.reduce((text, { parts }) => text + rendered(parts, text, dialect), '');
  const toolCalls = generation.flatMap(toolCallsIn);
  if (content === '' && toolCalls.length === 0) return undefined;
  return {
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(back && { back: returned(back, thought) }),
  };
}

/** The tellasks of a generation, in their order. */
export function tellasksOf(generation: readonly Fact[]): readonly SaidTellask[] {
  return generation.flatMap(record => (record.kind === 'assistantSaid' ? record.parts.filter(isTellask) : []));
}

/** True if a generation calls tools or teammates. */
export function hasCalls(generation: readonly Fact[]): boolean {
  return generation.some(({ kind }) => kind === 'toolCalled') || tellasksOf(generation).length > 0;
}

/** The server knows it as a call of a tool, unless the reply held that as text. */
export function isMadeByTool({ tool, written }: SaidTellask): boolean {
  return tool !== undefined && written === undefined;
}

/** Calls of tools, those that made tellasks among them, in the order of the reply: servers want it back. */
function toolCallsIn(record: CourseRecord): readonly ChatToolCall[] {
  if (record.kind === 'toolCalled') return record.fromText ? [] : [toolCallOf(record)];
  return tellasksOf([record]).filter(isMadeByTool).map(tellaskCallOf);
}

/** A saying as it was written; a tellask that begins it stands on a line of its own, as it was read. */
function rendered(parts: readonly SaidPart[], before: string, dialect: Dialect): string {
  const text = parts.map(part => writtenText(part, dialect)).join('');
  const mark = text !== '' && parts[0]?.kind === 'tellask' && /[^\n]$/.test(before) ? '\n' : '';
  return mark + text;
}

/** A part as the model wrote it; '' for a call of a tool, which stands beside the text. */
function writtenText(part: SaidPart, dialect: Dialect): string {
  if (part.kind === 'tellask' && part.tool !== undefined) return part.written ?? '';
  return renderSegment(part, dialect);
}

function isTellask(part: SaidPart): part is SaidTellask {
  return part.kind === 'tellask';
}

function tellaskCallOf(tellask: SaidTellask): ChatToolCall {
  return { id: tellask.callId, name: tellask.tool ?? '', args: callArgs(tellask) };
}

function toolCallOf({ callId, name, args }: RecordOf<'toolCalled'>): ChatToolCall {
  return { id: callId, name, args };
}

function returned(back: CarriedBack, thought: string): ReturnedBack {
  return back.withThought && thought !== '' ? { ...back, thought } : back;
}
