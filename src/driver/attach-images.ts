// Images that a person attaches: checked, kept in the dialog's own folder, and named by the record of what was said
// (SPEC 9.6, 10). A refusal changes nothing.
import type { DialogRef } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import { type GivenImage, type ImageRef, imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGES } from '../core/image.ts';
import { DriveError, type Outcome, refuse } from '../core/trouble.ts';
import type { AttachedImage } from '../store/attached-images.ts';
import type { Run } from './run.ts';

/** What is wrong with images that a person wants to attach, if anything; else their bytes and kinds. */
export function checkImages(given: readonly GivenImage[]): Outcome<{ images: readonly AttachedImage[] }> {
  if (given.length > MAX_IMAGES) {
    return refuse('too-many-images', { count: given.length, most: MAX_IMAGES });
  }
  const images: AttachedImage[] = [];
  for (const { name, data } of given) {
    const bytes = Buffer.from(data, 'base64');
    const type = imageTypeOf(bytes);
    if (type === undefined) {
      return refuse('not-an-image', { name });
    }
    if (bytes.length > MAX_IMAGE_BYTES) {
      const size = (bytes.length / 1024 / 1024).toFixed(1);
      const most = MAX_IMAGE_BYTES / 1024 / 1024;
      return refuse('large-image', { name, megabytes: size, most });
    }
    images.push({ name, type, bytes });
  }
  return { ok: true, images };
}

/** Keeps images that were checked. Throws `DriveError('disk')`. */
export function keepImages(run: Run, ref: DialogRef, images: readonly AttachedImage[]): readonly ImageRef[] {
  try {
    return images.map(image => run.store.keepAttached(ref, image));
  } catch (error) {
    throw new DriveError('disk', error instanceof Error ? error.message : String(error), error);
  }
}

/** Copies the images that records name from one dialog to another; one whose file is gone stays a name. */
export function copyImages(run: Run, from: DialogRef, to: DialogRef, records: readonly CourseRecord[]): void {
  for (const record of records) {
    if (record.kind !== 'userSaid') continue;
    for (const { name, type, hash } of record.images ?? []) {
      const bytes = run.store.readAttached(from, { hash, type });
      if (bytes) keepImages(run, to, [{ name, type, bytes }]);
    }
  }
}
