// Lines between the conflict marks of a merge: Git leaves them in a course file that grew on both branches. Both sides count, one
// after the other (SPEC 9.1).

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
