// Keys that nothing reads, as faults of their file. `where` is the path of their entry in it; absent: the whole file,
// or an entry without a name.
import type { FileFault } from '../../core/facts/file-faults.ts';
import { nearestName } from '../../core/text/nearest-name.ts';

type UnknownKey = Extract<FileFault, { id: 'unknown-key' }>;

/** A key for which something else is not used either. */
export function unknownKey(key: string, known: readonly string[], where?: string): UnknownKey {
  return { id: 'unknown-key', ignored: false, ...partsOf(key, known, where) };
}

/** A key beside which all is used. */
export function ignoredKey(key: string, known: readonly string[], where?: string): UnknownKey {
  return { id: 'unknown-key', ignored: true, ...partsOf(key, known, where) };
}

function partsOf(key: string, known: readonly string[], where: string | undefined) {
  return { name: where === undefined ? key : `${where}.${key}`, near: nearestName(key, known) ?? null, known };
}
