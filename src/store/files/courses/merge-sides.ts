// Lines between the conflict marks of a merge: Git leaves them in a file that grew on both branches. Both sides count,
// one after the other (SPEC 9.1).

/** Where a line of a merged file stands; `both`: in a side, as it stands in the other one too. */
export type MergePlace = 'outside' | 'mark' | 'ours' | 'base' | 'theirs' | 'both';

/** No record begins like that. Merges within merges have longer marks. */
const markPattern = /^([<|=>])\1{6,}(?:\s|$)/;

/** Tells of the lines of one file, in their order, where each stands. */
export function mergePlaces(): (line: string) => MergePlace {
  let place: 'outside' | 'ours' | 'base' | 'theirs' = 'outside';
  const ours = new Set<string>();
  return line => {
    const next = markPattern.exec(line)?.[1];
    if (next === '<') {
      ours.clear();
      place = 'ours';
      return 'mark';
    }
    if (next !== undefined) {
      if (place !== 'outside') place = next === '|' ? 'base' : next === '=' ? 'theirs' : 'outside';
      return 'mark';
    }
    if (place === 'ours') ours.add(line);
    return place === 'theirs' && ours.has(line) ? 'both' : place;
  };
}

/** The lines of both sides of a merged file of records, one after the other, and whether there was a conflict. */
export function mergedLines(places: ReturnType<typeof mergePlaces>, lines: readonly string[]): MergedLines {
  let isMerged = false;
  const counting = lines.filter(line => {
    const place = places(line);
    isMerged ||= place === 'mark';
    return place !== 'mark' && place !== 'base' && place !== 'both';
  });
  return { lines: counting, isMerged };
}

interface MergedLines {
  readonly lines: readonly string[];
  readonly isMerged: boolean;
}

/** A file as each side has it. `base`: as both had it before, which only some conflicts show. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
  readonly base?: string;
}

/** The sides of a file with conflict marks; undefined without any. */
export function sidesOf(text: string): Sides | undefined {
  const placeOf = mergePlaces();
  const lines = text.split(/\r?\n/).map(line => ({ line, place: placeOf(line) }));
  if (!lines.some(({ place }) => place === 'mark')) return undefined;
  const side = (...wanted: readonly MergePlace[]) =>
    lines.flatMap(({ line, place }) => (place === 'outside' || wanted.includes(place) ? [line] : [])).join('\n');
  const hasBase = lines.some(({ line }) => /^\|{7}/.test(line));
  return { ours: side('ours'), theirs: side('theirs', 'both'), ...(hasBase && { base: side('base') }) };
}
