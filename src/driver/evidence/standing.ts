// How the acceptance lines of a loaded tree stand, by the files as they are now (SPEC 26.2).
import { actedIn, type States, standingIn, standingWith } from '../../core/dialog/view/evidence-standing.ts';
import type { EvidenceStanding, Now } from '../../core/evidence/evidence.ts';
import type { Tree } from '../driver-context.ts';
import { rootOf, statesOf } from '../tree.ts';

/** What is known of the files now. */
export async function nowOf(tree: Tree, signal?: AbortSignal): Promise<Now> {
  const { rtws, workTree } = tree.ctx;
  const files = workTree?.();
  const look = await files?.look(rtws, signal);
  const found = look && (await files?.treeId(look));
  return { ...actedOf(tree), ...(found !== undefined && { tree: found }) };
}

/** The same from the records alone, at once. */
export function actedOf(tree: Tree): Now {
  return actedIn(statesOf(tree));
}

/** The lines with their states; undefined when there are none, and none was dropped. */
export function evidenceStanding(tree: Tree, now?: Now): EvidenceStanding | undefined {
  return standingIn(rootFirst(tree), now);
}

/** The lines as they are written now, by the files as they are now. */
export async function evidenceIn(tree: Tree): Promise<{ readonly evidence: EvidenceStanding }> {
  const { acceptance, identity } = rootOf(tree).state;
  const now = acceptance && acceptance.evidence.length > 0 ? await nowOf(tree) : actedOf(tree);
  return { evidence: standingWith(rootFirst(tree), tree.ctx.minds.acceptance(identity.taskDocPath), now) };
}

/** False where nothing can be checked. */
export function hasLines({ lines }: EvidenceStanding): boolean {
  return lines.some(({ kind }) => kind !== 'goal');
}

/** The states of a tree, the root first. */
export function rootFirst(tree: Tree): States {
  const { state } = rootOf(tree);
  return [state, ...statesOf(tree).filter(each => each !== state)];
}
