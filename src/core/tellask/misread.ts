// What looks like a call in a reply and was not read as one (SPEC 23.5). Nothing of it passes in silence: the member is
// told, with the line and the way to write it. Pure, in linear time.

import type { Dialect } from '../team/dialect.ts';
import { announcementIn } from './announcement.ts';
import type { CallNames } from './call-names.ts';
import { FenceTracker } from './fence-tracker.ts';

/** What looks like a call. */
export interface Misread {
  /**
   * `line`: a name stands like a call, but not in column 1. `text`: a call of a tool was written as text and could not
   * be made. `announced`: the reply ends by announcing a step and calls nothing.
   */
  readonly form: 'line' | 'text' | 'announced';
  readonly quote: string;
  /** The member, or the tool. */
  readonly name?: string;
}

/** The prose of a complete reply, and what else there is to know of it. */
export interface ReadReply {
  readonly prose: string;
  readonly dialect: Dialect;
  readonly names: CallNames;
  /** The reply calls a tool or somebody. */
  readonly calls: boolean;
}

/** At most so many lines of one reply are quoted. */
const MOST_LINES = 5;

/** The lines that look like calls; without calls, also an announcement at the end. */
export function misreadIn({ prose, dialect, names, calls }: ReadReply): readonly Misread[] {
  const lines = calledLines(prose, dialect, names);
  if (lines.length > 0 || calls) return lines;
  const quote = announcementIn(prose);
  return quote === undefined ? [] : [{ form: 'announced', quote }];
}

function calledLines(prose: string, dialect: Dialect, names: CallNames): readonly Misread[] {
  if (!prose.includes('@')) return [];
  const fence = new FenceTracker();
  const found: Misread[] = [];
  for (const line of prose.split('\n')) {
    const wasInside = fence.inside;
    fence.lines(`${line}\n`);
    if (wasInside || fence.inside || found.length === MOST_LINES) continue;
    const name = calledIn(line, dialect, names);
    if (name !== undefined) found.push({ form: 'line', quote: line.trim().slice(0, MOST_QUOTED), name });
  }
  return found;
}

/** Characters of a quote. */
export const MOST_QUOTED = 200;

/** Whom a line seems to call. In the texting dialect a name in mid-sentence is a mention. */
function calledIn(line: string, dialect: Dialect, names: CallNames): string | undefined {
  const item = line.replace(/^(?:[\s>*_#+-]|\d+[.)]\s)*/, '');
  // Code within a sentence explains; a call in backticks begins the line.
  const plain = item.replace(/^`+(?=!\?|@)/, '').replaceAll(/`[^`]*`/g, '');
  const marked = /!\?\s*@(\S+.*)/.exec(plain)?.[1];
  const named = marked ?? (dialect === 'texting' && plain !== line ? /^@(\S+.*)/.exec(plain)?.[1] : undefined);
  return named === undefined ? undefined : names.startOf(named)?.name;
}
