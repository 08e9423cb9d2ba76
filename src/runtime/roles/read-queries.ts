// Queries in a process that reads: what can be waited for is waited for where another process drives, and without one a
// dialog that was active counts as interrupted (SPEC 9.4).
import type { RootId } from '../../core/base/ids.ts';
import type { DialogNode, RootSummary } from '../../core/dialog/view/projection.ts';
import { diedAtWork, diedLine } from '../../core/dialog/view/undriven.ts';
import { restartInterruption } from '../../core/facts/interruption.ts';
import type { Settled } from '../../driver/queries.ts';
import type { DialogQueries, DrivenBy } from '../api.ts';
import type { LookingFollower } from './follower.ts';
import type { HandOver } from './hand-over.ts';

export interface ReadQueriesPorts {
  readonly queries: DialogQueries;
  readonly follower: LookingFollower;
  readonly handOver: Pick<HandOver, 'isPending'>;
  readonly drivenBy: () => DrivenBy;
  /** True if its line says that a tree is active. */
  readonly isAtWork: (rootId: RootId) => boolean;
  /** Dialogs of followed trees that generate now. */
  readonly generating: () => number;
}

/** The queries of a process that reads. */
export function createReadQueries(ports: ReadQueriesPorts): DialogQueries {
  const { queries, drivenBy, generating } = ports;
  return {
    ...queries,
    settled: rootId => settled(ports, rootId),
    activity: () => ({ ...queries.activity(), generating: generating() }),
    listRoots: filter => queries.listRoots(filter).map(root => asRead(ports, root)),
    async tree(rootId, more) {
      const found = await queries.tree(rootId, more);
      return found.ok && drivenBy() === 'nobody' ? { ok: true, tree: leftAtWork(found.tree) } : found;
    },
  };
}

/** Without a driver, a dialog that was active when the last one died counts as interrupted. */
function asRead({ drivenBy, isAtWork }: ReadQueriesPorts, root: RootSummary): RootSummary {
  const needsDrive = root.needsDrive || isAtWork(root.rootId);
  const isDead = (diedAtWork(root) || root.atWork) && drivenBy() === 'nobody';
  return isDead ? diedLine({ ...root, needsDrive }) : { ...root, needsDrive };
}

/** The same for a tree: each active dialog shows the state that loading it for driving will record. */
function leftAtWork(node: DialogNode): DialogNode {
  const children = node.children.map(leftAtWork);
  if (!diedAtWork(node)) return { ...node, children };
  const { pause, ...rest } = node;
  const others = node.states.filter(state => state !== 'generating' && state !== 'interrupted' && state !== 'idle');
  const interruption = node.interruption ?? restartInterruption;
  return { ...rest, state: 'interrupted', states: ['interrupted', ...others], interruption, children };
}

/** The same for a tree that was followed until nobody drove it any more. */
async function leftSettled(queries: DialogQueries, settled: Settled): Promise<Settled> {
  const found = await queries.tree(settled.rootId);
  if (!found.ok) return settled;
  const left = nodesAtWork(found.tree).map(({ rootId, selfId }) => ({
    dialog: { rootId, selfId },
    ...restartInterruption,
  }));
  const state = settled.questions.length > 0 ? settled.state : leftAtWork(found.tree).state;
  return { ...settled, state, interrupted: [...settled.interrupted, ...left] };
}

function nodesAtWork(node: DialogNode): readonly DialogNode[] {
  return [...(diedAtWork(node) ? [node] : []), ...node.children.flatMap(nodesAtWork)];
}

async function settled(
  { queries, follower, handOver, drivenBy, isAtWork }: ReadQueriesPorts,
  rootId: RootId,
): Promise<Settled> {
  follower.start();
  for (;;) {
    // Asked before the look: the driver takes an intent out of the inbox after its line says that it works on it.
    const isPending = handOver.isPending(rootId);
    await follower.look();
    const goesOn = (isPending || isAtWork(rootId)) && drivenBy() === 'other';
    if (follower.isClosed || !goesOn) {
      const found = await queries.settled(rootId);
      return drivenBy() === 'nobody' ? leftSettled(queries, found) : found;
    }
    await follower.nextEvent();
  }
}
