// Refusals of an intent as coded values, and outside failures on their way to become one or an interruption.
import { isNamed } from '../base/named-error.ts';
import { errorCode, errorMessage } from '../base/thrown.ts';
import type { InterruptCode } from './interruption.ts';
import { type RefusalCode, type RefusalFact, type RefusalFacts, type RefusalId, refusals } from './refusals.ts';

/** A refusal as a value; nothing was changed. `sayRefusal` in `src/words/say.ts` says what happened and what to do. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly why: RefusalFact;
}

/** What comes of an intent or a query: its result, or why there is none. */
export type Outcome<T> = ({ readonly ok: true } & T) | Refusal;

/** Makes a refusal from its id and what it names. */
export function refuse<Id extends RefusalId>(
  id: Id,
  ...[names]: keyof RefusalFacts[Id] extends never ? [] : [names: RefusalFacts[Id]]
): Refusal {
  const [code] = refusals[id];
  return { ok: false, code, why: { id, ...names } as RefusalFact };
}

/** True if an outcome is a refusal. */
export function isRefusal(outcome: object): outcome is Refusal {
  return 'ok' in outcome && outcome.ok === false && 'why' in outcome;
}

/** A refusal that is known by its words only. */
export function toldRefusal(code: RefusalCode, message: string, remedy: string): Refusal {
  return { ok: false, code, why: { id: 'told', message, remedy } };
}

/** An outside failure on its way to the one place that catches it (`driver/drive-dialog.ts`). */
export class DriveError extends Error {
  readonly code: InterruptCode;
  constructor(code: InterruptCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DriveError';
    this.code = code;
  }

  /** The engine of a store is a bundle of its own. */
  static override [Symbol.hasInstance](error: unknown): error is DriveError {
    return isNamed(error, 'DriveError');
  }
}

/** The server of a store cannot be reached, or went away: whether its last statement was carried out is unknown. */
export class StoreAway extends Error {
  /** Its address, as people are shown it. */
  readonly store: string;
  constructor(cause: unknown, store: string) {
    super(errorMessage(cause), { cause });
    this.name = 'StoreAway';
    this.store = store;
  }

  static override [Symbol.hasInstance](error: unknown): error is StoreAway {
    return isNamed(error, 'StoreAway');
  }
}

/**
 * The server of a store answers, and does not do what every use of a store needs: this user may not, a table is gone or
 * damaged. No fault of the program. `code` is that of the server.
 */
export class StoreRefused extends Error {
  /** Its address, as people are shown it. */
  readonly store: string;
  readonly code: string;
  constructor(cause: unknown, { store, code }: { readonly store: string; readonly code: string }) {
    super(errorMessage(cause), { cause });
    this.name = 'StoreRefused';
    this.store = store;
    this.code = code;
  }

  static override [Symbol.hasInstance](error: unknown): error is StoreRefused {
    return isNamed(error, 'StoreRefused');
  }
}

/**
 * The refusal of what the system or a store does not permit, or a store that is away; undefined for any other error.
 */
export function refuseOutside(error: unknown): Refusal | undefined {
  if (error instanceof StoreAway) return refuseAway(error);
  if (error instanceof StoreRefused) return refuse('store-refused', { store: error.store, reason: error.message });
  const code = errorCode(error);
  return code === 'EACCES' || code === 'EPERM' ? refuse('access-denied', { reason: errorMessage(error) }) : undefined;
}

/** The refusal of what needed a store that is away. */
export function refuseAway({ store, message }: StoreAway): Refusal {
  return refuse('store-away', { store, reason: message });
}

/** The refusal of an intent whose facts could not be stored; `id` names the attempt. */
export function refuseToStore(
  { code, message }: DriveError,
  id: 'not-opened' | 'not-stored' | 'not-handed-over' | 'not-deleted',
): Refusal {
  if (code === 'lock-lost') return refuse('driver-changed');
  return refuse(code === 'store' ? 'store-not-written' : id, { reason: message });
}
