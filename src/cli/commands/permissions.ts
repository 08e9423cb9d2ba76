// `permissions`: what runs without a question, in this workspace for good or in one task; chooses it and takes it back
// (SPEC 24.4).
import { type DialogRef, rootRef } from '../../core/base/ids.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { type PermissionMode, permissionLine, permissionModes } from '../../core/team/permissions.ts';
import type { Grant } from '../../core/team/policy.ts';
import { createWorkspacePermissions, type Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import { oneOutputLine } from '../print/output.ts';

export const permissions: Command = {
  name: 'permissions',
  usage: '[<dialog>] [remove n | ask | edits | all]',
  args: ['dialog?', 'action?', 'number?'],
  options: {},
  values: { action: ['remove', ...permissionModes] },
  async run(call) {
    const isOfTask = call.args[0] !== undefined && call.args[0] !== 'remove';
    const wanted = readWish(isOfTask ? call.args.slice(1) : call.args);
    if (wanted === undefined || (!isOfTask && wanted !== 'list' && 'mode' in wanted))
      return wrongUsage(call, { id: 'unclear-permission' });
    if (!isOfTask) return ofWorkspace(call, wanted === 'list' || 'mode' in wanted ? undefined : wanted.n);
    const mode = wanted === 'list' ? 'read' : 'record';
    return withDialog(call, { mode, name: call.args[0] ?? '' }, (runtime, dialog) =>
      ofTask(call, { runtime, dialog, wanted }),
    );
  },
};

type Wish = 'list' | { readonly n: number } | { readonly mode: PermissionMode };

/** `undefined` when the words say none. */
function readWish([action, number, ...others]: readonly string[]): Wish | undefined {
  if (action === undefined) return 'list';
  if (others.length > 0) return undefined;
  const mode = permissionModes.find(each => each === action);
  if (mode) return number === undefined ? { mode } : undefined;
  return action === 'remove' && /^\d+$/.test(number ?? '') ? { n: Number(number) } : undefined;
}

function ofWorkspace(call: CommandCall, n: number | undefined): ExitCode {
  const kept = createWorkspacePermissions(call.rtws, call.io.env);
  const { length: count } = kept.list();
  if (n !== undefined && (n < 1 || n > count)) return refused(call, refuse('unknown-permission', { n, count }));
  if (n !== undefined && !kept.remove(n - 1)) return refused(call, refuse('permission-not-kept'));
  call.output.json(kept.list().map(permissionJson));
  return print(call, kept.list());
}

interface AtTask {
  readonly runtime: Runtime;
  readonly dialog: DialogRef;
  readonly wanted: Wish;
}

async function ofTask(call: CommandCall, { runtime, dialog: { rootId }, wanted }: AtTask): Promise<ExitCode> {
  const root = rootRef(rootId);
  const before = await runtime.view(root, { tail: 0 });
  if (!before.ok) return refused(call, before);
  if (wanted !== 'list') {
    const change = changeOf(wanted, before.view.state.grants ?? []);
    const changed = change.ok
      ? await runtime.perform({ kind: 'changePermissions', dialog: rootRef(rootId), change: change.change })
      : change;
    if (!changed.ok) return refused(call, changed);
  }
  const viewed = wanted === 'list' ? before : await runtime.view(root, { tail: 0 });
  const found = await runtime.tree(rootId);
  if (!viewed.ok) return refused(call, viewed);
  if (!found.ok) return refused(call, found);
  const { grants = [] } = viewed.view.state;
  const { permissionMode: mode = 'ask' } = found.tree;
  call.output.json({ mode, permissions: grants.map(permissionJson) });
  call.output.note(call.output.words.permissionModes[mode]);
  return print(call, grants);
}

function changeOf(
  wanted: Exclude<Wish, 'list'>,
  grants: readonly Grant[],
): Outcome<{ change: { mode: PermissionMode } | { revoke: Grant } }> {
  if ('mode' in wanted) return { ok: true, change: wanted };
  const revoke = grants[wanted.n - 1];
  return revoke
    ? { ok: true, change: { revoke } }
    : refuse('unknown-permission', { n: wanted.n, count: grants.length });
}

function permissionJson(grant: Grant, at: number): object {
  return { n: at + 1, tool: grant.tool, allows: permissionLine(grant), paths: grant.paths };
}

function print({ output }: CommandCall, grants: readonly Grant[]): ExitCode {
  for (const [at, grant] of grants.entries()) output.line(`${at + 1}. ${oneOutputLine(permissionLine(grant))}`);
  if (grants.length === 0) output.note(output.words.noPermissions);
  return exitCodes.ok;
}
