// The headline of a tellask as people read it. Pure.

/** A headline without the name that it begins with and without its session, which are shown beside it. */
export function tellaskTitle(headline: string): string {
  return withoutMention(headline.replace(/\s!(?:tellaskSession|topic)\s+[a-zA-Z][\w-]*/g, ''));
}

/** The title of a tellask, or its body where the headline names a member and a session alone. */
export function subjectOf({ headline, body }: { readonly headline: string; readonly body: string }): string {
  return tellaskTitle(headline) || body.trim();
}

/** A headline without the `@name` it begins with. */
export function withoutMention(headline: string): string {
  return headline.replace(/^\s*@[\w-]+:?/, '').trim();
}
