// Images that a person attaches: checked, stored in the dialog's own folder, and named by the record of the message
// (SPEC 9.6, 10). A refusal changes nothing.
import type { Prompt } from '../../core/base/chat.ts';
import type { DialogRef } from '../../core/base/ids.ts';
import { type GivenImage, type ImageRef, imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../core/base/image.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import { DriveError, type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { AttachedImage } from '../../store/dialog-store.ts';
import type { Dialog, DriverContext, Tree } from '../driver-context.ts';

/** Returns what is wrong with images to attach, if anything; else their bytes and types. */
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
export function keepImages(ctx: DriverContext, ref: DialogRef, images: readonly AttachedImage[]): readonly ImageRef[] {
  try {
    return images.map(image => ctx.store.keepAttached(ref, image));
  } catch (error) {
    throw new DriveError('disk', errorMessage(error), error);
  }
}

/** The images that records of a dialog name, as they were attached; one whose file is gone is left out. */
export async function attachedIn(
  { ctx }: Tree,
  ref: DialogRef,
  records: readonly CourseRecord[],
): Promise<readonly AttachedImage[]> {
  const attached: AttachedImage[] = [];
  for (const record of records) {
    if (record.kind !== 'userSaid' && record.kind !== 'courseStarted') continue;
    for (const { name, type, hash } of record.images ?? []) {
      const bytes = await ctx.store.readAttached(ref, { hash, type });
      if (bytes) attached.push({ name, type, bytes });
    }
  }
  return attached;
}

/** Reads the images of a prompt into `read`, by their hash; nothing to wait for when there are none. */
export function readImages(
  { tree, ref }: Dialog,
  { messages }: Prompt,
  read: Map<string, Uint8Array>,
): Promise<void> | undefined {
  const images = messages.flatMap(message => (message.role === 'user' ? (message.images ?? []) : []));
  if (images.length === 0) return undefined;
  return Promise.all(
    images.map(async image => {
      const bytes = await tree.ctx.store.readAttached(ref, image);
      if (bytes) read.set(image.hash, bytes);
    }),
  ).then(() => {});
}
