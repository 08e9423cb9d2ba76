// What closes a course or a dialog, after the tool calls and tellasks of the same generation (SPEC 3.1, 6.1, 1.6).
import { endFacts } from '../core/belief/turn-facts.ts';
import type { Fact, RecordOf } from '../core/dialog/record.ts';
import { type Closing, carry, currentAssignment, type DialogState, topFrame } from '../core/dialog/state.ts';
import { transcriptOf } from './build-prompt.ts';
import { closingFacts } from './dismiss.ts';
import { commit, type Run } from './run.ts';
import { type AbortReason, type Dialog, rootOf, type Tree } from './tree.ts';

/** Starts a new course, or completes the root. */
export function closeDialog(run: Run, tree: Tree, dialog: Dialog, closing: Closing): void {
  if (closing.kind === 'newCourse') startCourse(run, tree, dialog, closing);
  else completeRoot(run, tree, { by: 'agent', forced: false });
}

/** Starts course n+1: questions are cleared, everything that outlives a course is carried over (SPEC 6.1). */
export function startCourse(
  run: Run,
  tree: Tree,
  dialog: Dialog,
  closing: { readonly reason: 'clear_mind' | 'change_mind'; readonly prompt?: string },
): void {
  const open = dialog.state.questions.map(
    ({ questionId }): Fact => ({ kind: 'questionClosed', questionId, reason: closing.reason }),
  );
  commit(run, tree, dialog, ...open);
  const unsaid = transcriptOf(run, dialog).unsaid();
  const { state } = dialog;
  const course = state.course + 1;
  commit(run, tree, dialog, {
    kind: 'courseStarted',
    course,
    identity: state.identity,
    carried: carry(state),
    prompt: [closing.prompt?.trim() || openingPrompt(run, dialog, course), ...unsaid].join('\n\n'),
    reason: closing.reason,
  });
}

/** Marks a root done, and with it ends whatever is open in its tree (SPEC 1.6). The root's record decides. */
export function completeRoot(run: Run, tree: Tree, how: { by: 'agent' | 'person'; forced: boolean }): void {
  endDialog(run, tree, rootOf(tree), how);
  closeSubdialogs(run, tree);
  for (const dialog of tree.dialogs.values()) run.touched(tree, dialog);
}

/** Ends what subdialogs of a closed root still do. Loading does it too, so that a crash in between is mended. */
export function closeSubdialogs(run: Run, tree: Tree): void {
  const root = rootOf(tree);
  const isCompletion = (record: { kind: string }): record is RecordOf<'dialogCompleted'> =>
    record.kind === 'dialogCompleted';
  const { by, forced } = root.records.findLast(isCompletion) ?? { by: 'person', forced: true };
  for (const dialog of tree.dialogs.values()) {
    if (dialog !== root && isOpen(dialog.state)) endDialog(run, tree, dialog, { by, forced });
  }
  tree.lines.clear();
}

function endDialog(run: Run, tree: Tree, dialog: Dialog, how: { by: 'agent' | 'person'; forced: boolean }): void {
  dialog.abort?.abort('dismissed' satisfies AbortReason);
  const { belief } = dialog.state;
  const facts = [...(belief ? endFacts(belief) : []), ...closingFacts(dialog.state, 'the root dialog was marked done')];
  commit(run, tree, dialog, ...facts, { kind: 'dialogCompleted', ...how });
}

/**
 * Whether loading a tree leaves it as it is: no generation or call of it is under way. Its root may ask the person, or have
 * been interrupted.
 */
export function isFinished(tree: Tree): boolean {
  const root = rootOf(tree);
  return [...tree.dialogs.values()].every(dialog => !(dialog === root ? isAtWork(root.state) : isOpen(dialog.state)));
}

/** Whether a dialog works, waits, or would once it is driven. */
function isOpen(state: DialogState): boolean {
  const { frames, questions, interruption } = state;
  return isAtWork(state) || frames[0].attention === 'unanswered' || questions.length > 0 || interruption !== null;
}

function isAtWork({ frames, toolCalls, tellasks, closing, generating }: DialogState): boolean {
  const [main] = frames;
  const isCalled = frames.length > 1 || main.inbound !== undefined || main.pending.length > 0;
  return isCalled || toolCalls.length > 0 || tellasks.length > 0 || closing !== null || generating;
}

function openingPrompt(run: Run, dialog: Dialog, course: number): string {
  const call = topFrame(dialog.state).inbound ?? currentAssignment(dialog.state);
  const assignment = call && { caller: call.callerAgentId, headline: call.headline, body: call.body };
  return run.minds.texts().openingPrompt(course, assignment);
}
