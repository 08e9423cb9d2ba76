// What to do about an interrupted dialog, for somebody at a terminal: variables, files and commands in place of the editor's
// buttons (SPEC 10.3, docs/cli.md).
import type { InterruptCode } from '../core/trouble.ts';
import { sayTrouble } from '../words/say.ts';
import type { Output } from './output.ts';

/** What to do; with the command that goes on, where going on is what follows. */
export function remedyFor(
  { words, language }: Pick<Output, 'words' | 'language'>,
  interruption: { readonly code: string; readonly message: string },
  dialog: string,
): string {
  const code = interruption.code as InterruptCode;
  if (code === 'stopped' || code === 'restart') return words.goOn(dialog);
  const remedy = words.remedies[code];
  return remedy === undefined ? sayTrouble({ ...interruption, code }, language).remedy : words.thenGoOn(remedy, dialog);
}
