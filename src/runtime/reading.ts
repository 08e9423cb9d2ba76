// The role of a process that reads an rtws: it shows what is stored, follows what another process stores, and hands the
// words of people over to that one (SPEC 9.4). Writes nothing but into the inbox.
import type { RootId } from '../core/dialog/ids.ts';
import { followFiles } from '../store/files/following.ts';
import { openInbox } from '../store/files/inbox.ts';
import { readLock } from '../store/files/lock.ts';
import { diskWatch } from '../store/files/watch-folders.ts';
import { Follower } from './follower.ts';
import { createHandOver } from './hand-over.ts';
import { createEngine, type Parts } from './parts.ts';
import { createReadingDesk } from './reading-desk.ts';
import type { DrivenBy, Role } from './role.ts';

/** Opens an rtws for reading. `onDriver` is told who drives whenever that changes, once somebody follows. */
export async function openReading(parts: Parts, onDriver: (who: DrivenBy) => void): Promise<Role> {
  const { rtws, feed, files, newId, seals, lockEnvironment: environment } = parts;
  const engine = await createEngine(parts, 'reads', files);
  const { driver, store, roots, desk } = engine;
  const inbox = openInbox(rtws, files);
  const drivenBy = (): DrivenBy => (readLock(rtws, environment) ? 'other' : 'nobody');
  const tell = onChange(drivenBy(), onDriver);
  const follower = new Follower({
    driver,
    roots,
    feed,
    follow: onEvent => followFiles({ rtws, files, watchFolder: diskWatch(true), onEvent }),
    after,
    onLook: () => tell(drivenBy()),
  });
  const handOver = createHandOver({ rtws, environment, inbox, follower, seals });
  const isAtWork = (rootId: RootId) => roots.summaries.get(rootId)?.needsDrive === true;
  const generating = () =>
    driver
      .loaded()
      .flatMap(({ dialogs }) => [...dialogs.values()])
      .filter(({ state }) => state.generating).length;
  return {
    desk: createReadingDesk({ desk, feed, follower, handOver, newId, drivenBy, isAtWork, generating }),
    engine,
    files,
    isBusy: rootId => isAtWork(rootId) && drivenBy() === 'other',
    drivenBy,
    follow: () => follower.start(),
    isLeftUndone: rootId => isAtWork(rootId) || handOver.isPending(rootId),
    problems: () => [...files.problems, ...store.problems, ...inbox.problems],
    async close() {
      follower.close();
      await driver.close();
      store.close();
      roots.close();
    },
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

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
