// Why this window only reads, in words for trees and panels (SPEC 9.4, 12.5).
import type { Reading } from './open-rtws.ts';
import { t } from './words.ts';

/** One sentence. */
export function readingWords(reading: Reading): string {
  return reading === 'untrusted'
    ? t('Read only: this folder is not trusted.')
    : t('Read only: another window or terminal drives this folder.');
}
