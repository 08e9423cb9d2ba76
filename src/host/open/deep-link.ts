// Links that open a dialog from outside: `<scheme>://<publisher>.<name>/dialog?rtws=…&root=…&self=…&q4h=…` (SPEC 13.4).
// Pure. A link is untrusted: anything that does not look like one of our ids is refused.
import type { DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { isId } from '../../core/base/ids.ts';

export interface DeepLink {
  readonly dialog: DialogRef;
  readonly questionId?: string;
  /** Absolute path of the rtws that the dialog belongs to; absent: that of this window. */
  readonly rtws?: string;
}

/** Reads path and query of a link; `undefined` when it does not name a dialog. */
export function parseDialogLink(link: { readonly path: string; readonly query: string }): DeepLink | undefined {
  if (link.path !== '/dialog') return undefined;
  const fields = new URLSearchParams(link.query);
  const root = fields.get('root') ?? '';
  const self = fields.get('self') || root;
  const question = fields.get('q4h') ?? '';
  const rtws = fields.get('rtws') ?? '';
  if (!isId(root) || !isId(self) || (question !== '' && !isId(question))) return undefined;
  return {
    dialog: { rootId: root as RootId, selfId: self as DialogId },
    ...(question !== '' && { questionId: question }),
    ...(rtws !== '' && { rtws }),
  };
}

/**
 * A link that can be pasted anywhere. The editor removes one layer of encoding before it passes a link on, so there are
 * two; otherwise `&` or `#` in the folder's path would end a field.
 */
export function formatDialogUri(
  { scheme, extensionId }: { scheme: string; extensionId: string },
  link: DeepLink,
): string {
  return `${scheme}://${extensionId}/dialog?${formatDialogLink(link).replaceAll('%', '%25')}`;
}

/** The query of a link to a dialog. */
export function formatDialogLink(link: DeepLink): string {
  const fields = new URLSearchParams();
  if (link.rtws !== undefined) fields.set('rtws', link.rtws);
  fields.set('root', link.dialog.rootId);
  fields.set('self', link.dialog.selfId);
  if (link.questionId !== undefined) fields.set('q4h', link.questionId);
  return fields.toString();
}
