// Makes the dialog that a call needs. Its id was fixed in the caller's record, so making it twice is impossible.

import type { DialogId } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Identity } from '../../core/dialog/record-parts.ts';
import type { OpenCall } from '../../core/dialog/state.ts';
import { dialectFor } from '../../core/team/team.ts';
import { storeDialog } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';
import { asInbound } from '../tree.ts';

/** Creates a subdialog under its caller, with the call as its first assignment, and wakes it. */
export function createSubdialog(caller: Dialog, call: OpenCall, selfId: DialogId): void {
  const { tree } = caller;
  const { ctx } = tree;
  const above = caller.state.identity;
  const identity: Identity = {
    kind: 'sub',
    rootId: tree.rootId,
    selfId,
    agentId: call.agentId,
    taskDocPath: above.taskDocPath,
    createdAt: new Date(ctx.now()).toISOString(),
    dialect: dialectFor(ctx.minds.team(), call.agentId),
    supdialogId: above.selfId,
    depth: above.kind === 'sub' ? above.depth + 1 : 1,
    ...(call.session !== undefined && { tellaskSession: call.session }),
    ...(call.freshSelf && { freshSelf: true }),
  };
  const created: CourseRecord = {
    v: 1,
    at: identity.createdAt,
    kind: 'dialogCreated',
    identity,
    call: asInbound(caller, call),
  };
  const dialog = storeDialog(tree, created);
  ctx.wake(dialog);
}
