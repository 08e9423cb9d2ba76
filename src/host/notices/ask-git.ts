// Asks once in a folder that Git keeps whether its dialogs stay out of Source Control (SPEC 13.14).
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable, Memento } from 'vscode';
import { errorMessage } from '../../core/thrown.ts';
import type { Host } from '../host.ts';
import { leavesDialogsOut, withDialogsOut } from '../rows/git-exclude.ts';
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
    if (memory.get<boolean>(ASKED)) return;
    ask(rtws.folder.fsPath, memory).catch(error => log.warn(`asking about Git: ${errorMessage(error)}`));
  });
  return following;
}

async function ask(folder: string, memory: Memento): Promise<void> {
  const git = path.join(folder, '.git');
  const exclude = path.join(git, 'info', 'exclude');
  // A worktree or submodule has a file there; its ignore rules are elsewhere.
  if (!(await stat(git).catch(() => undefined))?.isDirectory()) return;
  const texts = await Promise.all([exclude, path.join(folder, '.gitignore')].map(textOf));
  if (leavesDialogsOut(texts)) return;
  const keep = t('Keep Out');
  const show = t('Show in Git');
  const chosen = await showInformation(
    t(
      'Keep the dialogs of this folder (.dialogs) out of Git? The rule goes into .git/info/exclude, which is not shared.',
    ),
    keep,
    show,
  );
  if (chosen === undefined) return;
  await memory.update(ASKED, true);
  if (chosen !== keep) return;
  await mkdir(path.dirname(exclude), { recursive: true });
  await writeFile(exclude, withDialogsOut(await textOf(exclude)));
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
