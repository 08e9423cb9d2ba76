// How the acceptance lines of a tree stand now (SPEC 26.2): what the files are, and which files of checks changed.

import { filesOf, MOST_FILES } from '../../core/dialog/fold/work-facts.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { AcceptanceLine } from '../../core/evidence/acceptance.ts';
import { checkable, parseAcceptance } from '../../core/evidence/acceptance.ts';
import { dependsOn } from '../../core/evidence/checks.ts';
import {
  type Acceptance,
  type EvidenceLine,
  evidenceLines,
  evidenceState,
  type Now,
  type Standing,
  withSeen,
} from '../../core/evidence/evidence.ts';
import type { AcceptedFile } from '../../core/evidence/record.ts';
import { rootOf, statesOf, type Tree } from '../tree.ts';

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
  return { acted: Math.max(0, ...statesOf(tree).map(({ acted = 0 }) => acted)) };
}

/** The lines with their states; undefined when there are none, and none was dropped. */
export function standingOf(tree: Tree, now: Now = actedOf(tree)): Standing | undefined {
  const { acceptance, status } = rootOf(tree).state;
  const lines = acceptance ? linesWith(tree, acceptance, now) : [];
  return lines.length === 0 ? undefined : { state: evidenceState(lines, status !== 'running'), lines };
}

/**
 * How the lines stand by the files as they are now, goals in words included. A change of the lines that is not recorded
 * yet counts as the person's.
 */
export async function evidenceIn(tree: Tree): Promise<{ readonly evidence: Standing }> {
  const { acceptance, status, identity } = rootOf(tree).state;
  const written = parseAcceptance(tree.ctx.minds.acceptance(identity.taskDocPath));
  const lines = checkable(written).map(({ line }) => line);
  const seen = withSeen(acceptance, { lines, by: 'person' });
  const isChecked = seen.evidence.length > 0;
  const goals = written.filter(({ kind }) => kind === 'goal').map(goalOf);
  const all = [...linesWith(tree, seen, isChecked ? await nowOf(tree) : actedOf(tree)), ...goals];
  return { evidence: { state: evidenceState(all, status !== 'running'), lines: all } };
}

/** False where nothing can be checked. */
export function hasLines({ lines }: Standing): boolean {
  return lines.some(({ kind }) => kind !== 'goal');
}

function goalOf({ line }: AcceptanceLine): EvidenceLine {
  return { line, kind: 'goal', state: 'open' };
}

function linesWith(tree: Tree, acceptance: Acceptance, now: Now): readonly EvidenceLine[] {
  const changed = changedCheckFiles(statesOf(tree), acceptance);
  return evidenceLines(acceptance, now, line => changed.filter(({ path }) => dependsOnAny(line, path)).map(pathOf));
}

const pathOf = ({ path }: AcceptedFile) => path;

/** Stands for further files: more changed than are told apart, or nobody can tell which. */
const MANY = '…';

function dependsOnAny(line: AcceptanceLine, path: string): boolean {
  return path === MANY ? line.kind === 'cmd' : dependsOn(line, path);
}

/** Files that were there before the work and that members changed, as the person has not accepted them. */
export function changedCheckFiles(
  states: readonly DialogState[],
  { files: accepted = [] }: Acceptance,
): readonly AcceptedFile[] {
  const changed = filesOf(states).flatMap(({ path, first, last }) =>
    first === undefined ? [] : [{ path, ...(last !== undefined && { last }) }],
  );
  const isFull = states.some(({ work }) => (work?.files?.length ?? 0) >= MOST_FILES);
  const untold = Math.max(0, ...states.map(({ untold: at = 0 }) => at));
  const isAccepted = ({ path, last }: AcceptedFile) => accepted.some(each => each.path === path && each.last === last);
  return [...changed, ...(isFull || untold > 0 ? [{ path: MANY, last: `${untold}` }] : [])].filter(
    file => !isAccepted(file),
  );
}
