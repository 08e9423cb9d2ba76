// How Git names files and contents.
import { createHash } from 'node:crypto';

/** The hash of a repository's object ids. */
export type IdHash = 'sha1' | 'sha256';

/** The name that Git gives a content. */
export function blobId(bytes: Uint8Array, hash: IdHash): string {
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Paths that `ls-files -z` listed, each once. One with a slash at its end is a folder that Git does not look into. */
export function filesIn(listed: Buffer): readonly string[] {
  return [...new Set(listed.toString().split('\0'))].filter(file => file !== '' && !file.endsWith('/'));
}
