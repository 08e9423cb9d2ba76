// The state that the editor keeps of a dialog's page, written by the webview: untrusted until looked at.
import { type DialogId, type DialogRef, isId, type RootId } from '../../core/base/ids.ts';
import { isNewDialog, type NewDialog } from '../../protocol/new-dialog.ts';

/** The dialog that it shows. */
export function dialogOfState(state: unknown): DialogRef | undefined {
  const { rootId, selfId } = (state ?? {}) as { rootId?: unknown; selfId?: unknown };
  if (typeof rootId !== 'string' || typeof selfId !== 'string' || !isId(rootId) || !isId(selfId)) return undefined;
  return { rootId: rootId as RootId, selfId: selfId as DialogId };
}

/** The choices for a dialog that is not begun. */
export function unbegunOfState(state: unknown): NewDialog | undefined {
  const { unbegun } = (state ?? {}) as { unbegun?: unknown };
  return isNewDialog(unbegun) ? unbegun : undefined;
}
