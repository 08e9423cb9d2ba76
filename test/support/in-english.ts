// Answers of servers as an English dialog reads them.
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { type Said, worded } from '../../src/core/prompt/said.ts';

/** The same answer with its content in English. */
export async function inEnglish<Answer extends { readonly content: string | Said }>(
  coming: Promise<Answer>,
): Promise<Omit<Answer, 'content'> & { readonly content: string }> {
  const answer = await coming;
  return { ...answer, content: worded(answer.content, promptTexts('en').results) };
}

/** What the files of minds answer, in English. */
export function said<Done extends { readonly message: Said }>(
  done: Done,
): Omit<Done, 'message'> & { readonly message: string } {
  return { ...done, message: done.message(promptTexts('en').results) };
}
