// The images of a request: sent, or described in words if the model does not accept them (SPEC 10). Counts the omitted
// ones, so that the person is told. Never throws.
import type { Prompt } from '../core/base/chat.ts';
import type { ImageRef, ImageType } from '../core/base/image.ts';
import type { LlmRequest } from './provider.ts';

/** An image as a part of a message: its bytes, or the words that stand for it. */
export type ImagePart =
  | { readonly kind: 'image'; readonly type: ImageType; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string };

/** The images of one request. */
export interface RequestImages {
  part(image: ImageRef): ImagePart;
  /** Images of the prompt that the model is not given because it is not known to take any. */
  readonly leftOut: number;
  /** Images that are sent, as far as their files are there. */
  readonly sent: number;
}

/** The images of a request for a model that takes them, or does not. */
export function requestImages({ prompt, images }: LlmRequest, takes: boolean): RequestImages {
  const count = countImages(prompt);
  return {
    leftOut: takes ? 0 : count,
    sent: takes ? count : 0,
    part(image) {
      const bytes = takes ? images?.read(image) : undefined;
      if (bytes) return { kind: 'image', type: image.type, bytes };
      const why = takes ? 'missing' : 'not-taken';
      return { kind: 'text', text: images?.inWords(image, why) ?? `[image ${image.name}]` };
    },
  };
}

function countImages({ messages }: Prompt): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === 'user' && message.images ? message.images.length : 0),
    0,
  );
}
