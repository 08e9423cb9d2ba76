// `permissions`: what was allowed in this workspace for good, and takes it back (SPEC 24.4).
import { permissionLine } from '../../core/permissions.ts';
import { refuse } from '../../core/trouble.ts';
import { createWorkspacePermissions } from '../../runtime.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, wrongUsage } from '../open.ts';
import { oneLine } from '../output.ts';

export const permissions: Command = {
  name: 'permissions',
  usage: '[remove n]',
  args: ['action?', 'number?'],
  options: {},
  values: { action: ['remove'] },
  async run(call) {
    const { output, rtws, io } = call;
    const [action, number] = call.args;
    const kept = createWorkspacePermissions(rtws, io.env);
    const list = kept.list();
    if (action !== undefined) {
      const n = Number(number);
      if (action !== 'remove' || !/^\d+$/.test(number ?? '')) return wrongUsage(call, { id: 'unclear-permission' });
      if (n < 1 || n > list.length) return refused(call, refuse('unknown-permission', { n, count: list.length }));
      if (!kept.remove(n - 1)) return refused(call, refuse('permission-not-kept'));
    }
    const shown = kept.list();
    output.json(
      shown.map((grant, at) => ({ n: at + 1, tool: grant.tool, allows: permissionLine(grant), paths: grant.paths })),
    );
    for (const [at, grant] of shown.entries()) output.line(`${at + 1}. ${oneLine(permissionLine(grant))}`);
    if (shown.length === 0) output.note(output.words.noPermissions);
    return exitCodes.ok;
  },
};
