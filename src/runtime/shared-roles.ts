// The role of a process at a store that several processes write: it drives the trees that it has claimed, or it reads and hands
// words over to the workers that drive (SPEC 20.4).

import type { DialogRef, RootId } from '../core/dialog/ids.ts';
import type { PendingQuestion } from '../core/dialog/projection.ts';
import type { FeedEvent } from '../core/feed-event.ts';
import { once } from '../core/once.ts';
import type { FileProblem } from '../core/team.ts';
import { DriveError, type Outcome, refuse, refuseToStore } from '../core/trouble.ts';
import type { Driver, DriverRole } from '../driver/driver.ts';
import { questionsOf } from '../driver/queries.ts';
import { createTree } from '../driver/tree.ts';
import type { Shared, SharedStorage } from '../store/shared-storage.ts';
import type { Lease, OpenStorage } from '../store/storage.ts';
import { diskOnly } from '../tools/workspace-files.ts';
import type { OpenMode, OpenStore } from './api.ts';
import { createCarrier } from './carry-out.ts';
import { startClaimLoop } from './claims.ts';
import { createDesk, type Desk } from './desk.ts';
import type { HandOver, Said } from './hand-over.ts';
import { createDriver, type Parts, tellLanguage } from './parts.ts';
import { createReadingDesk } from './reading-desk.ts';
import type { DrivenBy } from './role.ts';
import { SharedFollower } from './shared-follower.ts';
import { createEdits } from './undo-edits.ts';

/** What the runtime needs of its role. */
export interface SharedRole {
  readonly desk: Desk;
  readonly driver: Driver;
  drivenBy(): DrivenBy;
  follow(): void;
  problems(): readonly FileProblem[];
  onDriverChange(listener: (who: DrivenBy) => void): { dispose(): void };
  remove(rootId: RootId): Promise<void>;
  close(): Promise<void>;
}

const HEARTBEAT_MS = 2_000;
/** Whoever follows waits so long for a worker to come back before a tree that has something to do counts as left. */
const ABSENCE_MS = 15_000;

interface Ports {
  readonly parts: Parts;
  readonly storage: SharedStorage;
  readonly store: OpenStore;
}

/** Opens the role that a mode asks for; refused with `driven-elsewhere` when workers are to drive. */
export async function openSharedRole(ports: Ports, mode: OpenMode): Promise<Outcome<{ role: SharedRole }>> {
  if (mode === 'read') return { ok: true, role: await openReader(ports) };
  const leased = await ports.storage.acquire(ports.parts.newId());
  if (!leased.ok) return leased;
  try {
    return { ok: true, role: await openWriter(ports, leased.lease, mode === 'drive' ? 'drives' : 'records') };
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    return refuseToStore(error, 'not-opened');
  }
}

async function openWriter(ports: Ports, lease: Lease, as: DriverRole): Promise<SharedRole> {
  const { parts, storage, store } = ports;
  const { log, feed } = parts;
  const { shared } = storage;
  const open = await storage.open({
    kind: 'writer',
    lease,
    onTreeLost(rootId) {
      driver.lose(rootId);
      claims?.lost(rootId);
    },
  });
  const driver = createDriver(parts, as, open.dialogs, open.roots);
  const desk = sharedDesk(ports, open, driver, false);
  tellLanguage(parts);
  let isOver = false;
  const carrier = createCarrier({
    inbox: open.handover,
    desk,
    log,
    token: lease.token,
    later: setImmediate,
    isOver: () => isOver,
    isUntrusted: false,
  });
  const watch = open.watchHandover(() => carrier.carryOut());
  const ends = [
    shared.onAway(why => {
      if (why) log.warn(`the store is away, dialogs wait: ${why.message}`);
      else log.info('the store is back');
      store.worker?.onAway(why);
    }),
    listen(feed, event => passOn(shared, { roots: open.roots, driver }, event)),
  ];
  const heartbeat = setInterval(() => void lease.beat().catch(() => {}), HEARTBEAT_MS);
  const { worker } = store;
  const claims =
    worker && startClaimLoop({ driver, shared, log, after, freeRoom: worker.freeRoom, onEvent: worker.onEvent });
  const follower = createFollower(ports, open, driver);
  return {
    desk,
    driver,
    drivenBy: () => 'this',
    follow: () => follower().start(),
    problems: () => [...open.problems, ...storage.problems],
    onDriverChange: () => ({ dispose: () => {} }),
    remove: rootId => open.remove(rootId),
    async close() {
      await claims?.stop();
      isOver = true;
      watch.close();
      follower().close();
      await driver.close();
      for (const tree of driver.loaded()) driver.forget(tree.rootId);
      for (const end of ends) end();
      clearInterval(heartbeat);
      await open.close(true);
      await lease.release();
      await storage.close();
    },
  };
}

/**
 * Passing events go to whoever watches; lines of trees that change go into the store, soon. An event may come late, since it is
 * held until its records are stored: the line is made anew.
 */
function passOn(
  shared: Shared,
  { roots, driver }: { readonly roots: OpenStorage['roots']; readonly driver: Driver },
  event: FeedEvent,
): void {
  if (isPassing(event)) shared.pass(event.rootId, event);
  const tree = event.type === 'root_changed' ? driver.loadedTree(event.rootId) : undefined;
  if (tree && shared.held().includes(event.rootId)) roots.put(driver.summaryOf(tree));
}

const passingTypes: ReadonlySet<string> = new Set([
  'segment_start',
  'chunk',
  'segment_finish',
  'tool_output',
  'retrying',
]);

