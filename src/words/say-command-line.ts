// What the command line says in the person's language. Apart from `say.ts`: the editor has none of these words.
import { wordsOf } from '../core/fact.ts';
import type { Language } from '../core/prompt/language.ts';
import type { CommandLineWords, UsageFault } from './command-line.ts';
import { commandLine as en } from './en/command-line.ts';
import { commandLine as zh } from './zh/command-line.ts';

/** The words of a language. */
export function commandLineWords(language: Language): CommandLineWords {
  return language === 'zh' ? zh : en;
}

/** Why a command line cannot be run. */
export function sayUsage(fault: UsageFault, language: Language): string {
  return wordsOf(commandLineWords(language).usage, fault);
}
