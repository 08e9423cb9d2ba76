// The one door to the texts of a language.

import type { Language } from '../base/language.ts';
import { en } from './words/en/words.ts';
import type { PromptTexts, Words } from './words/words.ts';
import { zh } from './words/zh/words.ts';

export type { PromptTexts } from './words/words.ts';

/** All words of a language. In a bundle the Chinese ones are read when they are first asked for. */
export function wordsForModels(language: Language): Words {
  return language === 'zh' ? zh : en;
}

/** The messages that the runtime puts into dialogs, in a language. */
export function promptTexts(language: Language): PromptTexts {
  return wordsForModels(language).prompts;
}

/** The dialog's reminders, numbered from 1, for the end of a request (SPEC 6.3); '' when there are none. */
export function remindersFooter(reminders: readonly string[], language: Language): string {
  if (reminders.length === 0) return '';
  const items = reminders.map((reminder, index) => `${index + 1}. ${reminder.trim().replaceAll('\n', '\n   ')}`);
  return [wordsForModels(language).system.remindersTitle, ...items].join('\n');
}
