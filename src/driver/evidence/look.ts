// Looks at the acceptance lines of a tree, and records who changed them (SPEC 26.1, 26.5). A change that is found while
// nothing of the tree could have made it is the person's, unless members of another dialog on the taskdoc made it.
import { mayWrite } from '../../core/dialog/fold/work-facts.ts';
import { checkable, parseAcceptance } from '../../core/evidence/acceptance.ts';
import { commit } from '../commit.ts';
import type { DriverContext, Tree } from '../driver-context.ts';
import { memberOf } from '../member.ts';
import { rootOf } from '../tree.ts';

/** Records the lines that can be checked, if they changed since they were seen last. */
export function lookAtAcceptance(tree: Tree): void {
  const root = rootOf(tree);
  const { acceptance, status, identity } = root.state;
  if (tree.isLost || status === 'archived') return;
  const lines = checkable(parseAcceptance(tree.ctx.minds.acceptance(identity.taskDocPath))).map(({ line }) => line);
  const before = acceptance?.lines.map(({ line }) => line) ?? [];
  const changed = [...without(before, lines), ...without(lines, before)];
  if (changed.length === 0) return;
  const ofMembers = touchedIn(tree.ctx, identity.taskDocPath);
  if (isActing(tree)) for (const line of changed) ofMembers.add(line);
  const isOfMembers = (line: string) => ofMembers.has(line) || isWrittenElsewhere(tree, line);
  // Without what members did, what is left is the person's.
  const kept = before.filter(line => lines.includes(line) || isOfMembers(line));
  const byPerson = [...kept, ...without(lines, before).filter(line => !isOfMembers(line))];
  const isByPerson = without(before, byPerson).length + without(byPerson, before).length > 0;
  if (isByPerson) commit(root, { kind: 'acceptanceSeen', lines: byPerson, by: 'person' });
  if (changed.some(isOfMembers)) commit(root, { kind: 'acceptanceSeen', lines, by: 'member' });
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  return lines.filter(line => !others.includes(line));
}

/** Lines that members added to a taskdoc or took from it while this process runs. */
const touched = new WeakMap<DriverContext, Map<string, Set<string>>>();

function touchedIn(ctx: DriverContext, taskDocPath: string): Set<string> {
  const byTaskdoc = touched.get(ctx) ?? new Map<string, Set<string>>();
  touched.set(ctx, byTaskdoc);
  const lines = byTaskdoc.get(taskDocPath) ?? new Set();
  byTaskdoc.set(taskDocPath, lines);
  return lines;
}

/** True for a line that members wrote in another dialog on the taskdoc. */
function isWrittenElsewhere(tree: Tree, line: string): boolean {
  const { taskDocPath } = rootOf(tree).state.identity;
  return [...tree.ctx.roots.summaries.values()].some(
    ({ rootId, taskDocPath: path, memberLines }) =>
      rootId !== tree.rootId && path === taskDocPath && memberLines?.includes(line),
  );
}

/** True while a member may be writing a file: by a tool, a command in the background, or as an agent of its own. */
function isActing(tree: Tree): boolean {
  return [...tree.dialogs.values()].some(({ state }) => {
    const { toolCalls, processes = [], generating } = state;
    const isWriting = toolCalls.some(({ started, name }) => started && mayWrite(name));
    return isWriting || processes.length > 0 || (generating && memberOf(tree.ctx, state).acp !== undefined);
  });
}
