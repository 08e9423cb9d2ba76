// What a person asks of dialogs, as values: one row a kind. Each field is written once, as the check that an intent
// from another process passes; its type is derived from it. What is done with an intent of each kind: `traits.ts`, and
// `perform.ts` of the runtime.

import { type CallId, type DialogId, type DialogRef, isId, isRootRef, type RootId } from '../base/ids.ts';
import type { GivenImage } from '../base/image.ts';
import {
  count,
  flag,
  type GivenOf,
  list,
  maybe,
  object,
  objectOf,
  type Passing,
  someOf,
  text,
  textOf,
  typed,
  yes,
} from '../base/shape.ts';
import { isBeliefIntent } from '../belief/intent.ts';
import type { ReminderChange } from '../dialog/reminders.ts';
import { isDraftIntent } from '../draft/intent.ts';
import { grant } from '../team/grant-shape.ts';
import { permissionModes } from '../team/permissions.ts';

const id = <Id extends string>() => typed<Id>(value => typeof value === 'string' && isId(value));
const dialog = objectOf<DialogRef>({ rootId: id<RootId>(), selfId: id<DialogId>() });
const images = list(objectOf<GivenImage>({ name: text, data: text }));
const mode = object({ mode: someOf(...permissionModes) });
const revoke = object({ revoke: grant });
const change = typed<Passing<typeof mode> | Passing<typeof revoke>>(value => mode(value) || revoke(value));
const hunk = object({ path: text, at: count, lines: list(text) });
/** The same id is applied once; an intent that is handed over without one gets one. */
const msgId = maybe(text);

