// Shows subdialogs that another process holds in its arrivals file as if their folders were made already.
import * as path from 'node:path';
import { hashText } from '../../../core/text/hash.ts';
import type { Files } from '../../disk-files.ts';
import { subdialogsFolderName } from '../layout.ts';
import { arrivalsFilesIn, firstCourse, readArrivals, subdialogFolder } from './arrivals-file.ts';

/** The same files for reading, arrivals included. A course file that is there says more than the line it began with. */
export function showArrivals<F extends Files>(files: F): F {
  const arrivedIn = (rootFolder: string): Map<string, string> => {
    const texts = arrivalsFilesIn(files, rootFolder).map(file => files.read(file) ?? '');
    return texts.length === 0 ? new Map() : readArrivals(texts.join(''));
  };
  /** The first course of a dialog that has no folder yet. */
  const courseAt = (file: string): string | undefined => {
    const place = path.basename(file) === firstCourse ? subdialogFolder(path.dirname(file)) : undefined;
    return place && arrivedIn(place.rootFolder).get(place.dialog);
  };
  const isArrival = (folder: string): boolean => {
    const place = subdialogFolder(folder);
    return place !== undefined && arrivedIn(place.rootFolder).has(place.dialog);
  };
  const list = (folder: string): string[] => {
    const names = files.list(folder);
    if (names.length === 0 && isArrival(folder)) return [firstCourse];
    if (path.basename(folder) !== subdialogsFolderName) return names;
    const arrived = arrivedIn(path.dirname(folder));
    return arrived.size === 0 ? names : [...new Set([...names, ...arrived.keys()])];
  };
  return {
    ...files,
    list,
    names: folder =>
      path.basename(folder) === subdialogsFolderName || subdialogFolder(folder) ? list(folder) : files.names(folder),
    read: file => files.read(file) ?? courseAt(file),
    readBytes(file, from = 0, length = Number.POSITIVE_INFINITY) {
      const bytes = files.readBytes(file, from, length);
      if (bytes) return bytes;
      const text = courseAt(file);
      return text === undefined ? undefined : Buffer.from(text).subarray(from, from + length);
    },
    stat(file) {
      const stats = files.stat(file);
      if (stats) return stats;
      const text = courseAt(file);
      const [beginning = ''] = text?.split('\n', 1) ?? [];
      return text === undefined
        ? undefined
        : { identity: `arrival ${hashText(beginning)}`, bytes: Buffer.byteLength(text) };
    },
    exists: place => files.exists(place) || courseAt(place) !== undefined || isArrival(place),
  };
}
