// Hands the words of people over to the process that drives the rtws, and knows which of them wait to be applied (SPEC 9.4).
import type { RootId } from '../core/dialog/ids.ts';
import { type Seals, sealedIntent } from '../core/seals.ts';
import { type Outcome, refuse } from '../core/trouble.ts';
import type { HandedIntent, Inbox } from '../store/files/inbox.ts';
import { type LockEnvironment, readLock } from '../store/files/lock.ts';
import type { Follower } from './follower.ts';

type WithoutAddress<I> = I extends unknown ? Omit<I, 'to' | 'at' | 'seal'> : never;

/** An intent, not addressed yet. */
export type Said = WithoutAddress<HandedIntent>;

export interface HandOver {
  /** Puts an intent into the inbox of the process that drives; refused when there is none. `rootId` is what it concerns. */
  give(intent: Said, rootId?: RootId): Outcome<object> | Promise<Outcome<object>>;
  /** Whether an intent that concerns a tree is not applied yet. */
  isPending(rootId: RootId): boolean;
  /**
   * Resolves when an intent was applied or refused, or the driver went away before that: then it waits for the next one.
   */
  outcome(msgId: string): Promise<Outcome<{ by: 'driver' | 'nobody' }>>;
  /** Takes an intent back that nobody applied. */
  takeBack(msgId: string): void;
}

export interface HandOverOptions {
  readonly rtws: string;
  readonly environment: LockEnvironment;
  readonly inbox: Inbox;
  readonly follower: Pick<Follower, 'nextEvent' | 'isClosed'>;
  readonly seals: Seals;
}

export function createHandOver({ rtws, environment, inbox, follower, seals }: HandOverOptions): HandOver {
  const given = new Map<string, RootId>();
  const forgetTaken = () => {
    for (const msgId of given.keys()) if (!inbox.isPending(msgId)) given.delete(msgId);
  };
  return {
    give(intent, rootId) {
      const driver = readLock(rtws, environment);
      if (!driver) return refuse('no-driver');
      const at = new Date(environment.now()).toISOString();
      try {
        const addressed = { ...intent, to: driver.token, at };
        inbox.put({ ...addressed, seal: seals.seal(sealedIntent(addressed)) });
      } catch (error) {
        return refuse('not-handed-over', { reason: (error as Error).message });
      }
      forgetTaken();
      if (rootId) given.set(intent.msgId, rootId);
      return { ok: true };
    },
    isPending(rootId) {
      forgetTaken();
      return [...given.values()].includes(rootId);
    },
    async outcome(msgId) {
      while (inbox.isPending(msgId)) {
        if (follower.isClosed || !readLock(rtws, environment)) return { ok: true, by: 'nobody' };
        await follower.nextEvent();
      }
      return inbox.takeRefusal(msgId) ?? { ok: true, by: 'driver' };
    },
    takeBack: msgId => inbox.remove(msgId),
  };
}
