// Says once, in a folder that Git keeps, that its dialogs stay out of Source Control, and offers to show them (SPEC
// 13.14).
import type { Disposable, Memento } from 'vscode';
import { errorMessage } from '../../core/base/thrown.ts';
import { keepOutOfGit, showInGit } from '../../runtime/stored/out-of-git.ts';
import type { Host } from '../host.ts';
import { t } from '../words.ts';
import { showInformation } from './show.ts';

const ASKED = 'dominds.gitAsked';

/** Asks when the first dialog of this window is under way. */
export function askAboutGit({ rtws, extension, log }: Pick<Host, 'rtws' | 'extension' | 'log'>): Disposable {
  const memory: Memento = extension.workspaceState;
  const following = rtws.onEvent(event => {
    if (event.type !== 'recorded' || event.record.kind !== 'generationStarted') return;
    if (!rtws.folder || rtws.reading || rtws.store) return;
    following.dispose();
    if (memory.get<boolean>(ASKED) || keepOutOfGit(rtws.folder.fsPath, log) !== 'kept') return;
    ask(rtws.folder.fsPath, memory).catch(error => log.warn(`asking about Git: ${errorMessage(error)}`));
  });
  return following;
}

async function ask(folder: string, memory: Memento): Promise<void> {
  const keep = t('Keep Out');
  const show = t('Show in Git');
  const chosen = await showInformation(
    t(
      'Git does not see the dialogs of this folder (.dialogs), so that no Git command removes them. The rule lies in .git/info/exclude, which is not shared.',
    ),
    keep,
    show,
  );
  if (chosen === undefined) return;
  await memory.update(ASKED, true);
  if (chosen === show) showInGit(folder);
}
