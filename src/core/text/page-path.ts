// The paths of dialogs' pages in a browser, as links and notices name them (SPEC 21.1).
import type { DialogRef } from '../base/ids.ts';

/** The path of a dialog's page, at one of its questions if one is named. */
export function pagePath({ rootId, selfId }: DialogRef, questionId?: string): string {
  const page = `/dialog/${rootId}${selfId === (rootId as string) ? '' : `/${selfId}`}`;
  return questionId === undefined ? page : `${page}?question=${questionId}`;
}
