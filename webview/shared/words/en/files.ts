// English words about files: changed ones, those that are restored, and images of messages.
import { type ImageFault, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../../../src/core/base/image.ts';
import type { UnsureMaker, UntoldChanges } from '../../../../src/core/dialog/file-changes.ts';
import type { RestoredFile, RestoreOffer } from '../../../../src/protocol/messages.ts';
import type { MessageAndRemedy } from '../../../../src/words/say.ts';
import { shortLabel } from '../figures.ts';

export const changesEn = {
  title: 'Changed files',
  /** `untold`: more than these. */
  files: (count: number, untold?: UntoldChanges): string =>
    `${untold ? { some: 'more than ', all: 'at least ' }[untold] : ''}${count === 1 ? '1 file' : `${count} files`}`,
  review: 'Review',
  keep: 'Keep',
  revert: 'Revert',
  /** Follows the name of a file. */
  created: 'new',
  deleted: 'deleted',
  show: (path: string): string => `Show the changes of ${path}`,
  unsaved: 'in your unsaved editor; commands do not see it yet',
  save: 'Save',
  more: (count: number): string => `${count} more`,
  untold: {
    some: 'More files changed than are listed.',
    all: 'The changed files are not known. The folder has too many files, the comparison took too long, or the program closed.',
  } as Readonly<Record<UntoldChanges, string>>,
  unsure: {
    beside: 'Another command or tool ran at the same time. It may have made some of these changes.',
    meanwhile: 'The comparison covers the whole run. Edits made by others in that time may be among these changes.',
  } as Readonly<Record<UnsureMaker, string>>,
  elsewhere: 'Other work changed the same files at the same time. The changes are listed there.',
};

export type ChangesWords = typeof changesEn;

/** How the talk goes on. */
export type RestoreTalk = 'fork' | 'course' | 'stay';

export const goBackEn = {
  restoreTo: (content: string): string => `Restore to Here: ${shortLabel(content)}`,
  edit: (content: string): string => `Edit and Resend: ${shortLabel(content)}`,
  title: 'Restore to Here',
  editTitle: 'Edit and Resend',
  looking: 'Looking at what changed since…',
  filesOf: (count: number): string => (count === 0 ? 'Restore files (none changed since)' : `Restore files (${count})`),
  talk: 'The talk',
  talks: { fork: 'Goes on in a fork', course: 'Goes on in a new course', stay: 'Stays' } as Readonly<
    Record<RestoreTalk, string>
  >,
  about: {
    fork: 'The fork ends before this message. This dialog stays as it is.',
    course: 'The new course opens with the facts from before this message.',
    stay: 'Only files change.',
  } as Readonly<Record<RestoreTalk, string>>,
  fates: { changed: '', created: 'comes back', deleted: 'is deleted' } as Readonly<
    Record<RestoredFile['action'], string>
  >,
  stays: {
    'as-written': '',
    'changed-since': 'stays: changed since',
    mixed: 'stays: something else changed it in between',
    'not-kept': 'stays: what it was is not kept',
    'out-of-reach': 'stays: it cannot be written',
  } as Readonly<Record<RestoredFile['state'], string>>,
  kept: 'you kept it',
  untold: 'Commands changed other files too, which are not known. Those stay as they are.',
  atWork: 'Work that runs is stopped first.',
  copied: 'This message was copied from another dialog. Changes made there stay.',
  ends: ({ questions, calls, queued }: RestoreOffer['ends']): string =>
    `Open work that came after it ends: up to ${questions} questions, ${calls} calls, ${queued} waiting messages.`,
  restore: 'Restore',
  cancel: 'Cancel',
  skipped: 'Some files stay as they are:',
  reverted: (count: number): string => (count === 1 ? '1 file was restored' : `${count} files were restored`),
  redo: 'Redo',
};

export type GoBackWords = typeof goBackEn;

const imageRefusals: Readonly<Record<ImageFault, (names: readonly string[]) => MessageAndRemedy>> = {
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
export const imagesEn = {
  attach: 'Attach images',
  attached: 'Images that go with the message',
  mentioned: 'Files that the message mentions',
  remove: (name: string): string => `Remove ${name}`,
  gone: (name: string): string => `${name}: the file of this image is gone`,
  textOnly: (model: string): string =>
    `${model} is not known to take images, so they will not be sent. If it does, write images: true into .minds/llm.yaml.`,
  leftOut: (count: number): string =>
    `${count === 1 ? 'An image was' : `${count} images were`} not sent: this model is not known to take images. If it does, write images: true into .minds/llm.yaml.`,
  refused: imageRefusals,
  /** Files that are no images, where no images can be attached either. */
  notAttached: (names: readonly string[]): MessageAndRemedy => ({
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
