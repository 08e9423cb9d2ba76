// Whose intent is being recorded. An intent is checked and recorded in one tick, so who acts is known to `commit`
// without being handed from function to function; what the driver does by itself afterwards is nobody's.
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import type { DriverContext } from './driver-context.ts';

/** Runs work in which people's acts are recorded as this person's, up to where it first waits. */
export function actAs<T>({ actor }: Pick<DriverContext, 'actor'>, by: AnsweredBy | undefined, work: () => T): T {
  const before = actor.by;
  actor.by = by;
  try {
    return work();
  } finally {
    actor.by = before;
  }
}
