// English words of the command line that goes back to a message.

/** Sentences of `dominds restore` (SPEC 25.4). */
export const restoreCommandEn = {
  noMessages: 'no messages of yours in this tree',
  /** What becomes of a file. */
  fates: { changed: '', created: 'comes back', deleted: 'is deleted' },
  /** Why a file stays as it is. */
  left: {
    'changed-since': 'stays: it was changed since',
    mixed: 'stays: something else changed it in between',
    'not-kept': 'stays: what it was then is not kept',
    'out-of-reach': 'stays: it cannot be written',
    'not-written': 'stays: it could not be written',
  },
  kept: 'you kept changes of it',
  noFiles: 'no files change',
  untold: 'Commands changed other files too, which are not known: those stay as they are.',
  atWork: 'The dialog is at work: it is stopped first.',
  copied: (from: string) =>
    `This message was copied from dialog ${from}. Only changes made in this dialog are taken back; restore there for the others.`,
  ends: ({ questions, calls, queued }: Readonly<Record<'questions' | 'calls' | 'queued', number>>) =>
    `Ends in this dialog what came after it: ${questions} open questions, ${calls} open calls and ${queued} waiting messages at most.`,
  talks: {
    stay: 'The talk stays as it is.',
    course: 'The talk goes on in a new course, with the facts from before this message.',
    fork: 'The talk goes on in a fork, which ends before this message. This dialog stays as it is.',
  },
  filesStay: 'Files stay as they are.',
  sends: 'The edited message is sent there.',
  confirm: 'Restore? [y/n] ',
  /** Nothing was done yet. */
  again: 'nothing was changed; the same command with --yes does it',
  restored: (files: number) => `restored ${files} ${files === 1 ? 'file' : 'files'}`,
  redone: (files: number) => `redid the edits of ${files} ${files === 1 ? 'file' : 'files'}`,
  redo: (root: string) => `dominds restore ${root} --redo brings the edits back`,
  inFork: (root: string) => `forked into ${root}`,
  inCourse: (course: number) => `course ${course} begins`,
};

export type RestoreWords = typeof restoreCommandEn;
