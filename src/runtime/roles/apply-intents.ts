// Applies what other processes handed over, each intent once: a message id that was recorded is not recorded again, so that
// a crash between applying an intent and removing its file repeats nothing (SPEC 5.3, 5.4, 9.4).
import { assertNever } from '../../core/assert.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { RootId } from '../../core/dialog/ids.ts';
import type { DraftIntent } from '../../core/draft/intent.ts';
import { type Seals, sealedIntent } from '../../core/seals.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { HandedIntent } from '../../store/handed-intent.ts';
import type { Inbox } from '../../store/storage.ts';
import { sayRefusal } from '../../words/say.ts';
import type { DialogApi } from '../api.ts';

export interface IntentApplierOptions {
  readonly inbox: Pick<Inbox, 'look' | 'remove' | 'refuse'>;
  /** Applies what a person asked at some place. */
  readonly apiFor: (
    by: AnsweredBy,
  ) => Pick<
    DialogApi,
    | 'say'
    | 'answer'
    | 'changeQueued'
    | 'removeQueued'
    | 'dismiss'
    | 'tellCallee'
    | 'draft'
    | 'changeBelief'
    | 'start'
    | 'stop'
    | 'retryNow'
    | 'stopAll'
  >;
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
   * Starts everything that waits in the inbox and is not under way: at once, unless the inbox holds more than can be looked at
   * in one turn of the event loop. Never throws.
   */
  applyWaiting(): void;
  /** From now on what was handed to an earlier driver is applied, too. */
  allowLeftOver(): void;
  /** Resolves when everything that was started is applied or refused. */
  applied(): Promise<void>;
}

/** Applies nothing before `applyWaiting`. */
export function createIntentApplier(options: IntentApplierOptions): IntentApplier {
  const { inbox, apiFor, log, token, seals, later, writeIndexes, isOver, isUntrusted } = options;
  const underWay = new Map<string, Promise<void>>();
  const passedOver = new Set<string>();

  let allowsLeftOver = false;
  const isOurs = (intent: HandedIntent) => !seals || seals.holds(intent.seal, sealedIntent(intent));
  const isDue = (intent: HandedIntent) => {
    if (underWay.has(intent.msgId)) return false;
    if (intent.to === token) return true;
    if (!allowsLeftOver || passedOver.has(intent.msgId)) return false;
    if (!isUntrusted || isOurs(intent)) return true;
    passedOver.add(intent.msgId);
    log.info(`a ${intent.kind} that this folder brought along is left alone: the folder is not trusted`);
    return false;
  };
  const settle = async (intent: HandedIntent) => {
    try {
      const isOur = isOurs(intent);
      const by = (isOur && intent.by) || unsaid;
      const outcome = await apply(apiFor(by), intent, { isForUs: intent.to === token, isOurs: isOur });
      if (outcome.ok) {
        // The sender reads the list as soon as the intent has left the inbox.
        if ('dialog' in intent && intent.dialog) await writeIndexes(intent.dialog.rootId);
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
  let look: ReturnType<Inbox['look']> | undefined;
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

/** Applied once, also when the process ended between that and taking it out of the inbox. */
function withId({ msgId, draft }: Extract<HandedIntent, { kind: 'draft' }>): DraftIntent {
  return draft.kind === 'seen' ? draft : { ...draft, msgId };
}

/** The author of words whose origin is not proven. */
const unsaid: AnsweredBy = { kind: 'person', surface: 'inbox' };

async function apply(
  api: ReturnType<IntentApplierOptions['apiFor']>,
  intent: HandedIntent,
  { isForUs, isOurs }: Origin,
): Promise<Outcome<object>> {
  switch (intent.kind) {
    case 'drive_dlg_by_user_msg': {
      const { dialog, content, msgId, images } = intent;
      return api.say({ dialog, content, msgId, ...(images && { images }) });
    }
    case 'drive_dialog_by_user_answer': {
      const { dialog, questionId, content, msgId, queuedMsgId } = intent;
      const permits = isForUs && isOurs;
      return api.answer({
        questionId,
        content,
        msgId,
        ...(dialog && { dialog }),
        ...(queuedMsgId !== undefined && { queuedMsgId }),
        ...(!permits && { permitsNothing: true }),
      });
    }
    case 'changeQueued':
      return api.changeQueued(intent.dialog, intent);
    case 'removeQueued':
      return api.removeQueued(intent.dialog, intent);
    case 'dismiss':
      return api.dismiss(intent.dialog.rootId, intent.callId, intent);
    case 'tell':
      return api.tellCallee(intent.dialog.rootId, intent);
    case 'belief':
      return api.changeBelief(intent.dialog.rootId, intent.belief, intent);
    case 'draft':
      return api.draft(intent.dialog.rootId, withId(intent));
    case 'start': {
      const { dialog, msgId, start } = intent;
      return isForUs && isOurs ? api.start({ ...start, rootId: dialog.rootId, msgId }) : { ok: true };
    }
    case 'stop':
      return isForUs ? api.stop(intent.dialog, { tree: intent.tree }) : { ok: true };
    case 'retryNow':
      return isForUs ? api.retryNow(intent.dialog, { tree: intent.tree }) : { ok: true };
    case 'stopAll':
      if (isForUs) await api.stopAll();
      return { ok: true };
    default:
      return assertNever(intent);
  }
}
