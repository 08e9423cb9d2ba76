// Makes the dialog that a call needs. Its id was fixed in the caller's record, so making it twice is impossible.

import { invariant } from '../core/assert.ts';
import { openCourse } from '../core/dialog/apply.ts';
import type { DialogId } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { Identity } from '../core/dialog/record-parts.ts';
import type { OpenCall } from '../core/dialog/state.ts';
import { addDialog, type Dialog, inboundCall, nextNumber, type Tree } from './tree.ts';

/** Creates a subdialog under its caller, with the call as its first assignment, and wakes it. */
export function createSubdialog(caller: Dialog, call: OpenCall, selfId: DialogId): void {
  const { tree } = caller;
  const { run } = tree;
  const above = caller.state.identity;
  const identity: Identity = {
    kind: 'sub',
    rootId: tree.rootId,
    selfId,
    agentId: call.agentId,
    taskDocPath: above.taskDocPath,
    createdAt: new Date(run.now()).toISOString(),
    dialect: above.dialect,
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
    call: inboundCall(caller, call),
  };
  const dialog = storeDialog(tree, created);
  run.wake(dialog);
}

/** Stores the first record of a new dialog, adds it to its tree and publishes it. */
export function storeDialog(tree: Tree, opening: CourseRecord): Dialog {
  const { run } = tree;
  const first: CourseRecord = { ...opening, n: nextNumber(tree) };
  const state = openCourse(first);
  invariant(state, 'a first record opens a course');
  const { rootId, selfId } = state.identity;
  run.store.append({ rootId, selfId, course: state.course }, [first]);
  const dialog = addDialog(tree, state, [first]);
  run.feed.publish({ type: 'recorded', rootId, selfId, seq: state.seq, record: first });
  run.touched(dialog);
  return dialog;
}
