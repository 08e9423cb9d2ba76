// Clear Mind in the hands of a person (SPEC 6.1, 6.7).
import type { Host } from '../host.ts';
import { askOnce } from '../notices/prompts.ts';
import { showWarning } from '../notices/show.ts';
import { t } from '../words.ts';
import { driving } from './command.ts';
import { findTargetDialog } from './target.ts';

/**
 * Begins a new course, with a reminder for it if the person gives one; questions that would be lost are named first.
 */
export function clearMind(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title: t('Clear Mind'), fits: isRunning });
    if (!dialog) return undefined;
    const viewed = await runtime.view(dialog, { tail: 0 });
    if (!viewed.ok) return viewed;
    if (!(await mayClear(viewed.view.state.questions.length))) return undefined;
    const reminder = await askOnce({
      title: t('Clear Mind'),
      prompt: t('A new course begins with an empty conversation. What is to be remembered in it? May be empty.'),
    });
    return reminder === undefined
      ? undefined
      : runtime.perform({ kind: 'clearMind', dialog, reminder: reminder.trim() || undefined });
  });
}

async function mayClear(questions: number): Promise<boolean> {
  if (questions === 0) return true;
  const clear = t('Clear Mind');
  const detail = t('Its open questions are withdrawn.');
  return (await showWarning(t('Clear the mind of this dialog?'), { modal: true, detail }, clear)) === clear;
}

function isRunning({ status }: { readonly status: string }): boolean {
  return status === 'running';
}
