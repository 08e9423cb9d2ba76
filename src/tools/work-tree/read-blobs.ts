// Contents out of Git's store (SPEC 25.1), as many as fit.
import type { AskGit } from '../files/ask-git.ts';

/** Bytes of one content, and of all. */
const MAX_BLOB = 1_000_000;
const MAX_ALL = 20_000_000;
/** What stands in Git for a file that lies elsewhere. */
const LFS_POINTER = 'version https://git-lfs';

/** Contents by their ids; those that Git has not, that are large, or that stand for others are left out. */
export async function readBlobs(
  git: AskGit,
  folder: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = await fitting(
    git,
    folder,
    [...new Set(ids)].filter(id => /^[0-9a-f]{40,64}$/.test(id)),
  );
  const found = new Map<string, Buffer>();
  if (wanted.length === 0) return found;
  const batch = (await git(folder, ['cat-file', '--batch'], { input: asLines(wanted) })) ?? Buffer.alloc(0);
  for (let at = 0; at < batch.length; ) {
    const end = batch.indexOf('\n', at);
    const [id = '', , size = '0'] = batch.toString('latin1', at, end).split(' ');
    const bytes = batch.subarray(end + 1, end + 1 + Number(size));
    if (!bytes.subarray(0, LFS_POINTER.length).equals(Buffer.from(LFS_POINTER))) found.set(id, bytes);
    at = end + 2 + bytes.length;
  }
  return found;
}

async function fitting(git: AskGit, folder: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const sizes = await git(folder, ['cat-file', '--batch-check'], { input: asLines(ids) });
  let room = MAX_ALL;
  return (sizes?.toString() ?? '').split('\n').flatMap(line => {
    const [id = '', kind, size] = line.split(' ');
    if (kind !== 'blob' || Number(size) > MAX_BLOB || Number(size) > room) return [];
    room -= Number(size);
    return [id];
  });
}

function asLines(ids: readonly string[]): string {
  return `${ids.join('\n')}\n`;
}
