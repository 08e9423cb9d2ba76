// The list of roots as it stands now: those in memory say more than their stored lines.

import { once } from '../../core/base/once.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { leftLine, overdueLine } from '../../core/dialog/view/undriven.ts';
import type { Driver } from '../../driver/driver.ts';
import { shownSummary } from '../../driver/shown-states.ts';
import type { RootsIndex } from '../../store/storage.ts';

export interface ListedRoots {
  readonly driver: Pick<Driver, 'ctx' | 'loaded' | 'summaryOf'>;
  readonly roots: Pick<RootsIndex, 'summaries'>;
  /**
   * In a reading process: the records of active trees at opening, by their lines. While a tree is driven elsewhere, its
   * line says no more than that.
   */
  readonly readLines: ReadonlyMap<RootSummary, RootSummary>;
}

/** The lines of all roots, or of those with a status; the newest first. */
export function listRoots({ driver, roots, readLines }: ListedRoots, status?: string): readonly RootSummary[] {
  const live = new Map(driver.loaded().map(tree => [tree.rootId, tree]));
  const othersDrive = once(() => driver.ctx.othersDrive?.() ?? false);
  const lines = [...roots.summaries.values()].map(line => {
    const tree = live.get(line.rootId);
    if (tree) return shownSummary(tree, driver.summaryOf(tree));
    const read = readLines.get(line);
    if (read) return read;
    const isLeft = (line.needsDrive || line.sleeps) && !othersDrive();
    if (!isLeft) return line;
    return overdueLine(line.needsDrive ? leftLine(line) : line, driver.ctx.now());
  });
  return lines
    .filter(line => status === undefined || line.status === status)
    .sort((a, b) => (a.rootId < b.rootId ? 1 : -1));
}
