// What runs without a question in a tree, as the person chooses it, and what they take back (SPEC 24.4).

import { sealedMode } from '../../core/dialog/seals.ts';
import type { OpenQuestion } from '../../core/dialog/tool-call.ts';
import { closeQuestions, type QuestionClosing } from '../../core/dialog/view/question-closing.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import { grantText, type PermissionMode } from '../../core/team/permissions.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { Tree } from '../driver-context.ts';
import { rootOf } from '../tree.ts';

/** One of the two. */
export type PermissionChange = IntentOf<'changePermissions'>['change'];

/** Refused where the grant is not there any more. Calls whose question the mode makes needless are decided anew. */
export function changePermissions(driver: Driver, tree: Tree, change: PermissionChange): Outcome<object> {
  const root = rootOf(tree);
  if ('revoke' in change) {
    const text = grantText(change.revoke);
    if (!root.state.grants?.some(each => grantText(each) === text)) return refuse('permission-gone');
    commit(root, { kind: 'permissionRevoked', grant: change.revoke });
    return { ok: true };
  }
  const { mode } = change;
  commit(root, { kind: 'permissionModeSet', mode, seal: driver.ctx.seals.seal(sealedMode(tree.rootId, mode)) });
  for (const dialog of tree.dialogs.values()) {
    const closed = closeQuestions(dialog.state.questions.filter(isNeedless(mode)), modeChanged);
    if (closed.length > 0) commit(dialog, ...closed);
  }
  driver.release(tree);
  return { ok: true };
}

const modeChanged: QuestionClosing = { reason: 'it runs without a question now', because: 'mode-changed' };

function isNeedless(mode: PermissionMode) {
  return ({ questionKind, about }: OpenQuestion) =>
    questionKind === 'permission' && (mode === 'all' || (mode === 'edits' && about?.kind === 'text'));
}
