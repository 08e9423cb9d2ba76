// Remedies for an interrupted dialog on a terminal: variables, files and commands in place of the editor's buttons
// (SPEC 10.3, docs/cli.md).
import type { Interruption } from '../core/trouble.ts';
import { sayTrouble } from '../words/say.ts';
import type { Output } from './output.ts';

/** The remedy, with the command that continues, if that is the next step. */
export function remedyFor(
  { words, language }: Pick<Output, 'words' | 'language'>,
  interruption: Interruption,
  dialog: string,
): string {
  const { code } = interruption;
  if (code === 'stopped' || code === 'restart') return words.goOn(dialog);
  const remedy = words.remedies[code];
  return remedy === undefined ? sayTrouble(interruption, language).remedy : words.thenGoOn(remedy, dialog);
}
