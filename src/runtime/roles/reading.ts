// The role of a process that reads an rtws: it shows what is stored, follows what other processes store, and hands the
// words of people over to those (SPEC 9.4, 20.4). Writes nothing but what it hands over.
import { performance } from 'node:perf_hooks';
import type { RootId } from '../../core/base/ids.ts';
import { intentTraits } from '../../core/intents/traits.ts';
import type { Storage } from '../../store/storage.ts';
import type { DrivenBy, PerformAny } from '../api.ts';
import { createEngine } from '../engine.ts';
import type { StoredServices } from '../services.ts';
import { compareLines } from '../stored/index-roots.ts';
import { reportStoreOutage, reportUnreadable, showPassing } from './claimed-trees.ts';
import { Follower } from './follower.ts';
import { handIntents } from './hand-intents.ts';
import { createHandOver } from './hand-over.ts';
import { createReadQueries } from './read-queries.ts';
import type { Role } from './role.ts';
import { type BesidePorts, performBeside, writeBeside } from './write-beside.ts';

/** With workers, how long a reader waits for one to come back before it reports that no process drives. */
const ABSENCE_MS = 15_000;

/** Opens an rtws for reading. `onDriver` is called when the driver changes, once following has started. */
export async function openReading(services: StoredServices, onDriver: (who: DrivenBy) => void): Promise<Role> {
  const { feed, newId, seals, now, storage, options } = services;
  const { shared } = storage;
  const open = await storage.open({ kind: 'reader' });
  const engine = await createEngine(services, 'read', open);
  const { driver, queries, openQuestions } = engine;
  let isClosed = false;
  // A driver beside this process compares them itself, and what it stores is news here.
  if (!shared && !storage.holder()) openQuestions.waitFor(compareLines(services, engine, () => isClosed));
  const drivenBy = watchHolder(storage, shared ? ABSENCE_MS : 0);
  const tell = onChange(drivenBy(), onDriver);
  const { newsAfter } = options.store ?? {};
  const follower = new Follower({
    driver,
    open,
    feed,
    onLook: () => tell(drivenBy()),
    onUnread: reportUnreadable(services),
    ...(newsAfter && { newsAfter }),
  });
  const stopPassing = shared && showPassing(shared, engine, feed);
  const stopHearing = shared && reportStoreOutage(services, shared);
  const handOver = createHandOver({
    inbox: open.handover,
    to: () => (shared ? '' : storage.holder()?.token),
    hasDriver: () => storage.holder() !== undefined,
    now,
    follower,
    ...(!shared && { seals }),
  });
  const isAtWork = (rootId: RootId) => open.roots.summaries.get(rootId)?.needsDrive === true;
  const generating = () =>
    driver
      .loaded()
      .flatMap(({ dialogs }) => [...dialogs.values()])
      .filter(({ state }) => state.generating).length;
  const reader = handIntents(
    { queries, openQuestions, feed, follower, handOver, newId, goesOnByItself: shared !== undefined },
    engine.perform,
  );
  const perform = () => {
    if (!shared) return reader;
    if (options.isUntrusted) return besideWorkers(reader, engine.perform);
    const write: BesidePorts['write'] = work => writeBeside(services, role => work(role.perform));
    const ports = { write, follower, isAtWork, isDrivenByOther: shared.isDrivenByOther };
    return besideWorkers(reader, performBeside(ports));
  };
  return {
    perform: perform(),
    queries: createReadQueries({ queries, follower, handOver, drivenBy, isAtWork, generating }),
    engine,
    isBusy: rootId => isAtWork(rootId) && drivenBy() === 'other',
    drivenBy,
    drives: () => false,
    follow() {
      follower.start();
      engine.follow();
    },
    // Workers take over from each other.
    isLeftUndone: rootId => !shared && (isAtWork(rootId) || handOver.isPending(rootId)),
    keep: () => {},
    problems: () => [...storage.problems, ...open.problems],
    async close() {
      isClosed = true;
      stopPassing?.();
      stopHearing?.();
      follower.close();
      await driver.close();
      await open.close(false);
    },
  };
}

/** At a store with workers, what no worker needs to know is performed beside them. */
function besideWorkers(reader: PerformAny, beside: PerformAny): PerformAny {
  return (intent, by) => (intentTraits[intent.kind].viewer === 'beside' ? beside : reader)(intent, by);
}

/** The driver beside this process; a previous one counts for `patience` milliseconds more. */
function watchHolder(storage: Storage, patience: number): () => DrivenBy {
  let seenAt = performance.now();
  return () => {
    const now = performance.now();
    if (storage.holder()) seenAt = now;
    else if (now - seenAt >= patience) return 'nobody';
    return 'other';
  };
}

function onChange<T>(first: T, tell: (value: T) => void): (value: T) => void {
  let last = first;
  return value => {
    if (value === last) return;
    last = value;
    tell(value);
  };
}
