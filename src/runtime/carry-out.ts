// Applies what other processes handed over, each intent once: a message id that was recorded is not recorded again, so that
// a crash between applying an intent and removing its file repeats nothing (SPEC 5.3, 5.4, 9.4).
import { assertNever } from '../core/assert.ts';
import type { Outcome } from '../core/trouble.ts';
import type { HandedIntent, Inbox } from '../store/inbox.ts';
import type { Desk } from './desk.ts';

export interface CarrierOptions {
  readonly inbox: Inbox;
  readonly desk: Pick<Desk, 'say' | 'answer' | 'stop' | 'stopAll'>;
  readonly log: { info(message: string): void; error(message: string, error?: unknown): void };
  /** Of the lock that this process holds. */
  readonly token: string;
}

export interface Carrier {
  /** Starts everything that waits in the inbox and is not under way. Never throws. */
  carryOut(): void;
  /** From now on what was handed to an earlier driver is applied, too. */
  allowLeftOver(): void;
}

export function createCarrier({ inbox, desk, log, token }: CarrierOptions): Carrier {
  const underWay = new Set<string>();
  let allowsLeftOver = false;
  const settle = async (intent: HandedIntent) => {
    underWay.add(intent.msgId);
    try {
      const outcome = await apply(desk, intent, intent.to === token);
      if (outcome.ok) return inbox.remove(intent.msgId);
      log.info(`a ${intent.kind} of another process was refused: ${outcome.message}`);
      // What the disk refused is tried again at the next look; after a lost lock it is another driver's to apply.
      if (outcome.code !== 'disk' && outcome.code !== 'driven-elsewhere') inbox.refuse(intent.msgId, outcome);
    } catch (error) {
      log.error(`a ${intent.kind} of another process could not be applied`, error);
    } finally {
      underWay.delete(intent.msgId);
    }
  };
  return {
    carryOut() {
      try {
        for (const intent of inbox.pending()) {
          if (!underWay.has(intent.msgId) && (allowsLeftOver || intent.to === token)) void settle(intent);
        }
      } catch (error) {
        log.error('the inbox could not be read', error);
      }
    },
    allowLeftOver() {
      allowsLeftOver = true;
    },
  };
}

/** `isForUs`: a stop was meant for what ran in the process that it was handed to. */
async function apply(desk: CarrierOptions['desk'], intent: HandedIntent, isForUs: boolean): Promise<Outcome<object>> {
  switch (intent.kind) {
    case 'say': {
      const { images, ...message } = intent;
      return desk.say({ ...message, ...(images && { images }) });
    }
    case 'answer': {
      const { dialog, ...answer } = intent;
      return desk.answer({ ...answer, ...(dialog && { dialog }) });
    }
    case 'stop':
      return isForUs ? desk.stop(intent.dialog, { tree: intent.tree }) : { ok: true };
    case 'stopAll':
      if (isForUs) await desk.stopAll();
      return { ok: true };
    default:
      return assertNever(intent);
  }
}
