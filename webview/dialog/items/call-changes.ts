// The files that one call changed, as its row shows them (SPEC 25.1). Pure.
import type { FileChange, UnsureMaker, UntoldChanges } from '../../../src/core/dialog/file-changes.ts';

/** `untold`: more files than these, or nobody knows which. `unsure`: others may have made some of them. */
export interface RowChanges {
  readonly files: readonly FileChange[];
  readonly untold?: UntoldChanges;
  readonly unsure?: UnsureMaker;
}

/** With what was found later of the same call: a command that runs on is looked at once more when it ends. */
export function joinedChanges(earlier: RowChanges | undefined, later: RowChanges): RowChanges {
  if (!earlier) return later;
  const files = new Map(earlier.files.map(file => [file.path, file]));
  for (const file of later.files) {
    const first = files.get(file.path);
    files.set(file.path, first ? bothChanges(first, file) : file);
  }
  return { ...earlier, ...later, files: [...files.values()] };
}

function bothChanges(first: FileChange, { before: _, lines, ...last }: FileChange): FileChange {
  const [one, other] = [first.lines, lines].map(each => each?.alone ?? each);
  const added = (one?.added ?? 0) + (other?.added ?? 0);
  const removed = (one?.removed ?? 0) + (other?.removed ?? 0);
  return { ...last, ...(first.before && { before: first.before }), ...(one && other && { lines: { added, removed } }) };
}
