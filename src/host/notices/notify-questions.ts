// Tells the person about new questions that are not in front of them, several at a time in one notification, each
// question once (SPEC 13.4).
import { commands, type Disposable } from 'vscode';
import type { Surface } from '../../core/dialog/answered-by.ts';
import { coalesce } from '../../pages/coalesce.ts';
import type { InboxQuestion } from '../../protocol/overview.ts';
import type { Host } from '../host.ts';
import { questionLabel, questionTarget, showsText } from '../rows/question-rows.ts';
import { questionPlace } from '../trees/questions-tree.ts';
import { t } from '../words.ts';
import { createQuestionNews } from './question-news.ts';
import { showInformation } from './show.ts';

/** Questions that come within this time are told as one. */
const GATHER = 400;

/** Begins to tell; questions that are pending when the rtws opens are in the tree and not told. */
export function notifyQuestions(host: Pick<Host, 'rtws' | 'inbox' | 'panels' | 'overview'>): Disposable {
  const { rtws, inbox, panels, overview } = host;
  const news = createQuestionNews();
  const tellSoon = coalesce(GATHER, () => {
    const fresh = news.next(inbox.pending, question => overview.isVisible || panels.isVisible(question));
    if (fresh.length > 0) void tell(host, fresh);
  });
  const following = inbox.onChange(() => {
    if (!inbox.isCurrent) return;
    news.opened(rtws.runtime, inbox.pending);
    tellSoon();
  });
  return {
    dispose: () => {
      tellSoon.dispose();
      following.dispose();
    },
  };
}

async function tell({ rtws }: Pick<Host, 'rtws'>, fresh: readonly InboxQuestion[]): Promise<void> {
  const [first, ...others] = fresh;
  if (!first) return;
  const actions = others.length === 0 ? actionsOn(first) : [{ label: t('Answer'), command: 'dominds.answerQuestion' }];
  const text = others.length === 0 ? sayOne(rtws, first) : t('{0} new questions are waiting for you.', fresh.length);
  const chosen = await showInformation(text, ...actions.map(({ label }) => label));
  const action = actions.find(({ label }) => label === chosen);
  const target = { ...(others.length === 0 && questionTarget(first)), surface: 'notification' satisfies Surface };
  if (action) await commands.executeCommand(action.command, target);
}

function sayOne(rtws: Host['rtws'], question: InboxQuestion): string {
  const { member } = questionPlace(rtws, question);
  if (question.kind === 'permission') return t('{0} requests permission: {1}', member, question.tellaskHead);
  return t('{0} asks: {1}', member, questionLabel(question, t));
}

/** A call can be allowed right here only when the notification shows all of it. */
function actionsOn(question: InboxQuestion): readonly { readonly label: string; readonly command: string }[] {
  const answer = { label: t('Answer'), command: 'dominds.answerQuestion' };
  if (question.kind === 'provider') return [{ label: t('Choose Model'), command: 'dominds.chooseModel' }, answer];
  if (question.kind !== 'permission') return [answer];
  const deny = { label: t('Deny'), command: 'dominds.deny' };
  if (showsText(question)) return [{ label: t('Show Diff'), command: 'dominds.showDiff' }, answer, deny];
  const allow = { label: t('Allow Once'), command: 'dominds.allowOnce' };
  return question.about?.kind === 'command' && question.about.isWhole ? [allow, answer, deny] : [answer, deny];
}
