// Images that are to go with the next message: read from what a person pastes or drops, checked before they are sent.
import {
  type GivenImage,
  hasImageName,
  type ImageFault,
  type ImageType,
  imageTypeOf,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  type ReadImages,
  type RefusedImage,
} from '../../../src/core/base/image.ts';
import type { MessageAndRemedy } from '../../../src/words/say.ts';
import type { PanelWords } from '../../shared/words/en/panel.ts';

/** An image in the composer; `url` shows it. */
export interface ComposerImage extends GivenImage {
  readonly url: string;
  readonly bytes: number;
}

/**
 * The files as given images. Never rejects: a file that is no image, too large or unreadable is refused by its name.
 */
export async function readFiles(files: readonly File[]): Promise<ReadImages> {
  const images: GivenImage[] = [];
  const refused: RefusedImage[] = [];
  for (const file of files) {
    const name = file.name || 'image.png';
    const why = unreadFault(file);
    const data = why ? undefined : await base64Of(file).catch(() => undefined);
    if (why) refused.push({ name, why });
    else if (data === undefined) refused.push({ name, why: 'unreadable' });
    else images.push({ name, data });
  }
  return { images, refused };
}

/** True if a file seems to be an image, by what is known before it is read. */
export function isImageFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return type === '' ? hasImageName(name) : type.startsWith('image/');
}

/** What is wrong with a file by what is known before it is read. */
function unreadFault({ type, size }: File): ImageFault | undefined {
  if (type !== '' && !type.startsWith('image/')) return 'unknown-kind';
  return size > MAX_IMAGE_BYTES ? 'too-large' : undefined;
}

/** The part of an image that leaves the page. */
export function givenImage({ name, data }: GivenImage): GivenImage {
  return { name, data };
}

/** The images with some more, and those that were kept out. */
export function withImages(
  present: readonly ComposerImage[],
  given: readonly GivenImage[],
): { images: readonly ComposerImage[]; refused: readonly RefusedImage[] } {
  const images = [...present];
  const refused: RefusedImage[] = [];
  for (const image of given) {
    const bytes = bytesOf(image.data);
    const type = imageTypeOf(bytes);
    const refuse = (why: ImageFault) => void refused.push({ name: image.name, why });
    if (type === undefined) refuse('unknown-kind');
    else if (bytes.length > MAX_IMAGE_BYTES) refuse('too-large');
    else if (images.some(({ data }) => data === image.data)) continue;
    else if (images.length >= MAX_IMAGES) refuse('too-many');
    else images.push({ ...image, bytes: bytes.length, url: blobUrl(bytes, type) });
  }
  return { images, refused };
}

/** Names every refused image, each reason with its remedy; undefined when none was refused. */
export function refusalOf(refused: readonly RefusedImage[], words: PanelWords['images']): MessageAndRemedy | undefined {
  const notices = [...Map.groupBy(refused, ({ why }) => why)].map(([why, images]) =>
    words.refused[why](images.map(({ name }) => name)),
  );
  if (notices.length === 0) return undefined;
  return {
    message: notices.map(({ message }) => message).join(' '),
    remedy: notices.map(({ remedy }) => remedy).join(' '),
  };
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
