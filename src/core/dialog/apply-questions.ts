// Questions to the person as they are asked and answered (SPEC 5), with what their answers decide. Pure.
import { answerDue, planShown } from './apply-belief.ts';
import { remember } from './fold-parts.ts';
import { attending, spoken } from './frames.ts';
import type { QuestionId } from './ids.ts';
import { type Permission, readPermission, withPermission } from './permission.ts';
import type { RecordOf } from './record.ts';
import type { DialogState, OpenQuestion } from './state.ts';

/** A question is open. */
export function asked(state: DialogState, record: RecordOf<'questionAsked'>): Partial<DialogState> {
  const { questionId, questionKind, headline, body, at, genseq, callId, options } = record;
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
  };
  // Suspending on a question gives a fresh diligence budget (SPEC 7.2).
  return {
    questions: [...state.questions, question],
    diligence: { ...state.diligence, pushed: 0 },
    ...(questionKind === 'plan' && planShown(state)),
  };
}

/** A question is closed by its answer; no change when it is not open. */
export function answered(state: DialogState, record: RecordOf<'questionAnswered'>): Partial<DialogState> {
  const question = state.questions.find(each => each.questionId === record.questionId);
  if (question === undefined) return {};
  const stops = question.questionKind === 'diligence' && isStop(record.content);
  return {
    ...(stops ? attending(state, 'rest') : spoken(state)),
    ...permitted(state, record.questionId, question => readPermission(question, record.content, record.seal)),
    ...answerDue(state, question, record.content),
    questions: state.questions.filter(each => each !== question),
    msgIds: remember(state, record.msgId),
    diligence: { ...state.diligence, pushed: 0 },
  };
}

/** Notes on an open tool call what became of the question whether it may run; no change for other questions. */
export function permitted(
  { questions, toolCalls }: DialogState,
  questionId: QuestionId,
  decide: (question: OpenQuestion) => Permission,
): Partial<DialogState> {
  const question = questions.find(each => each.questionId === questionId);
  if (question?.questionKind !== 'permission') return {};
  return { toolCalls: withPermission(toolCalls, question.callId, decide(question)) };
}

/** Whether an answer to the diligence question means *stop*; any other text goes to the model (SPEC 7.1). */
function isStop(content: string): boolean {
  return ['stop', '停止'].includes(content.trim().toLowerCase());
}
