// Remedies for an interrupted dialog on a terminal: variables, files and commands in place of the editor's buttons
// (SPEC 10.3, docs/cli.md).
import type { InterruptCode } from '../../core/facts/interruption.ts';
import type { Output } from './output.ts';

/** The command that continues, behind the remedy if there is one. */
export function remedyFor({ words }: Pick<Output, 'words'>, code: InterruptCode, dialog: string): string {
  const remedy = words.remedies[code];
  return remedy === undefined ? words.goOn(dialog) : words.thenGoOn(remedy, dialog);
}
