// Brings the list of roots in line with what is stored, at opening: roots that came without a line are read once (SPEC
// 9.3, 9.6). A line may be older than its dialog, after a kill, a power cut or a merge: all are compared, in the
// background. Who goes by the lines waits for that (SPEC 9.7).
import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Driver } from '../../driver/driver.ts';
import type { NewestRecord } from '../../store/dialog-store.ts';
import type { OpenStorage } from '../../store/storage.ts';
import type { StoredServices } from '../services.ts';

export interface IndexRootsOptions {
  readonly driver: Driver;
  readonly open: Pick<OpenStorage, 'dialogs' | 'roots' | 'unlisted'>;
  readonly log: { info(message: string): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** How long unknown roots are read before others get a turn, in milliseconds. */
const SLICE_MS = 20;
/** After so many the log says how far it is. */
const TELL_EVERY = 5_000;

/**
 * Compares every line with its dialog, a slice at a time, and stores and reports differences. A root to be driven is
 * skipped, since it is read anyway. True when it reached the end; `isClosed` ends it early.
 */
export async function compareRoots({
  driver,
  open: { dialogs, roots },
  now,
  changed,
  isClosed,
  isWhole,
}: Omit<IndexRootsOptions, 'log'> & {
  /** Every dialog is read, also where its line names the newest record. */
  readonly isWhole?: boolean;
  readonly changed: (summary: RootSummary, before: RootSummary | undefined) => void;
  readonly isClosed: () => boolean;
}): Promise<boolean> {
  const rank = (rootId: RootId) => (roots.summaries.get(rootId)?.status === 'running' ? 0 : 1);
  const rootIds = [...(await dialogs.listRoots()).keys()].sort((a, b) => rank(a) - rank(b));
  // Opening the folder does not wait for it.
  await breathe();
  let since = now();
  for (const rootId of rootIds) {
    if (now() - since >= SLICE_MS) {
      await breathe();
      since = now();
    }
    if (isClosed()) return false;
    const before = roots.summaries.get(rootId);
    const isRead = before?.needsDrive || (!isWhole && isCurrent(before, dialogs.newest?.(rootId)));
    const line = isRead ? undefined : await driver.lineOf(rootId);
    if (!line) continue;
    roots.put(line);
    if (!isDeepStrictEqual(before, roots.summaries.get(rootId))) changed(line, before);
  }
  return true;
}

/** True if a line names the newest record of its tree. */
function isCurrent(line: RootSummary | undefined, newest: NewestRecord | undefined): boolean {
  return newest !== undefined && line?.lastNumber === newest.lastNumber && line.lastModified === newest.lastModified;
}

/** Results are stored slice by slice, so that the next opening after a kill continues from there. */
export async function indexRoots({ driver, open, log, now }: IndexRootsOptions): Promise<void> {
  const { roots } = open;
  const unknown = open.unlisted?.() ?? [];
  let lines: RootSummary[] = [];
  let since = now();
  for (const [index, rootId] of unknown.entries()) {
    const line = await driver.lineOf(rootId);
    if (line) lines.push(line);
    if ((index + 1) % TELL_EVERY === 0) log.info(`listing dialogs: ${index + 1} of ${unknown.length} read`);
    if (now() - since < SLICE_MS) continue;
    roots.put(...lines);
    lines = [];
    await breathe();
    since = now();
  }
  roots.put(...lines);
}

/**
 * `compareRoots` as a role does it: differences are published, and a failure is logged. True when all lines are
 * current.
 */
export async function compareLines(
  { feed, log, now }: Pick<StoredServices, 'feed' | 'log' | 'now'>,
  engine: Pick<IndexRootsOptions, 'driver' | 'open'>,
  isClosed: () => boolean,
  {
    isWhole = false,
    shrunk = () => {},
  }: { readonly isWhole?: boolean; readonly shrunk?: (rootId: RootId) => void } = {},
): Promise<boolean> {
  try {
    return await compareRoots({
      ...engine,
      now,
      changed(summary, before) {
        if ((before?.lastNumber ?? 0) > (summary.lastNumber ?? 0)) shrunk(summary.rootId);
        feed.publish({ type: 'root_changed', ...rootRef(summary.rootId), summary });
      },
      isClosed,
      isWhole,
    });
  } catch (error) {
    log.error('the list of roots could not be compared with the dialogs', error);
    return false;
  }
}
