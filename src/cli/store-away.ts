// A PostgreSQL store that is away for a while, or cannot be read, told to who waits for a command (SPEC 20.6).
import { type Output, told } from './print/output.ts';

/** Says that the store is away, with the reason, or that it is back. */
export function printStoreOutage(output: Output, why: Error | undefined): void {
  if (why) output.warn(told(output.words.storeAway(why.message)));
  else output.note(output.words.storeBack);
}

/** Says that what other processes store cannot be read, with the reason, or that it can be again. */
export function printUnreadable(output: Output, why: Error | undefined): void {
  if (why) output.warn(told(output.words.storeUnread(why.message)));
  else output.note(output.words.storeReadAgain);
}
