// Changes of files and reverts of them, as the checks that a stored line passes (SPEC 12.4, 25.4).
import type { DialogId, RootId } from '../base/ids.ts';
import {
  type FieldsOf,
  list,
  maybe,
  number,
  object,
  objectOf,
  someOf,
  text,
  textOf,
  typed,
  yes,
} from '../base/shape.ts';
import type { ChangedLines, FileChange, FileImage } from './file-changes.ts';
import { attached } from './record-parts.ts';

const fileImage = typed<FileImage>(object({ hash: text, isKept: yes, mode: maybe(number) }));
export const change = objectOf<FileChange>({
  path: text,
  before: maybe(fileImage),
  after: maybe(fileImage),
  lines: maybe(
    objectOf<ChangedLines>({
      added: number,
      removed: number,
      isNet: yes,
      alone: maybe(object({ added: number, removed: number })),
    }),
  ),
  isUnsaved: yes,
  preview: maybe(list(text)),
});
/** A revert that was begun and not ended (SPEC 25.4). */
export const reverting = {
  revertId: text,
  how: someOf('undo', 'redo'),
  changes: list(change),
  /** What follows then: the talk goes on from before a message of the person. */
  restore: maybe(
    object({
      selfId: textOf<DialogId>(),
      course: number,
      msgId: text,
      talk: someOf('stay', 'course', 'fork'),
      /** The root that the fork becomes. */
      forkId: maybe(textOf<RootId>()),
      /** The message that is sent then. */
      say: maybe(object({ content: text, images: maybe(attached) })),
    }),
  ),
};
export type Reverting = FieldsOf<typeof reverting>;
export type Restore = NonNullable<Reverting['restore']>;
