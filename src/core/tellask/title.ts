// The headline of a tellask as people read it. Pure.

/** A headline without the name that it begins with and without its session, which are shown beside it. */
export function tellaskTitle(headline: string): string {
  return withoutMention(headline.replace(/\s!(?:tellaskSession|topic)\s+[a-zA-Z][\w-]*/g, ''));
}

/** A headline without the `@name` it begins with. */
export function withoutMention(headline: string): string {
  return headline.replace(/^\s*@[\w-]+:?/, '').trim();
}
