// Tool calls whose server asks the person (SPEC 22.1): the questions are recorded with what the call goes on with, and
// the call is performed once more when they are answered.

import type { QuestionId } from '../../core/base/ids.ts';
import type { FormReply } from '../../core/dialog/form.ts';
import { readAnswer } from '../../core/dialog/form-answers.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { AskedBack, FilledForm, OpenToolCall } from '../../core/dialog/tool-call.ts';
import { closeQuestions } from '../../core/dialog/view/question-closing.ts';
import type { AnsweredCall, AskedForms } from '../../tools/tool.ts';
import { commit } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';
import { hold } from '../held-calls.ts';

/** The records with which a call asks. */
export function askedBackFacts({ tree: { ctx } }: Dialog, { callId, genseq }: OpenToolCall, asks: AskedForms): Fact[] {
  const { held, state, questions } = asks;
  return [
    { kind: 'toolAsked', callId, ...(held && { held: true }), ...(state !== undefined && { state }) },
    ...questions.map(
      (question): Fact => ({
        kind: 'questionAsked',
        questionId: ctx.newId() as QuestionId,
        questionKind: 'clarify',
        ...question,
        callId,
        genseq,
      }),
    ),
  ];
}

/** What a call goes on with. */
export function answersOf({ filled, ...asked }: AskedBack): AnsweredCall {
  return { ...asked, replies: Object.fromEntries(filled.map(each => [each.form.key, replyIn(each)])) };
}

function replyIn({ form, answer }: FilledForm): FormReply {
  if (answer === undefined) return { action: 'cancel' };
  const read = readAnswer(form, answer);
  return 'kind' in read ? { action: 'decline' } : read;
}

/** Keeps a call whose server waits, and withdraws its questions when the server no longer does. */
export function holdOpen(dialog: Dialog, call: OpenToolCall, { held }: AskedForms): void {
  if (!held) return;
  hold(dialog, call.callId, held.release);
  void held.over.then(() => withdraw(dialog, call));
}

function withdraw(dialog: Dialog, { callId }: OpenToolCall): void {
  const { tree, state } = dialog;
  const { ctx } = tree;
  if (tree.isLost || ctx.closing()) return;
  const reason = ctx.minds.texts().form.noLongerWaits;
  const open = state.questions.filter(question => question.form && question.callId === callId);
  if (open.length === 0) return;
  commit(dialog, ...closeQuestions(open, { reason, because: 'server-left' }));
  ctx.wake(dialog);
}
