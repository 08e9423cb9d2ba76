// What crosses between the host and a dialog panel: two closed unions, validated where they arrive (SPEC 18.1). A
// webview takes types from here and its own check from `to-webview.ts`, so that the schemas stay in the host.

import * as z from 'zod/mini';
import type { CallId } from '../core/base/ids.ts';
import type { GivenImage, ImageType, ReadImages } from '../core/base/image.ts';
import { once } from '../core/base/once.ts';
import type { Domain } from '../core/belief/domain/domain.ts';
import type { Difference } from '../core/belief/history/changes-in-words.ts';
import type { BeliefHistory } from '../core/belief/history/read-history.ts';
import { type BeliefIntent, isBeliefIntent } from '../core/belief/intent.ts';
import type { BeliefState, Flow } from '../core/belief/state.ts';
import type { OpenChanges } from '../core/dialog/fold/work-facts.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { DialogState, Pause, Status } from '../core/dialog/state.ts';
import type { OpenQuestion } from '../core/dialog/tool-call.ts';
import type { DisplayState } from '../core/dialog/view/display-state.ts';
import type { LiveGeneration, PassingEvent } from '../core/dialog/view/feed-event.ts';
import type { EvidenceCount } from '../core/evidence/evidence.ts';
import type { TodoLine } from '../core/evidence/todo.ts';
import type { Interruption } from '../core/facts/interruption.ts';
import { recoveryCommands } from '../core/facts/recovery-commands.ts';
import type { Spending } from '../core/spending/spending.ts';
import { grant } from '../core/team/grant-shape.ts';
import { type PermissionMode, permissionModes } from '../core/team/permissions.ts';
import type { Grant } from '../core/team/policy.ts';
import type { ServerOffer } from '../core/team/server-offer.ts';
import type { NewDialog } from './new-dialog.ts';
import { givenImages, userAnswerSchema, userMessageSchema } from './packet-schemas.ts';

/** A member as the panel shows it and completes it. */
export interface MemberLabel {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  readonly description?: string;
}

/** Another dialog of the same tree, as cards link to it. */
export interface RelatedDialog {
  readonly selfId: string;
  readonly agentId: string;
  readonly state: DisplayState;
  /** Why it is interrupted, if it is. */
  readonly interruption?: Interruption;
  /** The reason why it is not generating now. */
  readonly pause?: Pause;
  readonly headline: string;
  /** Tokens and cost of this dialog alone. */
  readonly spent?: Spending;
  /** The dialog above it; absent for the root. */
  readonly supdialogId?: string;
  /** Of the root: how its acceptance lines stand (SPEC 26.4). */
  readonly evidence?: EvidenceCount;
  /** Of the root: what is to be done in it. */
  readonly todo?: readonly TodoLine[];
  /** Of the root: what runs without a question in the tree; absent: rules and defaults alone say it. */
  readonly permissionMode?: PermissionMode;
  /** Of the root: changes of the tree that no person has kept. */
  readonly changes?: OpenChanges;
  /** Files of its last revert, while nothing has happened since. */
  readonly reverted?: number;
  /** Its open questions, oldest first; absent when there is none. */
  readonly questions?: readonly Pick<OpenQuestion, 'questionId' | 'questionKind' | 'headline'>[];
}

/** A whole picture of one dialog; everything after it follows by `seq` without gap or repeat (SPEC 8.3). */
export interface Snapshot {
  readonly kind: 'snapshot';
  readonly state: DialogState;
  readonly rootStatus: Status;
  /** Course that `records` belong to; an older one than `state.course` is shown read-only. */
  readonly course: number;
  readonly records: readonly CourseRecord[];
  /** Records of this course before the first of `records`. */
  readonly earlier: number;
  readonly live?: LiveGeneration;
  readonly members: readonly MemberLabel[];
  readonly related: readonly RelatedDialog[];
  readonly rootHeadline: string;
  readonly language: 'en' | 'zh';
  /** Set for a scripted model, so that it is always labelled as such (SPEC 10.1). */
  readonly scripted?: string;
  /** The member is an agent of another vendor, which `model` names: it has no model to choose (SPEC 22.4). */
  readonly isAgent?: true;
  /** The model that answers next; absent for a scripted one, and while none is configured. */
  readonly model?: string;
  /** That model is not known to take images. */
  readonly textOnly?: true;
  /** That model is asked without tools, as it cannot call any. */
  readonly withoutTools?: true;
  readonly focus?: Focus;
  /** Whether a draft may be gone on from in a dialog of its own (SPEC 15.11). */
  readonly branches?: true;
  /** Why nothing can be sent from here (untrusted folder), in words; absent when it can. */
  readonly readOnly?: string;
  /** Who drives instead of this window, in words: messages, answers and Stop are handed over to it, nothing else is. */
  readonly drivenElsewhere?: string;
  /** Set while nothing is said and nothing stored: the choices with which the first message begins the dialog. */
  readonly unbegun?: NewDialog;
  /** Diligence pushes that a root's responder may get in a row; absent when it is never pushed (SPEC 7.2). */
  readonly pushMax?: number;
}

