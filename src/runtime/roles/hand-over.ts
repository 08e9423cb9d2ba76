// Hands the words of people over to the process that drives the rtws, and knows which of them wait to be applied (SPEC 9.4).
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { RootId } from '../../core/dialog/ids.ts';
import { type Seals, sealedIntent } from '../../core/seals.ts';
import { errorMessage } from '../../core/thrown.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../../core/trouble.ts';
import type { HandedIntent } from '../../store/handed-intent.ts';
import type { Inbox } from '../../store/storage.ts';
import type { Follower } from './follower.ts';

type WithoutAddress<I> = I extends unknown ? Omit<I, 'to' | 'at' | 'seal'> : never;

/** An intent, not addressed yet. */
export type Said = WithoutAddress<HandedIntent>;

export interface HandOver {
  /** Puts an intent into the inbox of the process that drives; refused when there is none. `rootId` is what it concerns. */
  give(intent: Said, rootId?: RootId): Promise<Outcome<object>>;
  /** True if an intent for a tree is not applied yet. */
  isPending(rootId: RootId): boolean;
  /**
   * Resolves when an intent was applied or refused, or the driver went away before that: then it waits for the next one.
   */
  outcome(msgId: string): Promise<Outcome<{ by: 'driver' | 'nobody' }>>;
  /** Withdraws an intent that was not applied. */
  takeBack(msgId: string): void;
}

/** The same for a person at some place, whom each intent names. */
export function inNameOf(by: AnsweredBy | undefined, handOver: HandOver): HandOver {
  return by ? { ...handOver, give: (said, rootId) => handOver.give({ by, ...said }, rootId) } : handOver;
}

export interface HandOverOptions {
  readonly inbox: Inbox;
  /** To whom intents are addressed: the driving process, or '' for whichever comes to drive; undefined when there is none. */
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
  /** `awaited`: the tree that goes on with it. */
  const given = new Map<string, { readonly about?: RootId | undefined; readonly awaited?: RootId | undefined }>();
  const forgetTaken = () => {
    for (const msgId of given.keys()) if (!inbox.isPending(msgId)) given.delete(msgId);
  };
  return {
    async give(intent, rootId) {
      const address = to();
      if (address === undefined) return refuse('no-driver');
      const addressed = { ...intent, to: address, at: new Date(now()).toISOString() };
      try {
        await inbox.put({ ...addressed, ...(seals && { seal: seals.seal(sealedIntent(addressed)) }) });
      } catch (error) {
        const failure = error instanceof DriveError ? error : new DriveError('disk', errorMessage(error), error);
        return refuseToStore(failure, 'not-handed-over');
      }
      forgetTaken();
      given.set(intent.msgId, { about: 'dialog' in intent ? intent.dialog?.rootId : undefined, awaited: rootId });
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
