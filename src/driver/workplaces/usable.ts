// Whether the place that a dialog's records name can be used here (SPEC 27.1).
import type { DialogState } from '../../core/dialog/state.ts';
import type { Workplace } from '../../core/dialog/workplace.ts';
import type { Member } from '../../core/team/team.ts';
import type { DriverContext } from '../driver-context.ts';
import { isThere } from './base.ts';
import { isOurs } from './make.ts';

/**
 * True if a dialog is to work in a place of its own, and has none: not made yet, taken away, or made on another
 * machine. Selves that think side by side work where the one who calls them does.
 */
export function lacksPlace(ctx: DriverContext, { workplace: wanted }: Member, state: DialogState): boolean {
  const { identity, workplace } = state;
  if (!ctx.places || identity.kind !== 'sub' || identity.freshSelf) return false;
  if (wanted !== 'own') return false;
  return !workplace || !usablePlace(ctx, { workplace });
}

/** The place of a dialog, if it is there and can be used here. */
export function usablePlace(ctx: DriverContext, { workplace }: Pick<DialogState, 'workplace'>): Workplace | undefined {
  return workplace && isUsable(ctx, workplace) && isThere(workplace) ? workplace : undefined;
}

/** True if a place is one of ours: a record that comes from elsewhere may name any folder. */
export function isUsable({ places }: DriverContext, workplace: Workplace): boolean {
  return places !== undefined && isOurs(places, workplace);
}
