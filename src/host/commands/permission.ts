// Permission for a tool call, given or refused from a tree or a notification, and the change it is about in the
// editor's own diff view (SPEC 12.4).

import { commands, Uri } from 'vscode';
import type { InboxQuestion } from '../../protocol/overview.ts';
import { asPerson } from '../../runtime/api.ts';
import { proposalUri } from '../diffs/diff-documents.ts';
import type { Host } from '../host.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { questionLabel, showsText } from '../rows/question-rows.ts';
import { t } from '../words.ts';
import { driving, reading } from './command.ts';
import { pathOfTarget, questionOfTarget, surfaceOfTarget } from './target.ts';

/** Shows what a call, or work in a place of its own, would make of a file. */
export function showDiff(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const questionId = await prompting(prompts => meant(prompts, { host, target, fits: showsText }));
    if (questionId === undefined) return undefined;
    const work = pathOfTarget(target);
    const found = await runtime.proposal(questionId, work);
    if (!found.ok) return found;
    const { headline, change } = found.proposal;
    const file = Uri.joinPath(Uri.file(runtime.rtws), change.path);
    await commands.executeCommand(
      'vscode.diff',
      proposalUri(file, { questionId, side: 'before', work }),
      proposalUri(file, { questionId, side: 'after', work }),
      t('{0} (proposed)', headline),
      { preview: true },
    );
    return undefined;
  });
}

/** Lets the call run this once. */
export function allowOnce(host: Host, target: unknown): Promise<void> {
  return answer(host, target, async () => 'allow once');
}

/** Lets the call run, and those like it. */
export function allowAlways(host: Host, target: unknown): Promise<void> {
  return answer(host, target, async () => 'always');
}

/** Refuses the call, with a word for the model. */
export function deny(host: Host, target: unknown): Promise<void> {
  return answer(host, target, async prompts => {
    const word = await prompts.ask({
      title: t('Deny'),
      prompt: t('Why not, or what to do instead? It goes to the agent. May be empty.'),
    });
    return word === undefined ? undefined : `deny: ${word}`;
  });
}

function answer(host: Host, target: unknown, words: (prompts: Prompts) => Promise<string | undefined>): Promise<void> {
  return driving(host, async runtime => {
    const given = await prompting(async prompts => {
      const questionId = await meant(prompts, { host, target, fits: () => true });
      const content = questionId === undefined ? undefined : await words(prompts);
      return questionId === undefined || content === undefined ? undefined : { questionId, content };
    });
    return (
      given &&
      asPerson(runtime, surfaceOfTarget(target)).perform({ kind: 'answer', ...given, msgId: crypto.randomUUID() })
    );
  });
}

/** The question handed over, else the only one of its kind, else the one picked. */
async function meant(
  prompts: Prompts,
  { host, target, fits }: { host: Host; target: unknown; fits: (question: InboxQuestion) => boolean },
): Promise<string | undefined> {
  const given = questionOfTarget(target);
  if (given !== undefined) return given;
  await host.inbox.refresh();
  const asking = host.inbox.pending.filter(question => question.kind === 'permission' && fits(question));
  if (asking.length === 0) void showInformation(t('No permission request is pending.'));
  return asking.length <= 1 ? asking[0]?.id : (await pick(prompts, asking))?.id;
}

async function pick(prompts: Prompts, asking: readonly InboxQuestion[]): Promise<InboxQuestion | undefined> {
  const items = asking.map(question => ({ label: questionLabel(question, t), question }));
  return (await prompts.pick(items, { title: t('Which tool call?') }))?.question;
}
