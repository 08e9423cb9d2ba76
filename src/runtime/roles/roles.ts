// The present role of a runtime, and how it changes: a reader takes over, a driver that lost its lease reads from then
// on (SPEC 9.4). Whoever holds the runtime keeps it; what stands behind it is another.

import { invariant } from '../../core/base/assert.ts';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { Listeners } from '../../core/base/listeners.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../../core/facts/trouble.ts';
import type { Intent } from '../../core/intents/intents.ts';
import type { OpenMode, WriteMode } from '../../driver/open-mode.ts';
import type { Settled } from '../../driver/queries.ts';
import { type DialogQueries, type DrivenBy, type Perform, performs } from '../api.ts';
import type { StoredServices } from '../services.ts';
import { openDriving } from './driving.ts';
import { openReading } from './reading.ts';
import type { Role } from './role.ts';

export interface Roles {
  /** Intents, performed by the current role. */
  readonly perform: Perform;
  /** Queries, answered by the current role. */
  readonly queries: DialogQueries;
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
      if (driven.ok && resume === 'always') await perform({ kind: 'continueAll', which: 'left' });
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
  const performBy = async (intent: Intent, by?: AnsweredBy, tries = TRIES): Promise<Outcome<object>> => {
    const done = await current().perform(intent, by);
    // The driver may have just left: then this process is the next one, or hands the intent to the next.
    if (!options.takesOver || done.ok || done.why.id !== 'no-driver' || tries === 0) return done;
    const taken = await takeOver(options.takesOver);
    if (!taken.ok && taken.code !== 'driven-elsewhere') return taken;
    return performBy(intent, by, tries - 1);
  };
  const perform = performs((intent, by) => performBy(intent, by));
  const settled = async (rootId: RootId): Promise<Settled> => {
    for (;;) {
      const asked = current();
      const found = await asked.queries.settled(rootId);
      // A role that was just left reports the tree's state at once: the next one must be asked.
      await inTurn(async () => {});
      if (isClosed) return found;
      if (asked !== current()) continue;
      const isOrphan = asked.drivenBy() === 'nobody' && asked.isLeftUndone(rootId);
      if (!options.takesOver || !isOrphan) return found;
      const taken = await takeOver(options.takesOver);
      if (taken.ok) await perform({ kind: 'continue', dialog: rootRef(rootId) });
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
  const queries = { ...queriesOf(() => current().queries), settled };
  return { ok: true, roles: { perform, queries, current, follow, onDriverChange, takeOver, close } };
}

/** Each of them has seen another process come and go. */
const TRIES = 5;

/** The queries of the current role. */
function queriesOf(current: () => DialogQueries): DialogQueries {
  return {
    compared: () => current().compared(),
    listRoots: filter => current().listRoots(filter),
    tree: (rootId, more) => current().tree(rootId, more),
    view: (dialog, page) => current().view(dialog, page),
    questions: () => current().questions(),
    inbox: () => current().inbox(),
    registry: rootId => current().registry(rootId),
    prompt: dialog => current().prompt(dialog),
    resolve: name => current().resolve(name),
    image: (dialog, image) => current().image(dialog, image),
    edits: (dialog, which) => current().edits(dialog, which),
    patch: (dialog, path, which) => current().patch(dialog, path, which),
    textBefore: (dialog, path, which) => current().textBefore(dialog, path, which),
    restorePlan: (dialog, to) => current().restorePlan(dialog, to),
    evidence: rootId => current().evidence(rootId),
    proposal: (questionId, path) => current().proposal(questionId, path),
    findQuestion: questionId => current().findQuestion(questionId),
    belief: rootId => current().belief(rootId),
    beliefAt: (rootId, turn) => current().beliefAt(rootId, turn),
    beliefDiff: (rootId, turns) => current().beliefDiff(rootId, turns),
    domains: () => current().domains(),
    settled: rootId => current().settled(rootId),
    activity: () => current().activity(),
  };
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
