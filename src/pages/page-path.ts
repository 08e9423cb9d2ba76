// The paths of pages in a browser (SPEC 21.1).
import { type DialogRef, type RootId, rootRef } from '../core/base/ids.ts';
import { pagePath } from '../core/text/page-path.ts';
import type { Focus } from '../protocol/messages.ts';

/** The address of a dialog's page on this server. */
export function dialogPath(dialog: DialogRef, focus?: Focus): string {
  const page = pagePath(dialog);
  switch (focus?.kind) {
    case undefined:
    case 'composer':
      return page;
    case 'question':
      return pagePath(dialog, focus.questionId);
    case 'call':
      return `${page}?call=${focus.callId}`;
    case 'restore':
      return `${page}?restore=${encodeURIComponent(focus.to)}`;
    case 'words':
      return `${page}?course=${focus.course}&find=${encodeURIComponent(focus.query)}`;
  }
}

/** The address of a page whose first message begins a dialog with this id. */
export function newDialogPath(rootId: RootId): string {
  return `${pagePath(rootRef(rootId))}?new`;
}

/** The address of the page with all that a tree changed, or one file of it. */
export function changesPath(rootId: RootId, file?: string): string {
  return withFile(`/changes/${rootId}`, file);
}

/** The address of the page with the change that a question is about, of this file where there are several. */
export function proposalPath(questionId: string, file?: string): string {
  return withFile(`/proposal/${encodeURIComponent(questionId)}`, file);
}

function withFile(page: string, file: string | undefined): string {
  return file === undefined ? page : `${page}?path=${encodeURIComponent(file)}`;
}
