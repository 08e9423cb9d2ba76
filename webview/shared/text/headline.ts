// Headlines as people read them. Pure.

import { tellaskTitle } from '../../../src/core/tellask/title.ts';

/** The title of a tellask in one line and without markdown marks. */
export function plainTitleOf(headline: string): string {
  return tellaskTitle(headline)
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ');
}
