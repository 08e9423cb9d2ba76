// The closing part of a request: it follows the talk, is made for each request and is never part of the transcript, so
// that everything before it stays unchanged and a server's cache keeps it (SPEC 10.9). Pure.
import type { WorkLanguage } from '../base/language.ts';
import { changesOfPrompt, joinParts, nameOfPart, type PromptPart } from './prompt-part.ts';
import { remindersFooter, wordsForModels } from './prompt-texts.ts';

/** All that a closing part depends on. */
export interface ClosingInput {
  /** The parts of the system message that the request begins with. */
  readonly fixed: readonly PromptPart[];
  /** The same parts as they would be now. */
  readonly now: readonly PromptPart[];
  /** The open work: questions, calls, registered subdialogs, beliefs. Never part of the system message. */
  readonly open: readonly PromptPart[];
  readonly reminders: readonly string[];
}

/** Changes since, open work, and the reminders, in this order; '' when all are empty. */
export function closingPart({ fixed, now, open, reminders }: ClosingInput, { texts }: WorkLanguage): string {
  const { closing } = wordsForModels(texts).system;
  const { changed, gone } = changesOfPrompt(fixed, now);
  const notes = [
    ...(changed.length > 0 ? [closing.changed, joinParts(changed)] : []),
    ...(gone.length > 0 ? [closing.gone(gone.map(nameOfPart))] : []),
    joinParts(open),
  ].filter(note => note !== '');
  const footer = remindersFooter(reminders, texts);
  return [...(notes.length > 0 ? [closing.opening] : []), ...notes, footer].filter(text => text !== '').join('\n\n');
}
