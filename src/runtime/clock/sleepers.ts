// A process that drives wakes dialogs that sleep (SPEC 21.4): of the whole folder, or, in a command that drives some
// trees, of those.
import * as path from 'node:path';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import { wakeSleepers } from '../../driver/sleepers.ts';
import { diskFiles } from '../../store/disk-files.ts';
import { diskWatch, watchFolders } from '../../store/watch-folders.ts';
import { markOfFile } from '../../tools/wait-for.ts';
import { type IntentResults, type Perform, performs } from '../api.ts';
import { type Engine, statusOf } from '../engine.ts';
import type { Roles } from '../roles/roles.ts';
import type { StoredServices } from '../services.ts';
import { after } from './after.ts';
import { Wakes } from './wakes.ts';

export interface Sleepers {
  /** Continues all dialogs by `perform`, and wakes those whose time has come meanwhile. */
  readonly perform: Perform;
  close(): void;
}

/** Wakes dialogs while this process is the one that drives. */
export function startSleepers({ current, perform, onDriverChange }: Roles, services: StoredServices): Sleepers {
  const { rtws, feed, log, now, options, storage } = services;
  // A worker wakes what it claims.
  if (options.store?.worker) return { perform, close() {} };
  const engine = () => current().engine;
  const drives = () => options.mode !== 'record' && current().drivenBy() === 'this';
  // Of a store each tree is driven by whoever has claimed it.
  const wakesAll = options.wakes === true && !storage.shared;
  const watch = watchFolders({ files: diskFiles, onEvent: () => void wakes?.look(), watchFolder: diskWatch(true) });
  // Made for the first dialog that sleeps.
  let wakes: Wakes | undefined;
  const createWakes = () =>
    new Wakes({
      rtws,
      mayWake: rootId => drives() && (wakesAll || engine().driver.isReleased(rootId)),
      wake: (rootId, ports) => wakeSleepers(engine().driver, rootId, ports),
      markOf: file => markOfFile(rtws, file),
      statusesOf: async rootIds => storage.shared?.statusesOf(rootIds) ?? statusesHere(engine(), rootIds),
      watch: folders => watch.arm([...folders].map(folder => nearestFolder(folder, rtws))),
      now,
      after,
      log,
    });
  const listen = () => engine().driver.onRelease(() => void wakes?.look());
  let releases = listen();
  const begin = () => {
    releases.dispose();
    releases = listen();
    const lines = drives() ? [...engine().open.roots.summaries.values()].filter(({ sleeps }) => sleeps) : [];
    if (lines.length > 0) wakes ??= createWakes();
    void wakes?.begin(lines);
  };
  const news = feed.subscribe(event => {
    if (event.type !== 'root_changed' || !drives()) return;
    if (event.summary?.sleeps) wakes ??= createWakes();
    wakes?.changed({ rootId: event.rootId, status: 'archived', ...event.summary });
  });
  // Only a reader becomes the one that drives; to ask is to follow.
  const role = options.wakes || options.takesOver ? onDriverChange(begin) : undefined;
  begin();
  // What has come meanwhile is something to do.
  const continueAll = async (
    intent: IntentOf<'continueAll'>,
    by: AnsweredBy | undefined,
  ): Promise<Outcome<IntentResults['continueAll']>> => {
    if (!drives() || storage.shared) return perform(intent, by);
    const woken = (await wakes?.wakeAll()) ?? [];
    const done = await perform(intent, by);
    if (!done.ok) return done;
    // The stored line of a root that a crash left may not say that it sleeps; by now it is loaded.
    const { driver } = engine();
    const asleep = driver
      .loaded()
      .map(tree => driver.summaryOf(tree))
      .filter(({ sleeps }) => sleeps);
    if (asleep.length > 0) wakes ??= createWakes();
    const found = (await wakes?.wakeAll(asleep)) ?? [];
    return { ok: true, continued: [...done.continued, ...[...woken, ...found].map(rootRef)] };
  };
  return {
    perform: performs((intent, by) => (intent.kind === 'continueAll' ? continueAll(intent, by) : perform(intent, by))),
    close() {
      news.dispose();
      releases.dispose();
      role?.dispose();
      wakes?.dispose();
      watch.close();
    },
  };
}

/** How roots stand of which this process has all lines; those that are not there are left out. */
function statusesHere({ driver, open }: Engine, rootIds: readonly RootId[]): ReadonlyMap<RootId, Status> {
  const found = rootIds.map(rootId => [rootId, statusOf(driver, open.roots, rootId)] as const);
  return new Map(found.flatMap(([rootId, status]) => (status ? [[rootId, status]] : [])));
}

/** The folder, or the nearest one above it that is there. */
function nearestFolder(folder: string, top: string): string {
  let at = folder;
  while (at !== top && path.dirname(at) !== at && !diskFiles.stat(at)) at = path.dirname(at);
  return at;
}
