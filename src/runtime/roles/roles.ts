// The present role of a runtime, and how it changes: a reader takes over, a driver that lost its lease reads from then on
// (SPEC 9.4). Whoever holds the runtime keeps it; what stands behind it is another.

import { invariant } from '../../core/assert.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { type RootId, rootRef } from '../../core/dialog/ids.ts';
import { Listeners } from '../../core/listeners.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../../core/trouble.ts';
import type { OpenMode, WriteMode } from '../../driver/open-mode.ts';
import type { Settled } from '../../driver/queries.ts';
import type { DialogApi, DrivenBy } from '../api.ts';
import type { StoredServices } from '../services.ts';
import { openDriving } from './driving.ts';
import { openReading } from './reading.ts';
import type { Role } from './role.ts';

export interface Roles {
  /** Intents and queries, answered by the current role. */
  readonly api: DialogApi;
  /** The same for intents of a person at some place. */
  as(by: AnsweredBy): DialogApi;
  readonly current: () => Role;
  /** Starts to report events of other processes, in any role. */
  follow(): void;
  onDriverChange(listener: (who: DrivenBy) => void): { dispose(): void };
  /** A reader becomes the process that drives, or that writes and drives nothing; refused while another one drives. */
  takeOver(mode?: WriteMode): Promise<Outcome<object>>;
  close(): Promise<void>;
}

/** Opens the role that a mode asks for; refused when another process drives. */
export async function openRoles(services: StoredServices, mode: OpenMode): Promise<Outcome<{ roles: Roles }>> {
  const { options, storage, log, newId } = services;
  const { resume } = options;
  const drivers = new Listeners<[DrivenBy]>();
  const inTurn = createTurns();
  let role: Role | undefined;
  let isFollowed = false;
  let isClosed = false;
  const current = (): Role => {
    invariant(role, 'a role is opened before it is used');
    return role;
  };
  const enter = (next: Role) => {
    role = next;
    if (isFollowed) next.follow();
  };
  const tell = (who: DrivenBy) => drivers.tell(who);
  const read = async () => enter(await openReading(services, tell));
  const write = async (mode: WriteMode, appliesLeftOver: boolean): Promise<Outcome<object>> => {
    const leased = await storage.acquire(newId());
    if (!leased.ok) return leased;
    const { lease } = leased;
    try {
      await role?.close();
      enter(
        await openDriving(services, { lease, mode, appliesLeftOver, onLost: giveUp, onOutrun: () => reread(mode) }),
      );
      return { ok: true };
    } catch (error) {
      await lease.release();
      if (role) await read();
      if (!(error instanceof DriveError)) throw error;
      return refuseToStore(error, 'not-opened');
    }
  };
  const giveUp = () =>
    void inTurn(async () => {
      if (isClosed) return;
      log.error('another process took over driving this folder; this one reads from now on');
      await role?.close();
      await read();
      tell(current().drivenBy());
    });
  /** The lock says that this process drives: the other one will not write again, and what it wrote counts. */
  const reread = (mode: WriteMode) =>
    void inTurn(async () => {
      if (isClosed) return;
      log.error('another process wrote into this folder beside this one, which holds the lock; all is read anew');
      await role?.close();
      await read();
      const driven = await write(mode, false);
      if (driven.ok && resume === 'always') await current().api.continueAll('left');
      tell(current().drivenBy());
    });
  const takeOver = (mode: WriteMode = 'drive') =>
    inTurn(async (): Promise<Outcome<object>> => {
      if (isClosed) return refuse('folder-closed');
      if (current().drivenBy() === 'this') return { ok: true };
      const taken = await write(mode, mode === 'drive');
      if (taken.ok) tell('this');
      return taken;
    });
  /** An intent finds no driver when that one has just left: then this process is the next one, or hands it to the next. */
  const orTakenOver = async (outcome: unknown, ask: () => unknown, tries = TRIES): Promise<unknown> => {
    if (!options.takesOver || !lacksDriver(outcome) || tries === 0) return outcome;
    const taken = await takeOver(options.takesOver);
    if (!taken.ok && taken.code !== 'driven-elsewhere') return taken;
    return orTakenOver(await ask(), ask, tries - 1);
  };
  const settled = async (rootId: RootId): Promise<Settled> => {
    for (;;) {
      const asked = current();
      const found = await asked.api.settled(rootId);
      // A role that was just left reports the tree's state at once: the next one must be asked.
      await inTurn(async () => {});
      if (isClosed) return found;
      if (asked !== current()) continue;
      const isOrphan = asked.drivenBy() === 'nobody' && asked.isLeftUndone(rootId);
      if (!options.takesOver || !isOrphan) return found;
      const taken = await takeOver(options.takesOver);
      if (taken.ok) await current().api.continueDialog(rootRef(rootId));
      else if (taken.code !== 'driven-elsewhere') return found;
    }
  };
  if (mode === 'read') await read();
  else {
    const opened = await write(mode, resume === undefined || resume === 'always');
    if (!opened.ok) return opened;
  }
  const follow = () => {
    isFollowed = true;
    current().follow();
  };
  const onDriverChange = (listener: (who: DrivenBy) => void) => {
    const told = drivers.add(listener);
    follow();
    return told;
  };
  const close = () =>
    inTurn(async () => {
      isClosed = true;
      await role?.close();
      await storage.close();
    });
  const api = { ...apiOf(() => current().api, orTakenOver), settled };
  const as = (by: AnsweredBy) => ({ ...apiOf(() => current().as(by), orTakenOver), settled });
  return { ok: true, roles: { api, as, current, follow, onDriverChange, takeOver, close } };
}

/** Each of them has seen another process come and go. */
const TRIES = 5;

function lacksDriver(outcome: unknown): boolean {
  const { ok, why } = (outcome ?? {}) as { readonly ok?: unknown; readonly why?: { readonly id?: unknown } };
  return ok === false && why?.id === 'no-driver';
}

/** Hands every intent and query on to the role of the moment; what comes of it later goes through `orElse`, which may ask again. */
function apiOf(api: () => DialogApi, orElse: (outcome: unknown, ask: () => unknown) => Promise<unknown>): DialogApi {
  const names = Object.keys(api()) as (keyof DialogApi)[];
  const entries = names.map(name => [
    name,
    (...args: never[]) => {
      const ask = () => (api()[name] as (...args: never[]) => unknown)(...args);
      const answer = ask();
      return answer instanceof Promise ? answer.then(outcome => orElse(outcome, ask)) : answer;
    },
  ]);
  return Object.fromEntries(entries) as DialogApi;
}

/** Runs work one piece after another; a failed one does not hold up the next. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
