// Panels of a dialog that was deleted are closed, whoever deleted it: what they show is nowhere any more (SPEC 13.9).
import type { Disposable } from 'vscode';
import type { RootId } from '../../core/base/ids.ts';
import type { Host } from '../host.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';

/** Closes them from now on. The person is told, except where only this window can have deleted the dialog. */
export function closeDeleted({ rtws, panels, log }: Pick<Host, 'rtws' | 'panels' | 'log'>): Disposable {
  const close = async (rootId: RootId) => {
    const found = await rtws.runtime?.tree(rootId);
    if (!found || found.ok) return;
    const [title] = panels.closeTree(rootId);
    const isByThis = rtws.reading === undefined && rtws.store === undefined;
    if (title !== undefined && !isByThis)
      void showInformation(t('The dialog was deleted, so its panel was closed: {0}', title));
  };
  return rtws.onEvent(event => {
    if (event.type === 'root_changed' && !event.summary) close(event.rootId).catch(error => log.error(error));
  });
}
