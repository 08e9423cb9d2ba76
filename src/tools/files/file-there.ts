// Tells whether a file of the workspace is there and holds something (SPEC 26.1).
import { locate, readPlace } from './guarded-files.ts';

/** Larger files are not read to see whether they hold more than blanks. */
const READ_BYTES = 1_000_000;

/** The state of a file; what is outside of the workspace, or no plain file, is not there. */
export type FileThere = 'found' | 'empty' | 'none';

/** `path` is relative to the rtws. */
export function fileThere(rtws: string, path: string): FileThere {
  const located = locate({ rtws, member: {}, path, access: 'read' });
  if (located.kind === 'refused') return 'none';
  const read = readPlace(located.place, Number.MAX_SAFE_INTEGER);
  if (read.kind !== 'file') return 'none';
  return read.bytes.length <= READ_BYTES && read.bytes.toString('latin1').trim() === '' ? 'empty' : 'found';
}
