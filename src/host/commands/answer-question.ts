// Answer Question: by an option where it is picked, else in the dialog that asks, at the question, with the composer ready for
// the answer (SPEC 13.4).
import { randomUUID } from 'node:crypto';
import { window } from 'vscode';
import type { DialogRef } from '../../core/dialog/ids.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { InboxQuestion } from '../../protocol/overview.ts';
import type { Host } from '../host.ts';
import { showInformation } from '../notices/show.ts';
import { questionLabel } from '../rows/question-rows.ts';
import { firstLine, formatAge } from '../rows/wording.ts';
import { questionPlace } from '../trees/questions-tree.ts';
import { presentWording, t } from '../words.ts';
import { reading } from './command.ts';
import { dialogOfTarget, questionOfTarget } from './target.ts';

/** The question handed over, else the only one there is, else the one picked. */
export function answerQuestion(host: Host, target: unknown): Promise<void> {
  return reading(host, async () => {
    const dialog = dialogOfTarget(target);
    const questionId = questionOfTarget(target);
    if (dialog && questionId) {
      host.panels.open(dialog, { focus: { kind: 'question', questionId } });
      return undefined;
    }
    await host.inbox.refresh();
    const question = await pickQuestion(host);
    return question && answerOrOpen(host, question);
  });
}

/** Opens the question that waits longest in another dialog; says so when there is none. */
export function answerNext({ inbox, panels }: Host, { selfId }: DialogRef): void {
  const question = inbox.pending.find(each => each.selfId !== selfId);
  if (question) panels.open(question, { focus: { kind: 'question', questionId: question.id } });
  else void showInformation(t('No other question is waiting for you.'));
}

/**
 * What the runtime asks with options is answered where it was picked; what a member asks, and what would run a tool, in its
 * dialog (SPEC 13.4).
 */
async function answerOrOpen(host: Host, question: InboxQuestion): Promise<Outcome<object> | undefined> {
  const { options = [], id: questionId } = question;
  const isBrief = options.length > 0 && question.kind !== 'permission' && question.kind !== 'ask';
  const answer = isBrief ? await pickOption(question) : 'open';
  if (answer === 'open') host.panels.open(question, { focus: { kind: 'question', questionId } });
  if (answer === 'open' || answer === undefined) return undefined;
  const opened = await host.rtws.open();
  if (!opened.ok) return opened;
  const refused = host.rtws.refusalToDrive();
  return refused ?? opened.runtime.answer({ questionId, content: answer.content, msgId: randomUUID() });
}

async function pickOption(question: InboxQuestion): Promise<{ readonly content: string } | 'open' | undefined> {
  const options = (question.options ?? []).map(content => ({ label: content, answer: { content } }));
  const open = { label: t('Open its dialog and answer in words…'), answer: 'open' as const };
  const picked = await window.showQuickPick([...options, open], {
    title: questionLabel(question, t),
    placeHolder: firstLine(question.bodyContent, 120),
  });
  return picked?.answer;
}

async function pickQuestion(host: Host): Promise<InboxQuestion | undefined> {
  const { pending } = host.inbox;
  if (pending.length === 0) void showInformation(t('No question is waiting for you.'));
  if (pending.length <= 1) return pending[0];
  const items = pending.map(question => {
    const { member, rootHeadline } = questionPlace(host.rtws, question);
    return {
      label: questionLabel(question, t),
      description: [member, firstLine(rootHeadline, 40), formatAge(question.askedAt, presentWording())]
        .filter(part => part !== '')
        .join(' · '),
      detail: firstLine(question.bodyContent, 120),
      question,
    };
  });
  const picked = await window.showQuickPick(items, {
    title: t('Answer a Question'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.question;
}
