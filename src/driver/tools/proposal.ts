// What a call that waits for the person's permission would change, for an editor to show side by side (SPEC 12.4).
// Reads only.
import type { DialogRef } from '../../core/base/ids.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { findTool } from '../../tools/find-tool.ts';
import type { ProposedChange } from '../../tools/tool.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import { memberOf } from '../member.ts';
import { changeInWork } from '../workplaces/show.ts';
import { contextOf } from './perform.ts';

/** The change of one file that an open question is about, as it would be made now. */
export interface Proposal {
  readonly dialog: DialogRef;
  readonly headline: string;
  readonly change: ProposedChange;
}

/**
 * Refused when there is no such question, or when it is not about the text of a file. `path`: which file of the work in
 * a place of its own.
 */
export async function proposalOf(
  ctx: DriverContext,
  dialog: Dialog | undefined,
  questionId: string,
  path?: string,
): Promise<Outcome<{ proposal: Proposal }>> {
  const question = dialog?.state.questions.find(each => each.questionId === questionId);
  if (!dialog || !question) return refuse('unknown-question', { questionId });
  if (path !== undefined) {
    const change = await changeInWork(dialog, question, path);
    return change
      ? { ok: true, proposal: { dialog: dialog.ref, headline: path, change } }
      : refuse('question-without-text');
  }
  const call = dialog.state.toolCalls.find(({ callId }) => callId === question.callId);
  const tools = ctx.tools.toolsFor(memberOf(ctx, dialog.state), dialog.state);
  const tool = call && findTool(call.name, tools);
  const review = call && (await tool?.review?.(call.args, contextOf(dialog, call)));
  if (review?.kind === 'fails') return refuse('call-would-fail', { reason: review.result.content });
  const change = review && (await review.question()).change;
  if (!change) return refuse('question-without-text');
  return { ok: true, proposal: { dialog: dialog.ref, headline: question.headline, change } };
}
