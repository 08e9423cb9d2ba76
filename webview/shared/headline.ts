// Headlines as people read them. Pure.

/** A tellask's headline without its mention and session, which cards and headers show by themselves. */
export function titleOf(headline: string): string {
  return headline
    .replace(/^\s*@[\w-]+/, '')
    .replace(/\s!(?:tellaskSession|topic)\s+[\w-]+/g, '')
    .trim();
}

/** The same in one line and without markdown marks. */
export function plainTitleOf(headline: string): string {
  return titleOf(headline)
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ');
}
