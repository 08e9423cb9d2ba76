// Everything that can stop work or refuse an intent, as one coded value. `src/words/` makes the words that a person
// reads of it: what happened, and what to do.
import { isNamed } from '../base/named-error.ts';
import { errorCode, errorMessage } from '../base/thrown.ts';
import { type RefusalCode, type RefusalFact, type RefusalFacts, type RefusalId, refusals } from './refusals.ts';

/** Why a dialog is interrupted (SPEC 1.4, 4.4, 11, 18.4). */
export type InterruptCode =
  | 'stopped' // by the person
  | 'restart' // the process ended while it was generating
  | 'not-configured'
  | 'untrusted' // a file of the folder names the model server, and nobody trusted the folder (SPEC 18.6)
  | 'unreachable'
  | 'no-key' // the server wants an API key, and none is set
  | 'auth'
  | 'quota'
  | 'bad-request'
  | 'context-full' // the dialog no longer fits into the model's context
  | 'blocked' // a filter of the server blocks what the request says
  | 'no-tools' // the model, or its server as it was started, takes no tools
  | 'rate-limited'
  | 'server-error'
  | 'no-reply' // nothing came from the model for too long (SPEC 10.8)
  | 'too-large' // a reply beyond what is kept (SPEC 18.8)
  | 'consent-needed'
  | 'broken-settings' // `.minds/llm.yaml` cannot be read, and its caps are not known (SPEC 18.6)
  | 'broken-playbook'
  | 'playbook-exhausted'
  | 'agent-failed' // a member that is an agent of another vendor (SPEC 22.4)
  | 'agent-login' // the same wants its person to log in
  | 'stream-error' // a provider broke the rule of segments (SPEC 8.1)
  | 'broken-domain' // the domain file of a dialog cannot be used (SPEC 16.1)
  | 'disk' // a record could not be stored
  | 'store' // a database refused a record, or lost some (SPEC 20.6)
  | 'lock-lost' // another process took over driving this rtws (SPEC 9.4)
  | 'bug';

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

/** Why a dialog is interrupted, as recorded: the code decides, `message` is the text of the outside cause. */
export interface Interruption {
  readonly code: InterruptCode;
  readonly message: string;
  /** When it was recorded (ISO); absent where it was not, or by an earlier version. */
  readonly at?: string;
}

/** True if a dialog was interrupted by something other than the person that needs their attention. */
export function isTrouble(code: InterruptCode): boolean {
  return code !== 'stopped' && code !== 'restart';
}

/** The record for a dialog that was active when its process ended (SPEC 11.2). */
export const restartInterruption: Interruption = {
  code: 'restart',
  message: 'the process ended while this dialog was at work',
};

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
