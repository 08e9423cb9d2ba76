// How the end of a generation changes a state: what it said, called, and what looks like a call. Pure.

import type { Lists } from '../../base/fold-lists.ts';
import { brokenOff } from '../../spending/call-figures.ts';
import { reportText } from '../../tellask/report.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { type TracedCall, traceOf, withTrace } from '../circles.ts';
import { missesAfter } from '../misses.ts';
import type { RecordOf } from '../record.ts';
import type { SaidPart, SaidTellask } from '../record-parts.ts';
import { type DialogState, newestSaying, topFrame } from '../state.ts';
import { countGeneration } from './fold-parts.ts';
import { attending, hasUnheard } from './frames.ts';

/** True for a tellask that is dispatched; a report is an answer. */
export function isCall(part: SaidPart): part is SaidTellask {
  return part.kind === 'tellask' && !part.isAnswer;
}

/** What the dialog says in one generation, with one more saying of it. */
export function extendSaying(state: DialogState, genseq: number, parts: readonly SaidPart[]): DialogState['saying'] {
  const prose = parts.map(textOf).join('');
  return { genseq, text: state.saying.genseq === genseq ? state.saying.text + prose : prose };
}

/** The text of a part that is said to nobody else. */
function textOf(part: SaidPart): string {
  if (part.kind === 'prose') return part.text;
  return part.isAnswer ? reportText(part) : '';
}

/** The change that the end of a generation makes. */
export function ended(state: DialogState, record: RecordOf<'generationEnded'>, lists: Lists): Partial<DialogState> {
  const counted = countGeneration(state, record, lists);
  const misses = missesAfter(state, record);
  if (record.outcome !== 'complete') return { ...counted, ...withoutCalls(state, lists), ...misses };
  const hasCalls = state.toolCalls.length > 0 || state.tellasks.length > 0;
  const { misread } = state;
  const said = newestSaying(state);
  return {
    ...counted,
    ...misses,
    ...(hasCalls && { hasCalled: true }),
    ...(brokenOff(record.finish) && { saying: { ...state.saying, isCut: true } }),
    ...attending(state, hasUnheard(topFrame(state)) ? 'unanswered' : record.rests ? 'rest' : 'answered', lists),
    generations: state.generations + 1,
    ...(misread && { misread: misread.genseq === record.genseq ? { ...misread, isDue: true } : null }),
    recent: withTrace(state.recent, traceOf(callsOf(state), said.trim())),
    ...((hasCalls || said !== '') && { emptyOutputs: 0 }),
  };
}

/** The model is told, so that nothing ends by what it said meanwhile. */
export function toldOfMisread({ misread, closing }: DialogState): Partial<DialogState> {
  const { isDue: _, ...told } = misread ?? { genseq: 0, found: [], told: 0 };
  return { misread: { ...told, told: told.told + 1 }, ...(closing?.kind === 'done' && { closing: null }) };
}

/** An incomplete generation dispatches no calls, whatever part of it was stored (SPEC 3.1). */
function withoutCalls(state: DialogState, lists: Lists): Partial<DialogState> {
  const { tellasks, toolCalls } = state;
  let others = toolCalls;
  for (let left = ownTools(state).length; left > 0; left--) others = lists.without(others, others.length - 1);
  return {
    ...(tellasks.length > 0 && { tellasks: [] }),
    ...(others !== toolCalls || others.length === 0 ? { toolCalls: others } : {}),
  };
}

/** The tool calls of the newest generation: the last ones. */
function ownTools({ toolCalls, genseq }: DialogState): DialogState['toolCalls'] {
  let first = toolCalls.length;
  while (first > 0 && toolCalls[first - 1]?.genseq === genseq) first--;
  return toolCalls.slice(first);
}

/** The calls of the newest generation. */
function callsOf(state: DialogState): readonly TracedCall[] {
  const { tellasks } = state;
  return [
    ...ownTools(state).map(({ name, args }) => ({
      written: `${name} ${args}`,
      meant: () => `${name} ${canonicalJson(args)}`,
    })),
    ...tellasks.map(({ headline, body }) => {
      const written = `${headline.trim()}\n${body}`;
      return { written, meant: () => written };
    }),
  ];
}
