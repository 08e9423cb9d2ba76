// Checks whether a person may send a message to a dialog, in the process that drives and in one that hands it over.
// Pure.

import { type Refusal, refuse } from '../../facts/trouble.ts';
import { refuseText } from '../../text/message-text.ts';
import type { DialogState, Status } from '../state.ts';

/**
 * The reason why a message cannot be sent, if any. A message to a completed root reopens it (SPEC 19.4). Images are
 * checked elsewhere (`checkImages`).
 */
export function refusalToSay(
  { draft }: Pick<DialogState, 'draft'>,
  rootStatus: Status,
  { content, images }: { readonly content: string; readonly images: readonly unknown[] },
): Refusal | undefined {
  const isImagesOnly = content.trim() === '' && images.length > 0;
  return (
    (isImagesOnly ? undefined : refuseText(content, 'message')) ??
    (rootStatus === 'archived' ? refusalOfClosed(rootStatus) : undefined) ??
    (draft && images.length > 0 ? imagesInDrafts() : undefined)
  );
}

/** The refusal for a root that was completed or archived. */
export function refusalOfClosed(rootStatus: Status): Refusal | undefined {
  if (rootStatus === 'running') return undefined;
  return refuse('root-closed', { status: rootStatus });
}

/** The mind reads text only (SPEC 15.7). */
export const imagesInDrafts = (): Refusal => refuse('draft-without-images');
