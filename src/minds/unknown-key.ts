// A key that nothing reads, as a fault of its file.
import type { FileFault } from '../core/file-faults.ts';
import { nearestName } from '../core/text/nearest-name.ts';

/** `name` is the whole path to the key; `ignored`: the rest of the entry is used all the same. */
export function unknownKey(name: string, key: string, known: readonly string[], ignored: boolean): FileFault {
  return { id: 'unknown-key', name, ignored, near: nearestName(key, known) ?? null, known };
}
