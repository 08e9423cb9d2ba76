// Completes a root, which ends everything open in its tree (SPEC 1.6).
import { endFacts } from '../core/belief/domain/rules.ts';
import { treeFacts } from '../core/dialog/fold/work-facts.ts';
import type { RecordOf } from '../core/dialog/record.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { QuestionClosing } from '../core/dialog/view/question-closing.ts';
import type { WorkFacts } from '../core/dialog/work-shape.ts';
import { countOf } from '../core/evidence/evidence.ts';
import { closingFacts } from './calls/dismiss.ts';
import { commit } from './commit.ts';
import type { AbortReason, Dialog, Tree } from './driver-context.ts';
import { lookAtAcceptance } from './evidence/look.ts';
import { evidenceStanding } from './evidence/standing.ts';
import { rootOf, statesOf } from './tree.ts';

/** Who marked a root done, and whether anything was pending then. */
type Completion = Pick<RecordOf<'dialogCompleted'>, 'by' | 'forced' | 'facts'>;

/** Marks a root done and ends everything open in its tree (SPEC 1.6). The root's record decides. */
export function completeRoot(tree: Tree, completion: Completion): void {
  const { ctx } = tree;
  const goals = ctx.minds.openGoals(rootOf(tree).state.identity.taskDocPath);
  const facts = treeFacts(statesOf(tree), { goals, ...evidenceAtEnd(tree) });
  endDialog(rootOf(tree), { ...completion, ...(facts && { facts }) });
  closeSubdialogs(tree);
  for (const dialog of tree.dialogs.values()) ctx.markIndexesDirty(dialog);
}

/** The lines as they were checked; those that nobody has looked at yet count, too. */
function evidenceAtEnd(tree: Tree): Pick<WorkFacts, 'evidence'> {
  lookAtAcceptance(tree);
  const standing = evidenceStanding(tree);
  if (!standing) return {};
  const { state } = standing;
  return { evidence: countOf({ ...standing, state: state === 'open' ? 'claimed' : state }) };
}

/** Ends what subdialogs of a closed root still do. Loading does it too, so that a crash in between is mended. */
export function closeSubdialogs(tree: Tree): void {
  const root = rootOf(tree);
  const recorded = root.records.findLast(record => record.kind === 'dialogCompleted');
  const { by, forced }: Completion = recorded ?? { by: 'person', forced: true };
  for (const dialog of tree.dialogs.values()) {
    if (dialog !== root && isOpen(dialog.state)) endDialog(dialog, { by, forced });
  }
  tree.callQueues.clear();
}

const marked: QuestionClosing = { reason: 'the root dialog was marked done', because: 'completed' };

function endDialog(dialog: Dialog, completion: Completion): void {
  dialog.abort?.abort('dismissed' satisfies AbortReason);
  const { belief } = dialog.state;
  const facts = [...(belief ? endFacts(belief) : []), ...closingFacts(dialog.state, marked)];
  commit(dialog, ...facts, { kind: 'dialogCompleted', ...completion });
}

/**
 * True if loading a tree changes nothing in it: no generation or call of it is under way. Its root may wait for the
 * person, or be interrupted.
 */
export function isFinished(tree: Tree): boolean {
  const root = rootOf(tree);
  return [...tree.dialogs.values()].every(dialog => !(dialog === root ? isAtWork(root.state) : isOpen(dialog.state)));
}

/** True if a dialog works, waits, or would once it is driven. */
function isOpen(state: DialogState): boolean {
  const { frames, questions, interruption } = state;
  return isAtWork(state) || frames[0].attention === 'unanswered' || questions.length > 0 || interruption !== null;
}

function isAtWork({ frames, toolCalls, tellasks, closing, generating, processes }: DialogState): boolean {
  const [main] = frames;
  const isCalled = frames.length > 1 || main.inbound !== undefined || main.pending.length > 0;
  return (
    isCalled ||
    toolCalls.length > 0 ||
    tellasks.length > 0 ||
    closing !== null ||
    generating ||
    (processes?.length ?? 0) > 0
  );
}
