// The words of the command line in the person's language. Apart from `say.ts`, since the editor needs none of them.
import { wordsOf } from '../core/base/fact.ts';
import type { Language } from '../core/base/language.ts';
import type { CommandLineWords, UsageFault } from './command-line.ts';
import { commandLineEn as en } from './en/command-line.ts';
import { commandLineZh as zh } from './zh/command-line.ts';

/** The words of a language. */
export function commandLineWords(language: Language): CommandLineWords {
  return language === 'zh' ? zh : en;
}

/** The sentence for a wrong usage. */
export function sayUsage(fault: UsageFault, language: Language): string {
  return wordsOf(commandLineWords(language).usage, fault);
}
