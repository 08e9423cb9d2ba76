// Whom a written name means (SPEC 23.4): ids and reserved words without regard to case, and display names that only one
// member has.

import type { Team } from '../team/team.ts';
import { namePattern, reservedNames } from './reserved-names.ts';

/** The names that a reply may use for those it calls. */
export interface CallNames {
  /** Ids of members, and display names of one word; reserved words are not among them. */
  readonly written: ReadonlySet<string>;
  /** The id or reserved word that a name stands for. */
  resolve(written: string): string | undefined;
  /** The longest name that a text begins with, `@` left out, and whom it means. */
  startOf(text: string): { readonly written: string; readonly name: string } | undefined;
}

/** The names of a team. An exact id goes before another member's display name. */
export function callNames({ members }: Pick<Team, 'members'>): CallNames {
  const byName = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, name } of members.values()) {
    const key = keyOf(name);
    if (byName.has(key)) shared.add(key);
    byName.set(key, id);
  }
  for (const key of shared) byName.delete(key);
  for (const id of members.keys()) byName.set(keyOf(id), id);
  for (const name of reservedNames) byName.set(name, name);
  // Two ids may differ in case alone.
  const find = (written: string) =>
    members.has(written as never) ? written : byName.get(keyOf(written.replace(/^@/, '')));
  // `coder (Cleo)`, as prompts list members.
  const resolve = (written: string) => {
    const [, one, other] = /^(\S+)\s+\(?([^()]+)\)?$/.exec(written.trim()) ?? [];
    const both = one === undefined || other === undefined || find(one) !== find(other) ? undefined : find(one);
    return find(written) ?? both;
  };
  const longest = Math.max(0, ...[...byName.keys()].map(({ length }) => length));
  return {
    written: new Set([...members.keys(), ...[...members.values()].map(({ name }) => name).filter(isOneWord)]),
    resolve,
    startOf(text) {
      for (let length = Math.min(longest, text.length); length > 0; length--) {
        const written = text.slice(0, length);
        const name = isBoundary(text, length) && /\S$/.test(written) ? find(written) : undefined;
        if (name !== undefined) return { written, name };
      }
      return undefined;
    },
  };
}

function isOneWord(name: string): boolean {
  return oneWord.test(name);
}

const oneWord = new RegExp(`^${namePattern}$`);

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

/** A name of letters ends where no letter or digit follows; one in a script without spaces ends anywhere. */
function isBoundary(text: string, at: number): boolean {
  return !/[\w-]/.test(text.charAt(at - 1)) || !/[\w-]/.test(text.charAt(at));
}
