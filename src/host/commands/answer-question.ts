// Answer Question: by an option where it is picked, else in the dialog that asks, at the question, with the composer
// ready for the answer (SPEC 13.4).

import { randomUUID } from 'node:crypto';
import type { QuickPickItem } from 'vscode';
import type { DialogRef } from '../../core/base/ids.ts';
import type { Surface } from '../../core/dialog/answered-by.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { firstLine } from '../../pages/headline.ts';
import { questionBeyond } from '../../pages/inbox.ts';
import type { InboxQuestion } from '../../protocol/overview.ts';
import { asPerson } from '../../runtime/api.ts';
import type { Host } from '../host.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { isBrief, questionLabel } from '../rows/question-rows.ts';
import { formatAge } from '../rows/wording.ts';
import { questionPlace } from '../trees/questions-tree.ts';
import { presentWording, t } from '../words.ts';
import { reading } from './command.ts';
import { dialogOfTarget, questionOfTarget, surfaceOfTarget } from './target.ts';

/** The question handed over, else the only one there is, else the one picked. */
export function answerQuestion(host: Host, target: unknown): Promise<void> {
  return reading(host, async () => {
    const dialog = dialogOfTarget(target);
    const questionId = questionOfTarget(target);
    if (dialog && questionId) {
      host.panels.open(dialog, { focus: { kind: 'question', questionId } });
      return undefined;
    }
    const asked = await prompting(async prompts => {
      await host.inbox.refresh();
      const question = await pickQuestion(prompts, host);
      const answer = question && (isBrief(question) ? await pickOption(prompts, question) : 'open');
      if (!answer) return undefined;
      if (answer !== 'open') return { question, ...answer };
      return { question };
    });
    if (!asked) return undefined;
    const { question } = asked;
    if ('content' in asked) return answer(host, { ...asked, surface: surfaceOfTarget(target) });
    host.panels.open(question, { focus: { kind: 'question', questionId: question.id } });
    return undefined;
  });
}

/** Opens the next question of another dialog; says so when there is none. */
export function answerNext({ inbox, panels }: Host, dialog: DialogRef): void {
  const question = questionBeyond(inbox.pending, dialog);
  if (question) panels.open(question, { focus: { kind: 'question', questionId: question.id } });
  else void showInformation(t('No other question is waiting for you.'));
}

async function answer(
  host: Host,
  { question, content, surface }: { question: InboxQuestion; content: string; surface: Surface },
): Promise<Outcome<object> | undefined> {
  const opened = await host.rtws.open();
  if (!opened.ok) return opened;
  const refused = host.rtws.refusalToDrive();
  return (
    refused ??
    asPerson(opened.runtime, surface).perform({ kind: 'answer', questionId: question.id, content, msgId: randomUUID() })
  );
}

/** An option that was picked, or the way to the dialog. */
type Answer = { readonly content: string } | 'open';

async function pickOption(prompts: Prompts, question: InboxQuestion): Promise<Answer | undefined> {
  const options = (question.options ?? []).map(content => ({ label: content, answer: { content } }));
  const open = { label: t('Open its dialog and answer in words…'), answer: 'open' as const };
  const picked = await prompts.pick<QuickPickItem & { answer: Answer }>([...options, open], {
    title: questionLabel(question, t),
    placeHolder: firstLine(question.bodyContent, 120),
  });
  return picked?.answer;
}

async function pickQuestion(prompts: Prompts, host: Host): Promise<InboxQuestion | undefined> {
  const { pending } = host.inbox;
  if (pending.length === 0) void showInformation(t('No questions.'));
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
  const picked = await prompts.pick(items, {
    title: t('Answer a Question'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.question;
}
