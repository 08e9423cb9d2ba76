// Seals of a test's own: anybody who has the same word makes the same ones.
import { hashText } from '../../src/core/hash.ts';
import type { Seals } from '../../src/core/seals.ts';

/** The seals of a machine that is known by this word. */
export function sealsOf(machine: string): Seals {
  const seal: Seals['seal'] = what => hashText(`${machine} ${JSON.stringify(what)}`);
  return { seal, holds: (given, what) => given === seal(what) };
}
