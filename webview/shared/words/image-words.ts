// English words for images in messages, from choosing them to what became of them.
import { type ImageFault, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../src/core/base/image.ts';

/** A message and its remedy. */
interface Notice {
  readonly message: string;
  readonly remedy: string;
}

const imageRefusals: Readonly<Record<ImageFault, (names: readonly string[]) => Notice>> = {
  'unknown-kind': names => ({
    message: `${listed(names)} ${names.length === 1 ? 'is not a supported image' : 'are not supported images'}.`,
    remedy: 'Attach PNG, JPEG, GIF or WebP.',
  }),
  'too-large': names => ({
    message: `${listed(names)} ${names.length === 1 ? 'is' : 'are'} too large.`,
    remedy: `Attach images of up to ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`,
  }),
  unreadable: names => ({
    message: `${listed(names)} cannot be read.`,
    remedy: 'Choose files that you have permission to read.',
  }),
  'too-many': names => ({
    message: `You can attach up to ${MAX_IMAGES} images. Left out: ${names.join(', ')}.`,
    remedy: 'Send these first, or remove some.',
  }),
};

/** The part `images` of the words. */
export const imageWords = {
  attach: 'Attach images',
  attached: 'Images that go with the message',
  remove: (name: string): string => `Remove ${name}`,
  gone: (name: string): string => `${name}: the file of this image is gone`,
  textOnly: (model: string): string =>
    `${model} is not known to take images, so they will not be sent. If it does, write images: true into .minds/llm.yaml.`,
  leftOut: (count: number): string =>
    `${count === 1 ? 'An image was' : `${count} images were`} not sent: this model is not known to take images. If it does, write images: true into .minds/llm.yaml.`,
  refused: imageRefusals,
  /** Files that are no images, where no images can be attached either. */
  notAttached: (names: readonly string[]): Notice => ({
    message: `${listed(names)} cannot be attached.`,
    remedy: 'Put it into the folder, then mention it with @.',
  }),
  /** An answer that is images alone. */
  seeThem: 'See the images.',
  notInAnswers: {
    message: 'Images do not go with this answer.',
    remedy: 'Choose Message above the composer, then attach them.',
  },
  notInDrafts: {
    message: 'A draft dialogue takes no images.',
    remedy: 'Describe the image in words, or start a root dialog without drafts.',
  },
};

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
