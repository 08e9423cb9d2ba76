// Decides whether unfinished dialogs resume when a folder is opened. The person is asked once per folder, since a
// cloned one may bring its own `.minds/` and `.dialogs/` (SPEC 11.2).
import type { Memento } from 'vscode';
import { firstLine } from '../../pages/headline.ts';
import type { Runtime } from '../../runtime.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import type { ResumePolicy } from './resume-choice.ts';

const REMEMBERED = 'dominds.resume';

/** The runtime's instruction: the setting, or the earlier answer in this workspace. */
export function resumePolicy(setting: ResumePolicy, memory: Memento): ResumePolicy {
  return setting === 'ask' ? (memory.get<ResumePolicy>(REMEMBERED) ?? 'ask') : setting;
}

/** Asks when there is something to resume and the person was not asked yet; remembers the answer. */
export async function askToResume(runtime: Runtime, policy: ResumePolicy, memory: Memento): Promise<void> {
  if (policy !== 'ask') return;
  const interrupted = runtime.listRoots({ status: 'running' }).filter(root => root.needsDrive);
  const [first] = interrupted;
  if (!first) return;
  const go = t('Continue');
  const leave = t("Don't Continue");
  const question =
    interrupted.length === 1
      ? t(
          '“{0}” was interrupted. Continue it? (Remembered for this folder.)',
          firstLine(first.headline) || t('New dialog'),
        )
      : t('{0} dialogs were interrupted. Continue them? (Remembered for this folder.)', interrupted.length);
  const answer = await showInformation(question, go, leave);
  if (answer === undefined) return;
  await memory.update(REMEMBERED, answer === go ? 'always' : 'never');
  if (answer === go) await runtime.perform({ kind: 'continueAll', which: 'left' });
}