/** The fields of each kind. `dialog` is any dialog of the tree where a kind concerns a whole tree. */
export const intentFields = {
  /**
   * Begins a root dialog, in which `text` is said at once. Refused when a member, a domain or a taskdoc is not there.
   */
  start: {
    text: maybe(text),
    agentId: maybe(text),
    taskDocPath: maybe(text),
    mode: maybe(someOf('chat', 'draft')),
    domain: maybe(text),
    noDiligence: maybe(flag),
    /** Of the first message. */
    images: maybe(images),
    msgId,
    /** Its id, where another process asks for it: the same one is begun once. */
    rootId: maybe(id<RootId>()),
    /** What runs without a question in it, from its first message on. */
    permissionMode: maybe(someOf(...permissionModes)),
    /** The scripted demo answers in it and its subdialogs; the folder's configuration is left alone. */
    demo: maybe(flag),
    /** The schedule that begins it, and for which due time (SPEC 21.4). */
    schedule: maybe(object({ name: text, due: text })),
  },
  /** A person's message to a dialog (SPEC 5.4). */
  say: { dialog, content: text, msgId: text, images: maybe(images) },
  /** An answer to a question (SPEC 5.3). The question id decides which dialog; `dialog` may be its root or absent. */
  answer: {
    dialog: maybe(dialog),
    content: text,
    msgId: text,
    questionId: text,
    targetSubdialogId: maybe(id<DialogId>()),
    /** A queued message of the dialog that asks, which is sent as the answer instead of being delivered. */
    queuedMsgId: maybe(text),
    /** They follow the answer as a message of their own. */
    images: maybe(images),
    /** It came with the folder, so its author is unknown: it allows no tool call. */
    permitsNothing: yes,
  },
  /** Gives a message that is not delivered yet another text; refused once it was delivered (SPEC 13.11). */
  changeQueued: { msgId, dialog, queuedMsgId: text, content: text },
  /** Takes a message that is not delivered yet back. */
  removeQueued: { msgId, dialog, queuedMsgId: text },
  /** Ends the generation and running tool of one dialog; of a root those of its tree, unless `tree` is false. */
  stop: { msgId, dialog, tree: maybe(flag) },
  stopAll: { msgId },
  /** Ends the wait before a model request is sent again, as `stop` does; refused when none waits (SPEC 10.3). */
  retryNow: { msgId, dialog, tree: maybe(flag) },
  /** Drives dialogs that are interrupted or have work left: one dialog, or for a root its tree. */
  continue: { msgId, dialog },
  /**
   * The same in all trees. `left`: of the interrupted ones, those that the end of their process interrupted (SPEC 9.3).
   */
  continueAll: { msgId, which: maybe(someOf('left')) },
  /** Marks a root done; refused with the reasons while anything is pending, unless it is forced (SPEC 1.6). */
  markDone: { msgId, dialog, force: maybe(flag) },
  /** Checks the acceptance lines of a root that need nobody: commands and files (SPEC 26.4). */
  gatherEvidence: { msgId, dialog },
  archive: { msgId, dialog },
  reopen: { msgId, dialog },
  /** Ends a call that is no longer needed (SPEC 1.7). */
  dismiss: { msgId, dialog, callId: textOf<CallId>() },
  /** Ends a command that a call runs now, or lets it run on in the background (SPEC 25.8). */
  steerCommand: { msgId, dialog, callId: textOf<CallId>(), how: someOf('stop', 'runOn') },
  /** Says something to those who work on an open call; read at their next step (SPEC 19.2). */
  tell: { msgId: text, dialog, callId: textOf<CallId>(), content: text },
  /** Answers the callers of an interrupted subdialog with a failure (SPEC 4.4). */
  answerAsFailed: { msgId, dialog },
  clearMind: { msgId, dialog, reminder: maybe(text) },
  /** Replaces one section of the root's taskdoc (SPEC 6.2, 6.7). */
  changeMind: { msgId, dialog, selector: text, content: text },
  setReminders: { msgId, dialog, reminders: list(text) },
  /** Adds, replaces or deletes one, of the list as it is now. */
  changeReminder: {
    msgId,
    dialog,
    seen: maybe(objectOf<NonNullable<ReminderChange['seen']>>({ at: count, text })),
    content: maybe(text),
  },
  /** A person's intent on a draft dialogue (SPEC 15). */
  draft: { msgId, dialog, draft: isDraftIntent },
  /** A person's intent on the beliefs of a dialog (SPEC 16.11). */
  belief: { msgId, dialog, belief: isBeliefIntent },
  /** Chooses what runs without a question in a tree, or takes back what is allowed in it for good (SPEC 24.4). */
  changePermissions: { msgId, dialog, change },
  setDiligence: { msgId, dialog, on: maybe(flag), refill: maybe(flag) },
  /**
   * Takes those edits back, of files that are still as they were written, or one hunk of a file; says which it left
   * alone. Git is not touched.
   */
  undoEdits: { msgId, dialog, hunk: maybe(hunk) },
  /** Keeps the changes of a tree, or one hunk: what was kept is no longer offered to be reverted (SPEC 25.2). */
  keepEdits: { msgId, dialog, hunk: maybe(hunk) },
  /** Restores the edits of the last revert that was not restored yet, in files that are still as it left them. */
  redoEdits: { msgId, dialog },
  /**
   * Goes back to before a message of the person (SPEC 25.4): the files of the tree, unless `files` is false, and the
   * talk, which goes on in a new course or in a fork; `say` is sent there at once. Running work is stopped.
   */
  restore: {
    msgId,
    dialog,
    to: text,
    files: maybe(flag),
    talk: someOf('stay', 'course', 'fork'),
    say: maybe(object({ content: text, images: maybe(images) })),
  },
  /** A new root from a finished generation of a root (SPEC 13.8). */
  fork: { msgId, dialog, at: object({ course: count, genseq: count }) },
};

/** Whether a stop or a retry is meant for the whole tree. */
export function meansTree({
  dialog,
  tree = true,
}: {
  readonly dialog: DialogRef;
  readonly tree?: boolean | undefined;
}): boolean {
  return tree && isRootRef(dialog);
}

type Rows = typeof intentFields;

export type IntentKind = keyof Rows;

/** The intent of a kind. Its optional fields may be undefined: a caller gives what it has. */
export type IntentOf<K extends IntentKind> = { readonly kind: K } & IntentFields[K];
type IntentFields = { readonly [K in IntentKind]: GivenOf<Rows[K]> };

/** The intents of some kinds. */
export type AnyIntentOf<K extends IntentKind> = { readonly [Each in K]: IntentOf<Each> }[K];

/** What a person asks of dialogs. */
export type Intent = AnyIntentOf<IntentKind>;
