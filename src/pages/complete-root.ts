// Mark Done where a person asks for it.
import { type RootId, rootRef } from '../core/base/ids.ts';
import type { Outcome, Refusal } from '../core/facts/trouble.ts';
import type { Runtime } from '../runtime.ts';

/** Marks a root as done. If work is pending, `confirm` gets it and must agree. `undefined` when it does not. */
export async function completeAfter(
  confirm: (pending: Refusal) => Promise<boolean>,
  runtime: Pick<Runtime, 'perform'>,
  rootId: RootId,
): Promise<Outcome<object> | undefined> {
  const markDone = { kind: 'markDone', dialog: rootRef(rootId) } as const;
  const completed = await runtime.perform(markDone);
  if (completed.ok || completed.code !== 'pending-work') return completed;
  return (await confirm(completed)) ? runtime.perform({ ...markDone, force: true }) : undefined;
}
