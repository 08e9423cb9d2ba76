// Hands intents over to the process that drives the rtws, and knows which of them wait to be applied (SPEC 9.4).

import type { RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { Seals } from '../../core/dialog/seals.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../../core/facts/trouble.ts';
import { sealedIntent, treeOf, type UnaddressedIntent } from '../../core/intents/wire.ts';
import type { StoredInbox } from '../../store/storage.ts';
import type { Follower } from './follower.ts';

/** Who performed an intent; nobody, if the driver went away before that. */
export interface Performed {
  readonly by: 'driver' | 'nobody';
}

export interface HandOver {
  /**
   * Puts an intent into the inbox of the process that drives; refused when there is none. `awaited` is the tree that
   * goes on with it.
   */
  give(intent: UnaddressedIntent, by: AnsweredBy | undefined, awaited?: RootId): Promise<Outcome<object>>;
  /** True if an intent for a tree is not applied yet. */
  isPending(rootId: RootId): boolean;
  /**
   * Resolves when an intent was applied or refused, or the driver went away before that: then it waits for the next
   * one.
   */
  outcome(msgId: string): Promise<Outcome<Performed>>;
  /** Withdraws an intent that was not applied. */
  takeBack(msgId: string): void;
}

/**
 * The same; an intent that nobody has taken when the tree's owner is gone is withdrawn, and refused with `no-driver`.
 */
export function withdrawUnclaimed(handOver: HandOver): HandOver {
  return {
    ...handOver,
    async outcome(msgId) {
      const done = await handOver.outcome(msgId);
      if (!done.ok || done.by === 'driver') return done;
      handOver.takeBack(msgId);
      return refuse('no-driver');
    },
  };
}

export interface HandOverOptions {
  readonly inbox: StoredInbox;
  /**
   * To whom intents are addressed: the driving process, or '' for whichever comes to drive; undefined when there is
   * none.
   */
  readonly to: () => string | undefined;
  /** Whether a process drives what an intent is about: the tree of this root, or absent, anything. */
  readonly hasDriver: (about: RootId | undefined) => boolean | Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly follower: Pick<Follower, 'nextEvent' | 'isClosed' | 'start' | 'look'>;
  /** Absent: every process that may hand intents over is trusted. */
  readonly seals?: Seals;
}

/** `give` refuses what the inbox refuses, and never rejects. */
export function createHandOver({ inbox, to, hasDriver, now, follower, seals }: HandOverOptions): HandOver {
  const given = new Map<string, { readonly about: RootId | undefined; readonly awaited: RootId | undefined }>();
  const forgetTaken = () => {
    for (const msgId of given.keys()) if (!inbox.isPending(msgId)) given.delete(msgId);
  };
  return {
    async give(intent, by, awaited) {
      const address = to();
      if (address === undefined) return refuse('no-driver');
      const addressed = { ...intent, to: address, at: new Date(now()).toISOString(), ...(by && { by }) };
      try {
        await inbox.put({ ...addressed, ...(seals && { seal: seals.seal(sealedIntent(addressed)) }) });
      } catch (error) {
        const failure = error instanceof DriveError ? error : new DriveError('disk', errorMessage(error), error);
        return refuseToStore(failure, 'not-handed-over');
      }
      forgetTaken();
      given.set(intent.msgId, { about: treeOf(intent), awaited });
      return { ok: true };
    },
    isPending(rootId) {
      forgetTaken();
      return [...given.values()].some(({ awaited }) => awaited === rootId);
    },
    async outcome(msgId) {
      const about = given.get(msgId)?.about;
      while (inbox.isPending(msgId)) {
        if (!follower.isClosed && (await hasDriver(about))) await follower.nextEvent();
        else {
          // It may have been the last thing that the driver did.
          follower.start();
          await follower.look();
          if (inbox.isPending(msgId)) return { ok: true, by: 'nobody' };
        }
      }
      return (await inbox.takeRefusal(msgId)) ?? { ok: true, by: 'driver' };
    },
    takeBack: msgId => inbox.remove(msgId),
  };
}
