// Images that are to go with the next message: read from what a person pastes or drops, checked before they are sent.
import { type GivenImage, type ImageType, imageTypeOf, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../src/core/image.ts';
import type { Words } from '../../shared/words.ts';
import type { Notice } from '../state.ts';

/** An image in the composer; `url` shows it. */
export interface AttachedImage extends GivenImage {
  readonly url: string;
  readonly bytes: number;
}

/** The image files of a paste or drop; none when it brings anything else. */
export function imageFilesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** The files as given images. */
export function readFiles(files: readonly File[]): Promise<GivenImage[]> {
  return Promise.all(files.map(async file => ({ name: file.name || 'image.png', data: await base64Of(file) })));
}

/** The images with some more, and what keeps others of them out. */
export function withImages(
  present: readonly AttachedImage[],
  given: readonly GivenImage[],
  words: Words['images'],
): { images: readonly AttachedImage[]; notice?: Notice } {
  const images = [...present];
  let notice: Notice | undefined;
  for (const image of given) {
    const bytes = bytesOf(image.data);
    const type = imageTypeOf(bytes);
    if (type === undefined) notice = words.notTaken(image.name);
    else if (bytes.length > MAX_IMAGE_BYTES) notice = words.tooLarge(image.name, MAX_IMAGE_BYTES / 1024 / 1024);
    else if (images.length >= MAX_IMAGES) notice = words.tooMany(MAX_IMAGES);
    else if (!images.some(({ data }) => data === image.data)) {
      images.push({ ...image, bytes: bytes.length, url: blobUrl(bytes, type) });
    }
  }
  return { images, ...(notice && { notice }) };
}

/** An address of these bytes, good while the page is there. */
export function imageUrl(data: string, type: ImageType): string {
  return blobUrl(bytesOf(data), type);
}

function blobUrl(bytes: Uint8Array<ArrayBuffer>, type: ImageType): string {
  return URL.createObjectURL(new Blob([bytes], { type }));
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
