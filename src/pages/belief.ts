// The turns of a dialogue state for a panel, from what the runtime says (SPEC 16.11).

import type { RootId } from '../core/base/ids.ts';
import { compareTurns, lookAtTurn } from '../core/belief/domain/rules.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { BeliefPicture } from '../protocol/messages.ts';
import type { Runtime } from '../runtime.ts';

/** The turns; with `turn` the beliefs after it, with `from` also the changes since that one. */
export async function pictureBelief(
  runtime: Pick<Runtime, 'belief'>,
  rootId: RootId,
  { turn, from }: { readonly turn?: number | undefined; readonly from?: number | undefined },
): Promise<Outcome<{ picture: BeliefPicture }>> {
  const viewed = await runtime.belief(rootId);
  if (!viewed.ok) return viewed;
  const { turns, rollbacks, domain } = viewed.view;
  const picture: BeliefPicture = { turns, rollbacks, ...(domain && { domain }) };
  if (turn === undefined) return { ok: true, picture };
  const found = lookAtTurn(viewed.view, turn);
  if (!found.ok) return found;
  const { state, ended } = found;
  if (from === undefined) return { ok: true, picture: { ...picture, at: { turn, state, ended } } };
  const compared = compareTurns(viewed.view, { from, to: turn });
  if (!compared.ok) return compared;
  const { differences } = compared;
  return { ok: true, picture: { ...picture, at: { turn, state, ended, from, differences } } };
}
