// Mark Done where a person asks for it.
import type { RootId } from '../core/dialog/ids.ts';
import type { Outcome, Refusal } from '../core/trouble.ts';
import type { Runtime } from '../runtime.ts';

/** Marks a root as done. If work is pending, `confirm` gets it and must agree. `undefined` when it does not. */
export async function completeAfter(
  confirm: (pending: Refusal) => Promise<boolean>,
  runtime: Pick<Runtime, 'markDone'>,
  rootId: RootId,
): Promise<Outcome<object> | undefined> {
  const completed = await runtime.markDone(rootId);
  if (completed.ok || completed.code !== 'pending-work') return completed;
  return (await confirm(completed)) ? runtime.markDone(rootId, { force: true }) : undefined;
}
