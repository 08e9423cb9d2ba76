// Looks at the acceptance lines of a tree, and records who changed them (SPEC 26.1, 26.5). A change that is found while
// nothing of the tree could have made it is the person's.

import { mayWrite } from '../../core/dialog/fold/work-facts.ts';
import { checkable, parseAcceptance } from '../../core/evidence/acceptance.ts';
import { commit } from '../commit.ts';
import { memberOf } from '../member.ts';
import { rootOf, type Tree } from '../tree.ts';

/** Lines that members of any tree of this process added to a taskdoc or took from it, by context and taskdoc. */
const touched = new WeakMap<object, Map<string, Set<string>>>();

/** Records the lines that can be checked, if they changed since they were seen last. */
export function lookAtAcceptance(tree: Tree): void {
  const root = rootOf(tree);
  const { acceptance, status, identity } = root.state;
  if (tree.isLost || status === 'archived') return;
  const { minds } = tree.ctx;
  const lines = checkable(parseAcceptance(minds.acceptance(identity.taskDocPath))).map(({ line }) => line);
  const before = acceptance?.lines.map(({ line }) => line) ?? [];
  const changed = [...before.filter(line => !lines.includes(line)), ...lines.filter(line => !before.includes(line))];
  if (changed.length === 0) return;
  const ofMembers = touchedLines(tree);
  const isByMember = isActing(tree) || changed.some(line => ofMembers.has(line));
  if (isByMember) for (const line of changed) ofMembers.add(line);
  commit(root, { kind: 'acceptanceSeen', lines, by: isByMember ? 'member' : 'person' });
}

function touchedLines({ ctx, rootId, dialogs }: Tree): Set<string> {
  const { taskDocPath = '' } = dialogs.get(rootId as string as never)?.state.identity ?? {};
  const byTaskdoc = touched.get(ctx) ?? new Map<string, Set<string>>();
  touched.set(ctx, byTaskdoc);
  const lines = byTaskdoc.get(taskDocPath) ?? new Set();
  byTaskdoc.set(taskDocPath, lines);
  return lines;
}

/** True while a member may be writing a file: by a tool, a command in the background, or as an agent of its own. */
function isActing(tree: Tree): boolean {
  return [...tree.dialogs.values()].some(({ state }) => {
    const { toolCalls, processes = [], generating } = state;
    const isWriting = toolCalls.some(({ started, name }) => started && mayWrite(name));
    return isWriting || processes.length > 0 || (generating && memberOf(tree.ctx, state).acp !== undefined);
  });
}
