// Images of the command line: files named by `--image`, relative to where the person stands (SPEC 10).
import { readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { type GivenImage, MAX_IMAGE_BYTES } from '../core/image.ts';
import { type Outcome, refuse } from '../core/trouble.ts';
import type { CommandCall } from './command.ts';

/** The files, in their order; refused when one cannot be read. What they hold is checked where they are kept. */
export function readImages({ flags, io }: CommandCall): Outcome<{ images: readonly GivenImage[] }> {
  const images: GivenImage[] = [];
  for (const name of flags.all('image')) {
    const file = path.resolve(io.cwd, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return refuse('invalid-argument', `There is no file ${file}`, 'name an image file');
    // Not read at all when it can be nothing that is taken.
    if (stats.size > 4 * MAX_IMAGE_BYTES) {
      const most = MAX_IMAGE_BYTES / 1024 / 1024;
      return refuse('invalid-argument', `${file} is too large`, `attach images of up to ${most} MB: make it smaller`);
    }
    try {
      images.push({ name: path.basename(file), data: readFileSync(file).toString('base64') });
    } catch (error) {
      return refuse(
        'invalid-argument',
        `${file} cannot be read: ${(error as Error).message}`,
        'name a file you may read',
      );
    }
  }
  return { ok: true, images };
}
