// Finds the files of a folder that a typed text means. Pure.

/**
 * At most `count` of the paths in which the letters of `query` occur in order, the best first; upper case does not
 * matter.
 */
export function rankPaths(paths: readonly string[], query: string, count: number): string[] {
  const wanted = query.toLowerCase().replaceAll('\\', '/');
  return paths
    .map(path => ({ path, score: scoreOf(path.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, count)
    .map(({ path }) => path);
}

/**
 * 0: does not fit. A name that begins so comes first, then one that holds it, then the path, then scattered letters.
 */
function scoreOf(path: string, wanted: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 5;
  if (path.startsWith(wanted)) return 4;
  if (name.includes(wanted)) return 3;
  if (path.includes(wanted)) return 2;
  return isScattered(path, wanted) ? 1 : 0;
}

function isScattered(path: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const found = path.indexOf(letter, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}
