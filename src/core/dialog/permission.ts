// A person's leave for one tool call: asked as a question of kind `permission`, answered in words (SPEC 5.1, 12.4). Pure.
// Only the two options that allow do allow; every other answer refuses and goes to the model.
import { hashText } from '../hash.ts';
import type { CallId } from './ids.ts';
import type { OpenQuestion, OpenToolCall } from './state.ts';

/** The choices offered with such a question. */
export const permissionOptions = ['allow once', 'always', 'deny'] as const;

/**
 * What was decided on an open call. `shown` is the fingerprint of what the person saw and allowed; it counts only where its
 * `seal` holds (`sealedPermission`).
 */
export type Permission =
  | { readonly kind: 'once' | 'always'; readonly shown: string; readonly seal?: string }
  | { readonly kind: 'refused'; readonly content: string };

/** Whether such a question is about the text of a file, which can be shown side by side. */
export function isAboutText({ headline }: { readonly headline: string }): boolean {
  return /^(?:Edit|Create|Replace|Delete|编辑|新建|替换|删除) /.test(headline);
}

/** The words that allow, as options are named in the languages of the product. */
const allowing: ReadonlyMap<string, 'once' | 'always'> = new Map([
  ['allow once', 'once'],
  ['always', 'always'],
  ['允许一次', 'once'],
  ['始终允许', 'always'],
]);

/** What an answer decides; never throws. */
export function readPermission(
  question: Pick<OpenQuestion, 'headline' | 'body'>,
  answer: string,
  seal?: string,
): Permission {
  const words = answer.trim();
  const option = words.toLowerCase();
  const kind = allowing.get(option);
  if (kind) return { kind, shown: fingerprint(question), ...(seal !== undefined && { seal }) };
  const reason = words
    .replace(/^(?:deny(?![\p{L}\p{N}_-])|拒绝(?=[\s:.,;，。：；]|$))[\s:.,;–—，。：；-]*/iu, '')
    .trim();
  return { kind: 'refused', content: refusal(reason) };
}

/** What a question that was closed without an answer decides. */
export function closedPermission(reason: string): Permission {
  return { kind: 'refused', content: `Refused: the question to the person was closed (${reason}). Nothing was done.` };
}

/** Identifies what a question shows, so that what runs is what was shown. */
export function fingerprint({ headline, body }: Pick<OpenQuestion, 'headline' | 'body'>): string {
  return hashText(`${headline}\0${body}`);
}

/** The open calls with the decision noted on the one that the question was about. */
export function withPermission(
  calls: readonly OpenToolCall[],
  callId: CallId | undefined,
  permission: Permission,
): readonly OpenToolCall[] {
  return calls.map(call => (call.callId === callId ? { ...call, permission } : call));
}

function refusal(reason: string): string {
  const said = reason === '' ? 'Do not try it again in another way; go on without it, or ask.' : `They say: ${reason}`;
  return `The person refused this call; nothing was done. ${said}`;
}
