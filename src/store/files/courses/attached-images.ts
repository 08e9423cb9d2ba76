// Images that people attach to what they say: whole files beside the course files of their dialog, named by what they
// hold (SPEC 9.6). The same image twice is one file.
import * as path from 'node:path';
import { type ImageRef, imageExtension, imageTypeOf, MAX_IMAGE_BYTES } from '../../../core/base/image.ts';
import { hashBytes } from '../../content-hash.ts';
import type { AttachedImage } from '../../dialog-store.ts';
import type { Files } from '../../disk-files.ts';
import { isContentName } from './previous-contents.ts';

/** Keeps an image in this folder. Throws the system's errors. */
export function keepAttached(files: Files, folder: string, { name, type, bytes }: AttachedImage): ImageRef {
  const hash = hashBytes(bytes);
  const file = fileOf(folder, { hash, type });
  if (files.stat(file)?.bytes !== bytes.length) {
    files.makeFolder(folder);
    files.replace(file, bytes);
  }
  return { hash, type, bytes: bytes.length, name };
}

/** The bytes of an image; `undefined` when its file is gone, or is not what its name says. Never throws. */
export function readAttached(
  files: Files,
  folder: string,
  image: Pick<ImageRef, 'hash' | 'type'>,
): Uint8Array | undefined {
  // The name comes from a record, which anybody may have written.
  if (!isContentName(image.hash)) return undefined;
  try {
    const file = fileOf(folder, image);
    if ((files.stat(file)?.bytes ?? 0) > MAX_IMAGE_BYTES) return undefined;
    const bytes = files.readBytes(file);
    const isWhole = bytes && hashBytes(bytes) === image.hash && imageTypeOf(bytes) === image.type;
    return isWhole ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, { hash, type }: Pick<ImageRef, 'hash' | 'type'>): string {
  return path.join(folder, `${hash}.${imageExtension(type)}`);
}
