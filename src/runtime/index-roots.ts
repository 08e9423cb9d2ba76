// Brings `roots.jsonl` in line with the folders, at opening: roots that came without a line are read once, lines without a
// folder go (SPEC 9.3, 9.6).
import { setImmediate as breathe } from 'node:timers/promises';
import type { Driver } from '../driver/driver.ts';
import type { DialogStore } from '../store/dialog-store.ts';
import type { RootsIndex } from '../store/roots-index.ts';

/** How many unknown roots are read before others get a turn. */
const AT_ONCE = 20;

export async function indexRoots(driver: Driver, store: DialogStore, roots: RootsIndex): Promise<void> {
  const places = store.listRoots();
  for (const rootId of [...roots.summaries.keys()]) {
    if (!places.has(rootId)) roots.drop(rootId);
  }
  let read = 0;
  for (const [rootId, status] of places) {
    if (roots.summaries.get(rootId)?.status === status) continue;
    const tree = driver.tree(rootId);
    if (!tree) continue;
    roots.put(driver.summaryOf(tree));
    driver.forget(rootId);
    if (++read % AT_ONCE === 0) await breathe();
  }
}
