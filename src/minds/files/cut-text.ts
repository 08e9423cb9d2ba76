// Caps on what goes into a request; a cut is always shown (SPEC 12.2). Pure.
import type { PromptTexts } from '../../core/prompt/prompt-texts.ts';

/** At most `cap` characters of a text, cut between lines where one ends in the last fifth, with a note of the cut. */
export function cutText(text: string, cap: number, texts: PromptTexts): string {
  if (text.length <= cap) return text;
  const newline = text.lastIndexOf('\n', cap);
  const end = newline > cap * 0.8 ? newline : wholeCharacters(text, cap);
  return `${text.slice(0, end)}\n${texts.cutNote(end, text.length)}`;
}

/** An end that does not split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
