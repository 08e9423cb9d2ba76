// Opens a link of a conversation: a web page after the editor's own confirmation, a file of the rtws at its line.
import { env, Position, Range, Uri, window, workspace } from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import { parsePanelLink } from '../../pages/panel-link.ts';
import type { Host } from '../host.ts';
import { showWarning } from '../notices/show.ts';
import { t } from '../words.ts';

/** Does nothing but say so when the link may not be followed or the file is not there. */
export async function openPanelLink({ rtws, log }: Pick<Host, 'rtws' | 'log'>, href: string): Promise<void> {
  const { folder } = rtws;
  if (!folder) return;
  const link = parsePanelLink(href, folder.path);
  switch (link.kind) {
    case 'web':
      await env.openExternal(Uri.parse(link.url, true));
      return;
    case 'file':
      await showFile(Uri.joinPath(folder, link.path), link);
      return;
    case 'refused':
      log.warn(`a link was not followed: ${href.slice(0, 200)}`);
      void showWarning(t('Only web links and files in this folder can be opened.'));
      return;
    default:
      assertNever(link);
  }
}

async function showFile(file: Uri, place: { path: string; line?: number; column?: number }): Promise<void> {
  const { path, line, column = 1 } = place;
  try {
    await workspace.fs.stat(file);
  } catch {
    void showWarning(t('There is no file {0}.', path));
    return;
  }
  const start = line === undefined ? undefined : new Position(line - 1, column - 1);
  await window.showTextDocument(file, start ? { selection: new Range(start, start) } : {});
}
