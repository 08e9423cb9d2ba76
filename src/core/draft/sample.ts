// Samples of the thinking pool: uniform, without replacement, in random order, and exact for a seed (SPEC 15.9).
import { hashText } from '../text/hash.ts';

/** `count` of the items (0: all of them), in random order. The same seed always gives the same sample. */
export function sampleOf<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const wanted = count === 0 ? items.length : Math.min(count, items.length);
  const random = randomNumbers(seed);
  const pool = [...items];
  for (let at = 0; at < wanted; at++) {
    const other = at + Math.floor(random() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other] as T, pool[at] as T];
  }
  return pool.slice(0, wanted);
}

/** The seed of one step: `base` is a set seed or the dialog's id. The next request can be shown before it is made. */
export function stepSeed(base: number | string, iteration: number): number {
  return Number.parseInt(hashText(`${base} ${iteration}`).slice(0, 8), 16);
}

/** Numbers in 0..1 from a 32-bit state, each step mixed by two multiplications (a Weyl sequence with a finisher). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
