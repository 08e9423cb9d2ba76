// The session rules of a block whose mention is valid; the same for both dialects but for the directive's spelling.

import { namePattern } from './reserved-names.ts';
import type { TellaskProblem, TellaskSegment } from './segment.ts';

/** A closed block that names a member; texts as in `TellaskSegment`. */
export interface NamedBlock {
  readonly mention: string;
  readonly headline: string;
  readonly body: string;
}

/** The word that, in a headline, gives the session its slug (SPEC 2.4, 2.9). */
export type SessionDirective = '!tellaskSession' | '!topic';

/** The segment for a block that names a member: valid, or malformed by its session (SPEC 2.4). */
export function toNamedTellask(block: NamedBlock, found: SessionFound): TellaskSegment {
  const { mention, headline, body } = block;
  if (found.problem !== undefined) {
    return { kind: 'tellask', valid: false, problem: found.problem, mention, headline, body };
  }
  const session = found.slug === undefined ? {} : { session: found.slug };
  return { kind: 'tellask', valid: true, mention, ...session, headline, body };
}

/** The session in the headline lines so far; empty when they name none. */
export interface SessionFound {
  readonly slug?: string;
  readonly problem?: TellaskProblem;
}

/** Reads one more line of a headline. A problem, once found, stays. */
export function readSession(
  before: SessionFound,
  mention: string,
  line: string,
  directive: SessionDirective,
): SessionFound {
  const slugs = [...line.matchAll(directivePatterns[directive])].map(match => match[1]);
  if (before.problem !== undefined || slugs.length === 0) return before;
  if (withoutSession.has(mention) && slugs.some(slug => slug !== undefined)) return { problem: 'session-not-allowed' };
  const [slug = undefined] = before.slug === undefined ? slugs : [before.slug];
  if (slug === undefined || slugs.includes(undefined)) return { problem: 'invalid-session' };
  return slugs.every(each => each === slug) ? { slug } : { problem: 'conflicting-session' };
}

const withoutSession: ReadonlySet<string> = new Set(['tellasker', 'human', 'ask_human']);

const directivePatterns: Readonly<Record<SessionDirective, RegExp>> = {
  '!tellaskSession': directivePattern('!tellaskSession'),
  '!topic': directivePattern('!topic'),
};

// A longer word (`!topics`, `!topic-x`) is plain text. Any other character after the directive (`!topic:x`) leaves it
// without a slug, so that a mistyped session is reported and never starts a new subdialog.
function directivePattern(directive: SessionDirective): RegExp {
  return new RegExp(`(?<=\\s)${directive}(?![a-zA-Z0-9_-])(?:\\s+(${namePattern}))?`, 'g');
}
