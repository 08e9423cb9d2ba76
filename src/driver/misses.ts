// What a model reads, and a person is asked, about replies that the work gets no further by (SPEC 23.14, 23.15).
import type { QuestionId } from '../core/base/ids.ts';
import type { Miss } from '../core/dialog/misses.ts';
import type { Fact } from '../core/dialog/record.ts';
import { lastSaying } from '../core/dialog/state.ts';
import { writtenForm } from '../core/dialog/transcript/missed-calls.ts';
import type { Dialog } from './driver-context.ts';
import { memberOf } from './member.ts';

/** The automatic message about a reply. */
export function missTold({ tree: { ctx }, state }: Dialog, miss: Miss): string {
  const { misses } = ctx.minds.texts();
  if (miss.why === 'ran-away') return misses.ranAway(miss.ranAway);
  return misses.noCalls(miss.missed, writtenForm(lastSaying(state)));
}

/** The question that follows the second such reply in a row. */
export function missQuestion({ tree: { ctx }, state }: Dialog, miss: Miss): Fact {
  const { misses } = ctx.minds.texts();
  const { name } = memberOf(ctx, state);
  const text =
    miss.why === 'ran-away'
      ? misses.ranAwayQuestion(name, miss.ranAway)
      : misses.noCallsQuestion(name, lastSaying(state));
  const questionId = ctx.newId() as QuestionId;
  return { kind: 'questionAsked', questionId, questionKind: 'provider', ...text, genseq: state.genseq };
}
