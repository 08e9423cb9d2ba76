// Asides: the person speaks to a dialog that waits for subdialogs, or its member reads answers before all are in (SPEC
// 19).
import type { AsideId } from '../../core/base/ids.ts';
import type { Fact, RecordOf } from '../../core/dialog/record.ts';
import type { AsideCause, SaidByPerson } from '../../core/dialog/record-parts.ts';
import { topFrame } from '../../core/dialog/state.ts';
import type { OpenQuestion } from '../../core/dialog/tool-call.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import { memberOf } from '../member.ts';

/** A frame above the one that waits. */
export function asideOpened(ctx: DriverContext, because: AsideCause): Fact {
  return { kind: 'asideOpened', asideId: ctx.newId() as AsideId, because };
}

/**
 * The aside in which a member that reads each answer at once reads the person's, while its calls are open (SPEC 19.3).
 */
export function answerRead({ state, tree: { ctx } }: Dialog, question: OpenQuestion | undefined): readonly Fact[] {
  const isLast = question?.questionKind === 'ask' && state.questions.length === 1;
  const isWaiting = state.toolCalls.length === 0 && state.tellasks.length === 0 && topFrame(state).pending.length > 0;
  const reads = isLast && isWaiting && memberOf(ctx, state).onAnswer === 'each';
  return reads ? [asideOpened(ctx, 'answers')] : [];
}

/** A message, and the question that it drops. */
type Words = SaidByPerson & Pick<RecordOf<'userSaid'>, 'drops'>;

/** Words of the person reach the talk, or open an aside. */
export function wordsSaid(ctx: DriverContext, messages: readonly Words[], to: 'talk' | 'aside'): readonly Fact[] {
  const said = messages.map((message): Fact => ({ kind: 'userSaid', ...message }));
  return to === 'aside' ? [asideOpened(ctx, 'words'), ...said] : said;
}
