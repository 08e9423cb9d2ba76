// The reason why this window is read-only, for trees and panels (SPEC 9.4, 12.5).
import { assertNever } from '../core/base/assert.ts';
import { t } from './words.ts';

/** Why this window drives nothing; what it does at a store that workers drive is carried out by them. */
export type Reading = 'untrusted' | 'not-writable' | 'driven-elsewhere' | 'workers';

/** One sentence. */
export function readingWords(reading: Reading): string {
  switch (reading) {
    case 'untrusted':
      return t('Read only: this folder is not trusted.');
    case 'not-writable':
      return t('Read only: this folder cannot be written to.');
    case 'driven-elsewhere':
      return t('This folder is active in another window or terminal; your messages are sent there.');
    case 'workers':
      return t('Workers of the store drive these dialogs.');
    default:
      return assertNever(reading);
  }
}

/** Readings that last until the window opens the folder again. */
export function isFixed(reading: Reading): boolean {
  return reading === 'untrusted' || reading === 'not-writable';
}

/** The same for a panel. At a store that workers drive, a panel offers everything. */
export function readOnlyOf(reading: Reading | undefined): {
  readonly readOnly?: string;
  readonly drivenElsewhere?: string;
} {
  if (reading === undefined || reading === 'workers') return {};
  const words = readingWords(reading);
  return reading === 'driven-elsewhere' ? { drivenElsewhere: words } : { readOnly: words };
}

/** What to do before a dialog can be started in these folders, as the welcome view says it; nothing when one can. */
export function firstStepWords(
  folders: readonly { readonly uri: { readonly scheme: string } }[],
  isTrusted: boolean,
): string | undefined {
  if (folders.length === 0) return t('Open a folder to begin. Dominds stores its dialogs there.');
  if (!folders.some(({ uri }) => uri.scheme === 'file'))
    return t('Virtual folders are not supported. Open a folder on a disk.');
  return isTrusted ? undefined : t('Trust this folder to run dialogs and tools.');
}
