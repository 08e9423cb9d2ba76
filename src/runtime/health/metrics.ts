// Counters of an rtws, computed from the store, so that they do not depend on the process or its start (SPEC 14.2).
import { setImmediate as breathe } from 'node:timers/promises';
import { isRootRef, rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Metrics } from '../../core/spending/metrics.ts';
import type { RecordCounts } from '../../store/record-counts.ts';
import type { Role } from '../roles/role.ts';
import type { Services } from '../services.ts';

interface Counted extends RecordCounts {
  readonly isRoot: boolean;
  readonly isClosed: boolean;
}

/** Counts everything that is stored, and what this process takes. */
export async function countMetrics(services: Services, { engine, queries }: Role): Promise<Metrics> {
  const { dialogs } = engine.open;
  const counted: Counted[] = [];
  for (const [rootId, status] of [...(await dialogs.listRoots())]) {
    for (const ref of [rootRef(rootId), ...(await dialogs.listSubdialogs(rootId))]) {
      const counts = await dialogs.count(ref);
      counted.push({ ...counts, isRoot: isRootRef(ref), isClosed: status !== 'running' });
    }
    await breathe();
  }
  return sumUp(services, queries.listRoots(), counted);
}

function sumUp({ minds }: Services, roots: readonly RootSummary[], counted: readonly Counted[]): Metrics {
  const rootsOf = (status: string) => roots.filter(root => root.status === status).length;
  const sum = (of: (each: Counted) => number) => counted.reduce((total, each) => total + of(each), 0);
  const [prompt, cached] = [sum(each => each.tokens.prompt), sum(each => each.tokens.cached)];
  return {
    roots: { running: rootsOf('running'), completed: rootsOf('completed'), archived: rootsOf('archived') },
    dialogs: { created: counted.length, completed: counted.filter(isCompleted).length },
    registry: counted.filter(({ isRegistered }) => isRegistered).length,
    questions: {
      pending: roots.reduce((total, root) => total + root.questions, 0),
      answered: sum(each => each.questionsAnswered),
    },
    generations: sum(each => each.generations),
    tokens: { prompt, completion: sum(each => each.tokens.completion), cached },
    cacheHitRate: prompt > 0 ? Number((cached / prompt).toFixed(3)) : 0,
    // Sums of prices carry the dust of binary fractions.
    cost: Number(sum(each => each.cost).toFixed(6)),
    generationMs: sum(each => each.generationMs),
    retries: sum(each => each.retries),
    diligence: {
      pushes: sum(each => each.diligencePushes),
      disabledByEmptyFile: minds.diligence().kind === 'disabled' ? rootsOf('running') : 0,
    },
    storageBytes: sum(each => each.bytes),
    residentBytes: process.memoryUsage.rss(),
    openHandles: process.getActiveResourcesInfo().length,
  };
}

function isCompleted({ isRoot, isClosed, isRegistered, answersGiven }: Counted): boolean {
  return isClosed || (!isRoot && !isRegistered && answersGiven > 0);
}
