// Applies what other processes handed over, each intent once: a message id that was recorded is not recorded again, so
// that a crash between applying an intent and removing its file repeats nothing (SPEC 5.3, 5.4, 9.4).

import type { RootId } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { Seals } from '../../core/dialog/seals.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { type IntentTraits, intentTraits } from '../../core/intents/traits.ts';
import { type AddressedIntent, sealedIntent, treeOf } from '../../core/intents/wire.ts';
import type { StoredInbox } from '../../store/storage.ts';
import { sayRefusal } from '../../words/say.ts';
import type { PerformAny } from '../api.ts';

export interface IntentApplierOptions {
  readonly inbox: Pick<StoredInbox, 'look' | 'remove' | 'refuse'>;
  readonly perform: PerformAny;
  readonly log: { info(message: string): void; error(message: string, error?: unknown): void };
  /** Of the lease that this process holds. */
  readonly token: string;
  /** Absent: every process that may hand intents over is trusted, on any machine. */
  readonly seals?: Seals;
  /** Runs something in a later turn of the event loop. */
  readonly later: (work: () => void) => void;
  /** Writes the list line and indexes of a tree that rests. */
  readonly writeIndexes: (rootId: RootId) => Promise<void>;
  /** True if this process may no longer apply anything. */
  readonly isOver: () => boolean;
  /** Of the intents handed to an earlier driver, only those of this person on this machine are applied. */
  readonly isUntrusted: boolean;
}

export interface IntentApplier {
  /**
   * Starts everything that waits in the inbox and is not under way: at once, unless the inbox holds more than can be
   * looked at in one turn of the event loop. Never throws.
   */
  applyWaiting(): void;
  /** From now on what was handed to an earlier driver is applied, too. */
  allowLeftOver(): void;
  /** Resolves when everything that was started is applied or refused. */
  applied(): Promise<void>;
}

/** Applies nothing before `applyWaiting`. */
export function createIntentApplier(options: IntentApplierOptions): IntentApplier {
  const { inbox, perform, log, token, seals, later, writeIndexes, isOver, isUntrusted } = options;
  const underWay = new Map<string, Promise<void>>();
  const passedOver = new Set<string>();

  let allowsLeftOver = false;
  const isOurs = (intent: AddressedIntent) => !seals || seals.holds(intent.seal, sealedIntent(intent));
  const isDue = (intent: AddressedIntent) => {
    if (underWay.has(intent.msgId)) return false;
    if (intent.to === token) return true;
    if (!allowsLeftOver || passedOver.has(intent.msgId)) return false;
    if (!isUntrusted || isOurs(intent)) return true;
    passedOver.add(intent.msgId);
    log.info(`a ${intent.kind} that this folder brought along is left alone: the folder is not trusted`);
    return false;
  };
  const settle = async (intent: AddressedIntent) => {
    try {
      const isOur = isOurs(intent);
      const by = (isOur && intent.by) || unsaid;
      const outcome = await apply(perform, intent, by, { isForUs: intent.to === token, isOurs: isOur });
      if (outcome.ok) {
        // The sender reads the list as soon as the intent has left the inbox.
        const rootId = treeOf(intent);
        if (rootId !== undefined) await writeIndexes(rootId);
        return inbox.remove(intent.msgId);
      }
      const told = sayRefusal(outcome, 'en');
      log.info(`a ${intent.kind} of another process was refused: ${told.message}`);
      // A disk failure is retried at the next look; after a lost lock another driver applies it.
      if (outcome.code !== 'disk' && outcome.code !== 'driven-elsewhere') inbox.refuse(intent.msgId, outcome, told);
    } catch (error) {
      log.error(`a ${intent.kind} of another process could not be applied`, error);
    } finally {
      underWay.delete(intent.msgId);
    }
  };
  let look: ReturnType<StoredInbox['look']> | undefined;
  /** Something may have come that the look under way does not see. */
  let looksAgain = false;
  const lookOn = () => {
    if (!look || isOver()) return;
    try {
      const { done, value } = look.next();
      if (!done) return later(lookOn);
      look = undefined;
      for (const intent of value) if (isDue(intent)) underWay.set(intent.msgId, settle(intent));
    } catch (error) {
      look = undefined;
      log.error('the inbox could not be read', error);
    }
    if (looksAgain) later(applyWaiting);
  };
  const applyWaiting = () => {
    looksAgain = look !== undefined;
    if (looksAgain) return;
    look = inbox.look();
    lookOn();
  };
  return {
    applyWaiting,
    allowLeftOver() {
      allowsLeftOver = true;
    },
    async applied() {
      await Promise.all(underWay.values());
    },
  };
}

interface Origin {
  /** Handed to this process, and not to one before it: a stop was meant for what ran there. */
  readonly isForUs: boolean;
  /** Said by this person on this machine. */
  readonly isOurs: boolean;
}

/** The author of words whose origin is not proven. */
const unsaid: AnsweredBy = { kind: 'person', surface: 'inbox' };

/** What is meant for another process is dropped; an answer whose origin is not proven permits nothing. */
async function apply(
  perform: PerformAny,
  intent: AddressedIntent,
  by: AnsweredBy,
  { isForUs, isOurs }: Origin,
): Promise<Outcome<object>> {
  const traits: IntentTraits = intentTraits[intent.kind];
  if (traits.onlyFor === 'thisDriver' && !isForUs) return { ok: true };
  if (intent.kind === 'start' && !isOurs) return { ok: true };
  if (intent.kind === 'answer' && !(isForUs && isOurs)) return perform({ ...intent, permitsNothing: true }, by);
  return perform(intent, by);
}
