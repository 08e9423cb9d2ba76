// Asides: the person speaks to a dialog that waits for subdialogs, or its member reads answers before all are in (SPEC 19).
import type { AsideId } from '../../core/dialog/ids.ts';
import type { Fact, RecordOf } from '../../core/dialog/record.ts';
import type { AsideCause, SaidByPerson } from '../../core/dialog/record-parts.ts';
import type { DriverContext } from '../driver-context.ts';

/** A frame above the one that waits. */
export function asideOpened(ctx: DriverContext, because: AsideCause): Fact {
  return { kind: 'asideOpened', asideId: ctx.newId() as AsideId, because };
}

/** A message, and the question that it drops. */
type Words = SaidByPerson & Pick<RecordOf<'userSaid'>, 'drops'>;

/** Words of the person reach the talk, in an aside of their own when the dialog waits for subdialogs. */
export function wordsSaid(ctx: DriverContext, messages: readonly Words[], opensAside: boolean): readonly Fact[] {
  const said = messages.map((message): Fact => ({ kind: 'userSaid', ...message }));
  return opensAside ? [asideOpened(ctx, 'words'), ...said] : said;
}