/** The end of the newest course of another dialog of the tree, to be read within this one. */
export interface Nested {
  readonly selfId: string;
  readonly state: DialogState;
  readonly records: readonly CourseRecord[];
  readonly earlier: number;
  /** What is being generated in it; its passing events follow. */
  readonly live?: LiveGeneration;
}

/**
 * The turns of a dialogue state (SPEC 16.11). What is believed now is in the dialog's state (`belief`), and follows by
 * records. `at` is the turn that was asked for.
 */
export interface BeliefPicture extends Pick<BeliefHistory, 'turns' | 'rollbacks'> {
  /** Flows with the types of their slots; absent when the domain file cannot be used now. */
  readonly domain?: Domain;
  readonly at?: {
    readonly turn: number;
    readonly state: BeliefState;
    readonly ended: readonly Flow[];
    /** From another turn to this one, when one was named. */
    readonly from?: number;
    readonly differences?: readonly Difference[];
  };
}

/**
 * What to bring into view: a question (composer goes into answer mode), a call, the first place of these words in a
 * course, or the composer, to whose text something may be added.
 */
export type Focus =
  | { readonly kind: 'words'; readonly query: string; readonly course: number }
  | { readonly kind: 'question'; readonly questionId: string }
  | { readonly kind: 'call'; readonly callId: string }
  /** `images` are attached to the composer by a message of their own. */
  | { readonly kind: 'composer'; readonly add?: string; readonly images?: readonly GivenImage[] }
  /** A message of the person, to go back to before it; `edit`: its text comes into the composer. */
  | { readonly kind: 'restore'; readonly to: string; readonly edit?: boolean };

/** What becomes of a file when a message is restored to, with the lines that come and go. */
export interface RestoredFile {
  readonly path: string;
  readonly action: 'changed' | 'created' | 'deleted';
  /** `as-written`: it can be restored; else why it stays as it is. */
  readonly state: 'as-written' | 'changed-since' | 'mixed' | 'not-kept' | 'out-of-reach';
  readonly added?: number;
  readonly removed?: number;
  /** The person kept changes of it. */
  readonly isKept?: true;
}

/** What going back to before a message of the person would do (SPEC 25.4). */
export interface RestoreOffer {
  readonly to: string;
  readonly content: string;
  readonly images: readonly GivenImage[];
  readonly files: readonly RestoredFile[];
  readonly isUntold: boolean;
  readonly isAtWork: boolean;
  /** What a new course ends. */
  readonly ends: { readonly questions: number; readonly calls: number; readonly queued: number };
  readonly talks: readonly ('course' | 'fork')[];
  /** The message was copied from this dialog: what that one changed stays. */
  readonly copiedFrom?: string;
}

