// Images of the command line: files named by `--image`, relative to where the person stands (SPEC 10).
import { readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { type GivenImage, MAX_IMAGE_BYTES } from '../core/base/image.ts';
import { errorMessage } from '../core/base/thrown.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { CommandCall } from './command.ts';

/** Reads the files in order; refused when one cannot be read. The contents are checked where they are stored. */
export function readImageFiles({ flags, io }: CommandCall): Outcome<{ images: readonly GivenImage[] }> {
  const images: GivenImage[] = [];
  for (const name of flags.all('image')) {
    const file = path.resolve(io.cwd, name);
    try {
      const stats = statSync(file, { throwIfNoEntry: false });
      if (!stats) return refuse('no-image-file', { file });
      if (!stats.isFile()) return refuse('image-not-a-file', { file, kind: stats.isDirectory() ? 'folder' : 'other' });
      // Not read at all when it can be nothing that is taken.
      if (stats.size > 4 * MAX_IMAGE_BYTES) {
        return refuse('large-image-file', { file, most: MAX_IMAGE_BYTES / 1024 / 1024 });
      }
      images.push({ name: path.basename(file), data: readFileSync(file).toString('base64') });
    } catch (error) {
      return refuse('unreadable-image-file', { file, reason: errorMessage(error) });
    }
  }
  return { ok: true, images };
}
