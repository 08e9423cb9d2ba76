// Images in what a person says: which kinds are taken, how large, and how a record names one. Their bytes lie beside
// the course files of the dialog, named by what they hold, so that its folder stays self-contained (SPEC 9.6). Pure.

/** The kinds that models take. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** An image as a record names it. */
export interface ImageRef {
  /** SHA-256 of the bytes, as hex: its name in the dialog's folder. */
  readonly hash: string;
  readonly type: ImageType;
  readonly bytes: number;
  /** The name of the file that it came from, for people and models. */
  readonly name: string;
}

/** An image as it arrives from a person; `data` is base64. */
export interface GivenImage {
  readonly name: string;
  readonly data: string;
}

/** Why an image cannot go with a message. */
export type ImageFault = 'unknown-kind' | 'too-large' | 'unreadable' | 'too-many';

/** An image that a person chose and that cannot go with the message. */
export interface RefusedImage {
  readonly name: string;
  readonly why: ImageFault;
}

/** The images that a person chose, as far as they could be read. */
export interface ReadImages {
  readonly images: readonly GivenImage[];
  readonly refused?: readonly RefusedImage[];
}

/** Bytes that one image may have: what the large providers take. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Images that one message may have. */
export const MAX_IMAGES = 8;

const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The ending of a file of this kind, without a dot. */
export function imageExtension(type: ImageType): string {
  return extensions[type];
}

/** True if a path ends like an image that can be attached. */
export function hasImageName(path: string): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(path);
}

/** The kind of image that these bytes begin, whatever the name of their file says; `undefined` for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** `shot.png (120 kB)`, as transcripts name an image. */
export function imageLabel({ name, bytes }: Pick<ImageRef, 'name' | 'bytes'>): string {
  return `${name} (${bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`})`;
}