export type ToWebview =
  | Snapshot
  /** Something was not delivered, or nobody knows: a page that does not ask already asks for a snapshot. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'recorded'; readonly seq: number; readonly record: CourseRecord }
  /** Passing events, at most one message per frame. */
  | { readonly kind: 'passing'; readonly events: readonly PassingEvent[] }
  | {
      readonly kind: 'earlier';
      readonly course: number;
      readonly records: readonly CourseRecord[];
      readonly earlier: number;
    }
  | { readonly kind: 'related'; readonly rootStatus: Status; readonly related: readonly RelatedDialog[] }
  | { readonly kind: 'focus'; readonly focus: Focus }
  /**
   * Files whose path fits what was typed after `@`, the best first; after `/` the prompts of files; and what MCP servers
   * offer, absent until they have told. `nth` is that of the request.
   */
  | {
      readonly kind: 'suggestions';
      readonly nth: number;
      readonly files: readonly string[];
      readonly prompts?: readonly ServerOffer[];
      readonly offers?: readonly ServerOffer[];
    }
  /** Paths of dropped files, relative to the rtws, to be mentioned in the message. */
  | { readonly kind: 'mentions'; readonly paths: readonly string[] }
  /** Images for the next message, that the host read or held. */
  | ({ readonly kind: 'attached' } & ReadImages)
  /** An image of the conversation as base64; without `data` its file is gone. */
  | { readonly kind: 'image'; readonly hash: string; readonly type: ImageType; readonly data?: string }
  /** A subdialog that is unfolded in place, now and whenever something is recorded in it. */
  | ({ readonly kind: 'nested' } & Nested)
  | ({ readonly kind: 'belief' } & BeliefPicture)
  | { readonly kind: 'restoreOffer'; readonly offer: RestoreOffer }
  /** A restore was done; `left`: files that stay as they are. */
  | { readonly kind: 'restored'; readonly msgId: string; readonly left: readonly string[] }
  /** An intent was refused: what happened, what to do; `msgId` gives the text back to the composer. */
  | { readonly kind: 'refused'; readonly msgId?: string; readonly message: string; readonly remedy: string };

