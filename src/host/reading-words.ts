// The reason why this window is read-only, for trees and panels (SPEC 9.4, 12.5).
import type { Reading } from './open-rtws.ts';
import { t } from './words.ts';

/** One sentence. */
export function readingWords(reading: Reading): string {
  return reading === 'untrusted'
    ? t('Read only: this folder is not trusted.')
    : t('This folder is active in another window or terminal; your messages are sent there.');
}

/** The same for a panel. */
export function readOnlyOf(reading: Reading | undefined): {
  readonly readOnly?: string;
  readonly drivenElsewhere?: string;
} {
  if (reading === undefined) return {};
  return reading === 'untrusted' ? { readOnly: readingWords(reading) } : { drivenElsewhere: readingWords(reading) };
}
