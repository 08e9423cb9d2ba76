// Follows deep links to dialogs and questions; one that belongs to another folder offers to open that folder (SPEC
// 13.4).
import { commands, type Disposable, type Memento, Uri, window } from 'vscode';
import type { Host } from '../host.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { showRefusal } from '../refusals.ts';
import { t } from '../words.ts';
import { type DeepLink, formatDialogLink, parseDialogLink } from './deep-link.ts';

/** The link to follow once its folder is open in another window; all windows see it, the one it belongs to takes it. */
const LEFT = 'dominds.linkToFollow';
/** A link that was not opened within this time is dropped. */
const KEPT_FOR = 2 * 60_000;

/** Takes links that the editor hands over, and one that was left for this window. */
export function followLinks(host: Host): Disposable {
  host.rtws.onChange(() => void followLeftLink(host));
  return window.registerUriHandler({
    handleUri: async uri => {
      const link = parseDialogLink(uri);
      if (link) await follow(host, link);
      else void showWarning(t('This link names no dialog.'));
    },
  });
}

async function follow(host: Host, link: DeepLink): Promise<void> {
  const { rtws } = link;
  if (rtws !== undefined && !(await isHere(host, rtws))) return offerFolder(host.extension.globalState, link, rtws);
  const opened = await host.rtws.open();
  if (!opened.ok) return showRefusal(opened);
  const { dialog, questionId } = link;
  host.panels.open(dialog, questionId === undefined ? {} : { focus: { kind: 'question', questionId } });
}

async function isHere({ rtws }: Host, path: string): Promise<boolean> {
  await rtws.openQuietly();
  return rtws.folder !== undefined && Uri.file(path).fsPath === rtws.folder.fsPath;
}

/** A link comes from outside, so that another folder is opened only on the person's word. */
async function offerFolder(memory: Memento, link: DeepLink, path: string): Promise<void> {
  const open = t('Open Folder');
  const question = t('This dialog belongs to another folder: {0}', path);
  if ((await showInformation(question, open)) !== open) return;
  await memory.update(LEFT, { query: formatDialogLink(link), at: Date.now() });
  await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
}

async function followLeftLink(host: Host): Promise<void> {
  const left = host.extension.globalState.get<{ query: string; at: number }>(LEFT);
  const link = left && parseDialogLink({ path: '/dialog', query: left.query });
  if (!left || !link || host.rtws.folder?.fsPath !== link.rtws) return;
  await host.extension.globalState.update(LEFT, undefined);
  if (Date.now() - left.at < KEPT_FOR) await follow(host, link);
}