const toHost = once(() => {
  const text = z.string();
  const callId = z.custom<CallId>(value => typeof value === 'string');
  const imageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'] satisfies ImageType[]);

  const draftIntent = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('send'), msgId: text, content: text, run: z.literal('paused') }),
    z.object({ kind: z.literal('add'), msgId: text, content: text }),
    z.object({ kind: z.literal('take') }),
    z.object({ kind: z.literal('run'), until: z.literal('paused') }),
    z.object({ kind: z.literal('accept'), id: text }),
    z.object({ kind: z.literal('seen'), ids: z.array(text) }),
    z.object({ kind: z.literal('prune'), pairs: z.number() }),
  ]);

  return z.discriminatedUnion('kind', [
    /**
     * The page is there and shows nothing; `course` is the older one that it showed before a reload. Asked until it is
     * answered.
     */
    z.object({ kind: z.literal('ready'), course: z.optional(z.number()) }),
    userMessageSchema(),
    userAnswerSchema(),
    /** The editor gave the page the focus, and the person did not click. */
    z.object({ kind: z.literal('focusGiven') }),
    /** The page has the focus, whoever gave it. */
    z.object({ kind: z.literal('inFront') }),
    /** A field of the page is to have the focus, and the page has not. */
    z.object({ kind: z.literal('focusWanted') }),
    /** What becomes of a message that is not delivered yet; it is sent as an answer by the packet of answers. */
    z.object({ kind: z.literal('changeQueued'), queuedMsgId: text, content: text }),
    z.object({ kind: z.literal('removeQueued'), queuedMsgId: text }),
    z.object({ kind: z.literal('stop') }),
    z.object({ kind: z.literal('continue') }),
    z.object({ kind: z.literal('retryNow') }),
    z.object({ kind: z.literal('answerAsFailed') }),
    z.object({ kind: z.literal('markDone') }),
    z.object({ kind: z.literal('reopen') }),
    /** A new course, with what the member knows by heart. */
    z.object({ kind: z.literal('clearMind') }),
    z.object({ kind: z.literal('dismiss'), callId }),
    /** What becomes of a command that runs. */
    z.object({ kind: z.literal('steerCommand'), callId, how: z.enum(['stop', 'runOn']) }),
    /** Words for those who work on an open call. */
    z.object({ kind: z.literal('tell'), callId, content: text, msgId: text }),
    /** Of the reminder that the person saw; a new one without `seen`, a deleted one without `content`. */
    z.object({
      kind: z.literal('changeReminder'),
      seen: z.optional(z.object({ at: z.int(), text })),
      content: z.optional(text),
    }),
    /** What runs without a question in the tree, or what is not allowed in it any more. */
    z.object({
      kind: z.literal('changePermissions'),
      change: z.union([
        z.object({ mode: z.enum(permissionModes) }),
        z.object({ revoke: z.custom<Grant>(value => grant(value)) }),
      ]),
    }),
    /** Who is to respond in a dialog that is not begun yet. */
    z.object({ kind: z.literal('chooseMember'), agentId: text }),
    z.object({ kind: z.literal('setDiligence'), on: z.optional(z.boolean()), refill: z.optional(z.boolean()) }),
    /** What a person does in a draft dialogue (SPEC 15.11); drafts go by their ids, as the panel shows them. */
    z.object({ kind: z.literal('draft'), intent: draftIntent }),
    /** What a person does to the dialogue state (SPEC 16.11). */
    z.object({ kind: z.literal('belief'), intent: z.custom<BeliefIntent>(isBeliefIntent) }),
    /** The turns; with `turn` also what was believed after it, with `from` also what changed since that one. */
    z.object({ kind: z.literal('showBelief'), turn: z.optional(z.number()), from: z.optional(z.number()) }),
    /** A new root with the drafts up to that generation, on which the mind goes on. */
    z.object({ kind: z.literal('branchDraft'), genseq: z.number() }),
    z.object({ kind: z.literal('openDialog'), selfId: text, callId: z.optional(text), questionId: z.optional(text) }),
    z.object({ kind: z.literal('openLink'), href: text }),
    z.object({ kind: z.literal('copy'), content: text }),
    /** What a call that waits for leave would make of a file, or work in a place of its own of this one. */
    z.object({ kind: z.literal('showDiff'), questionId: text, path: z.optional(text) }),
    /** What the tree changed, or one file of it (SPEC 25.2). */
    z.object({ kind: z.literal('showChanges'), path: z.optional(text) }),
    z.object({ kind: z.literal('saveFile'), path: text }),
    z.object({ kind: z.literal('keepEdits') }),
    z.object({ kind: z.literal('undoEdits') }),
    z.object({ kind: z.literal('redoEdits') }),
    /** What going back to before a message would do. */
    z.object({ kind: z.literal('planRestore'), to: text }),
    /** Goes back; `say` is sent there at once, `draft` is put into the composer of a fork. */
    z.object({
      kind: z.literal('restore'),
      msgId: text,
      to: text,
      files: z.boolean(),
      talk: z.enum(['stay', 'course', 'fork']),
      say: z.optional(z.object({ content: text, images: z.optional(givenImages()) })),
      draft: z.optional(text),
    }),
    /** Code into the text editor that was in front last, or into a new untitled file. */
    z.object({ kind: z.literal('insertCode'), content: text }),
    z.object({ kind: z.literal('openCode'), content: text, language: text }),
    /** `sign`: with which the word begins; absent: `@`. */
    z.object({ kind: z.literal('suggest'), nth: z.number(), query: text, sign: z.optional(z.enum(['@', '/'])) }),
    /** `attach`: those that are images go with the next message; the others are mentioned in it. */
    z.object({ kind: z.literal('dropped'), uris: z.array(text), attach: z.optional(z.boolean()) }),
    /** Let the person choose image files for the next message. */
    z.object({ kind: z.literal('pickImages') }),
    /** What the composer holds, to be given back when the page comes again: a hidden page is gone. */
    z.object({ kind: z.literal('holdImages'), images: givenImages() }),
    /** The text in the composer, for a panel that is closed or moved. */
    z.object({ kind: z.literal('holdText'), content: text }),
    /** An image of the conversation is to be shown. */
    z.object({ kind: z.literal('showImage'), hash: text, type: imageType }),
    z.object({ kind: z.literal('unfold'), selfId: text, open: z.boolean() }),
    /** A command that may mend what interrupted the dialog. */
    z.object({ kind: z.literal('mend'), command: z.enum(recoveryCommands) }),
    /** The next question that waits in another dialog. */
    z.object({ kind: z.literal('nextQuestion') }),
    /** Records before that one; `all` of them, for a search. */
    z.object({ kind: z.literal('showEarlier'), course: z.number(), before: z.number(), all: z.optional(z.boolean()) }),
    z.object({ kind: z.literal('showCourse'), course: z.number() }),
    /** The panel lost track (a gap in `seq`): send a new snapshot. Asked until it is answered. */
    z.object({ kind: z.literal('resync') }),
  ]);
});

export type ToHost = z.infer<ReturnType<typeof toHost>>;

/** An incoming message of a panel, or `undefined` when it is none of ours: log it and drop it. */
export function parseToHost(message: unknown): ToHost | undefined {
  const parsed = toHost().safeParse(message);
  return parsed.success ? parsed.data : undefined;
}
