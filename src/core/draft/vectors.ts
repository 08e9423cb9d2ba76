// Texts as directions: words and runs of three characters, hashed into a fixed number of places. Needs no model, gives
// the same vector for ever, and works for scripts without spaces (SPEC 15.9).

/** Of length 1, or all zeros for a text without letters and digits. */
export type Vector = readonly number[];

const PLACES = 512;
const RUN = 3;

/** The vector of a text by its words and character runs. */
export function textVector(text: string): Vector {
  const places = new Array<number>(PLACES).fill(0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    add(places, `w ${word}`);
    const letters = [...`^${word}$`];
    for (let at = 0; at + RUN <= letters.length; at++) add(places, letters.slice(at, at + RUN).join(''));
  }
  return toUnit(places);
}

/** 0 for the same direction, 1 for unrelated ones. A vector of zeros is unrelated to all. */
export function cosineDistance(a: Vector, b: Vector): number {
  let product = 0;
  for (let at = 0; at < a.length; at++) product += (a[at] ?? 0) * (b[at] ?? 0);
  return 1 - product;
}

/** The same direction with length 1, for any count and size of numbers. */
export function toUnit(vector: Vector): Vector {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return vector;
  const scaled = vector.map(value => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value ** 2, 0));
  return scaled.map(value => value / length);
}

/** Half of the features count against: what falls into one place by chance cancels out instead of adding up. */
function add(places: number[], feature: string): void {
  const hash = hash32(feature);
  const place = hash % PLACES;
  places[place] = (places[place] ?? 0) + (hash & 0x8000_0000 ? 1 : -1);
}

function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits of this hash alone are weak.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