function isPassing({ type }: { readonly type: string }): boolean {
  return passingTypes.has(type);
}

async function openReader(ports: Ports): Promise<SharedRole> {
  const { parts, storage } = ports;
  const { feed, newId } = parts;
  const open = await storage.open({ kind: 'reader' });
  const driver = createDriver(parts, 'reads', open.dialogs, open.roots);
  const follower = createFollower(ports, open, driver);
  const { elapsed } = parts.lockEnvironment;
  let seenAt = elapsed();
  const drivenBy = (): DrivenBy => {
    if (storage.holder()) seenAt = elapsed();
    return elapsed() - seenAt < ABSENCE_MS ? 'other' : 'nobody';
  };
  const isAtWork = (rootId: RootId) => open.roots.summaries.get(rootId)?.needsDrive === true;
  const listeners = new Set<(who: DrivenBy) => void>();
  const handOver = createSharedHandOver(ports, open, follower);
  const stopPassing = storage.shared.onPassing(event => {
    if (isPassing(event as FeedEvent)) feed.publish(event as FeedEvent);
  });
  return {
    desk: createReadingDesk({
      desk: sharedDesk(ports, open, driver, true),
      feed,
      follower: lazily(follower),
      handOver,
      newId,
      drivenBy,
      isAtWork,
      generating: () =>
        driver
          .loaded()
          .flatMap(({ dialogs }) => [...dialogs.values()])
          .filter(({ state }) => state.generating).length,
    }),
    driver,
    drivenBy,
    follow: () => follower().start(),
    problems: () => [...open.problems, ...storage.problems],
    onDriverChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    remove: rootId => open.remove(rootId),
    async close() {
      stopPassing();
      follower().close();
      await driver.close();
      await open.close(true);
      await storage.close();
    },
  };
}

function createFollower({ parts, storage, store }: Ports, open: OpenStorage, driver: Driver): () => SharedFollower {
  return once(
    () =>
      new SharedFollower({
        open,
        driver,
        feed: parts.feed,
        after,
        onLook: () => {},
        ...(store.newsAfter && { newsAfter: store.newsAfter }),
        isOurs: rootId => storage.shared.held().includes(rootId),
      }),
  );
}

function lazily(follower: () => SharedFollower) {
  return {
    get isClosed() {
      return follower().isClosed;
    },
    start: () => follower().start(),
    look: () => follower().look(),
    nextEvent: () => follower().nextEvent(),
  };
}

/** Intents are rows of the store: they wait there for whoever drives the tree next. */
function createSharedHandOver(
  { parts, storage }: Ports,
  { handover }: OpenStorage,
  follower: () => SharedFollower,
): HandOver {
  const given = new Map<string, RootId>();
  return {
    async give(intent: Said, rootId) {
      const at = new Date(parts.lockEnvironment.now()).toISOString();
      try {
        await handover.put({ ...intent, to: '', at });
      } catch (error) {
        return refuse('not-handed-over', { reason: (error as Error).message });
      }
      if (rootId) given.set(intent.msgId, rootId);
      return { ok: true };
    },
    isPending: rootId => [...given].some(([msgId, root]) => root === rootId && handover.isPending(msgId)),
    async outcome(msgId) {
      while (handover.isPending(msgId)) {
        if (follower().isClosed || !storage.holder()) return { ok: true, by: 'nobody' };
        await follower().nextEvent();
      }
      return (await handover.takeRefusal(msgId)) ?? { ok: true, by: 'driver' };
    },
    takeBack: msgId => handover.remove(msgId),
  };
}

/** The desk; it claims no tree only because somebody asks for a question. */
function sharedDesk({ parts, storage }: Ports, open: OpenStorage, driver: Driver, readOnly: boolean): Desk {
  const { options, minds, newId } = parts;
  const desk = createDesk({
    driver,
    minds,
    roots: open.roots,
    store: open.dialogs,
    readLines: new Map(),
    edits: createEdits(options.workspaceFiles ?? diskOnly),
    newId,
    readOnly,
    isDrivenElsewhere: () => readOnly && storage.holder() !== undefined,
  });
  if (readOnly) return desk;
  const questions = () => openQuestions(open, driver);
  return {
    ...desk,
    questions,
    findQuestion: async id => (await questions()).find(question => question.id === id),
    async answer(input) {
      const known = input.dialog ?? (await questions()).find(({ id }) => id === input.questionId);
      const dialog: DialogRef | undefined = known && { rootId: known.rootId, selfId: known.selfId };
      return desk.answer({ ...input, ...(dialog && { dialog }) });
    },
  };
}

async function openQuestions({ roots, dialogs }: OpenStorage, driver: Driver): Promise<readonly PendingQuestion[]> {
  const asking = [...roots.summaries.values()].filter(
    ({ status, questions, needsDrive }) => status === 'running' && (questions > 0 || needsDrive),
  );
  const found = await Promise.all(
    asking.map(async ({ rootId }) => {
      const loaded = driver.loadedTree(rootId);
      if (loaded) return questionsOf(loaded);
      const read = await dialogs.load(rootId, 'toRead');
      return read ? questionsOf(createTree(driver.run, rootId, [read.root, ...read.subdialogs])) : [];
    }),
  );
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

function listen(feed: Parts['feed'], listener: (event: FeedEvent) => void): () => void {
  const subscription = feed.subscribe(listener);
  return () => subscription.dispose();
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
