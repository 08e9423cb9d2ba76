// Seals of a test's own: anybody who has the same word makes the same ones.

import type { Seals } from '../../src/core/dialog/seals.ts';
import { hashText } from '../../src/core/text/hash.ts';

/** The seals of a machine that is known by this word. */
export function sealsOf(machine: string): Seals {
  const seal: Seals['seal'] = what => hashText(`${machine} ${JSON.stringify(what)}`);
  return { seal, holds: (given, what) => given === seal(what) };
}
