// The order in which statements lock trees. Those that change several trees keep it, or two of them would wait for each
// other until the server ends one of them after a second.

/**
 * A query that locks the trees for which `condition` holds (of `t`, a row of `tree`), one after another by their ids,
 * and gives their `root`. Part of the statement that changes them; appends lock theirs in the same order.
 */
export function treesLocked(condition: string): string {
  return `select t.root from tree t where ${condition} order by t.root collate "C" for no key update of t`;
}
