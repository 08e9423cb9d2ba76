// How a call reads that was ended because nobody needs its answer any more (SPEC 1.7). Pure.

/** The content of its failed answer, and the reason that ends what worked on it. */
export const DISMISSED = 'dismissed';

/** Whether an answer says that its call was ended. */
export function isDismissal({ ok, content }: { readonly ok: boolean; readonly content: string }): boolean {
  return !ok && content === DISMISSED;
}
