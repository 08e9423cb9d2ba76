// Questions to the person as they are asked and answered (SPEC 5), with what their answers decide. Pure.

import type { Lists } from '../../base/fold-lists.ts';
import { withFilled } from '../asked-back.ts';
import { withoutMisses } from '../misses.ts';
import { ownOption } from '../own-options.ts';
import { closedPermission, readPermission, withPermission } from '../permission.ts';
import type { RecordOf } from '../record.ts';
import type { DialogState } from '../state.ts';
import type { OpenQuestion, Permission } from '../tool-call.ts';
import { answerDue, planShown, planUnseen } from './apply-belief.ts';
import { acceptanceAnswered } from './apply-evidence.ts';
import { remember } from './fold-parts.ts';
import { attending, spoken } from './frames.ts';

/** A question is open. */
export function asked(state: DialogState, record: RecordOf<'questionAsked'>, { added }: Lists): Partial<DialogState> {
  const { questionId, questionKind, headline, body, at, genseq, callId, options, about, form, work } = record;
  const question: OpenQuestion = {
    questionId,
    questionKind,
    headline,
    body,
    askedAt: at,
    course: state.course,
    genseq,
    ...(callId !== undefined && { callId }),
    ...(options && { options }),
    ...(about && { about }),
    ...(form && { form }),
    ...(work && { work }),
  };
  // Suspending on a question gives a fresh diligence budget (SPEC 7.2).
  return {
    questions: added(state.questions, question),
    diligence: { ...state.diligence, pushed: 0 },
    ...(questionKind === 'provider' && withoutMisses(state)),
    ...(questionKind === 'plan' && planShown(state)),
  };
}

/** A question is closed by its answer; no change when it is not open. */
export function answered(state: DialogState, record: RecordOf<'questionAnswered'>, lists: Lists): Partial<DialogState> {
  const index = lists.find(state.questions, questionIdOf, record.questionId);
  const question = state.questions[index];
  if (question === undefined) return {};
  // Any other text goes to the model (SPEC 7.1).
  const option = question.questionKind === 'diligence' ? ownOption(record.content) : undefined;
  const stops = option === 'stop' || option === 'stop reminding';
  const on = state.diligence.on && option !== 'stop reminding';
  return {
    ...withoutMisses(state),
    ...(stops ? attending(state, 'stopped', lists) : spoken(state, lists)),
    ...permitted(state, question, () => readPermission(question, record.content, record.seal), lists),
    ...filledIn(state, question, record.content, lists),
    ...acceptanceAnswered(state, question, record.content, lists),
    ...answerDue(state, question, record, lists),
    questions: lists.without(state.questions, index),
    msgIds: remember(state, record.msgId, lists),
    diligence: { on, pushed: 0 },
  };
}

/** A question is closed without an answer; no change when it is not open. */
export function closed(
  state: DialogState,
  { questionId, reason, because }: RecordOf<'questionClosed'>,
  lists: Lists,
): Partial<DialogState> {
  const index = lists.find(state.questions, questionIdOf, questionId);
  const question = state.questions[index];
  if (question === undefined) return {};
  return {
    questions: lists.without(state.questions, index),
    // The model is told, so what it said with the question is still not its answer.
    ...attending(state, 'unanswered', lists),
    ...(question.questionKind === 'plan' && because === 'new-course' && planUnseen(state)),
    // Decided anew as the mode says, the call may run.
    ...(because !== 'mode-changed' && permitted(state, question, () => closedPermission(reason), lists)),
    ...filledIn(state, question, undefined, lists),
    ...acceptanceAnswered(state, question, null, lists),
  };
}

const questionIdOf = ({ questionId }: OpenQuestion): string => questionId;

/** Notes on an open tool call what became of the question whether it may run; no change for other questions. */
function permitted(
  { toolCalls }: DialogState,
  { questionKind, callId }: OpenQuestion,
  decide: () => Permission,
  lists: Lists,
): Partial<DialogState> {
  return questionKind === 'permission' ? { toolCalls: withPermission(toolCalls, callId, decide(), lists) } : {};
}

/** Notes on an open tool call what it asked for. */
function filledIn(
  { toolCalls }: DialogState,
  { form, callId }: OpenQuestion,
  answer: string | undefined,
  lists: Lists,
): Partial<DialogState> {
  return form
    ? { toolCalls: withFilled(toolCalls, callId, { form, ...(answer !== undefined && { answer }) }, lists) }
    : {};
}
