// What crosses between the host and the Overview panel: two closed unions, validated where they arrive (SPEC 13.5,
// 18.1). The panel says as a whole what it shows; the host sends the parts of that which changed.

import * as z from 'zod/mini';
import { once } from '../core/base/once.ts';
import type { DialogNode, RegistryEntry } from '../core/dialog/view/projection.ts';
import type { QuestionClosing } from '../core/dialog/view/question-closing.ts';
import { type RootRow, type Standing, standings } from '../core/dialog/view/standing.ts';
import type { InboxQuestion } from '../core/dialog/view/surroundings.ts';
import type { MemberLabel } from './messages.ts';
import { userAnswerSchema } from './packet-schemas.ts';

/** The roots of one standing, the most urgent first, then the newest; `count` is how many there are, shown or not. */
export interface RootGroup {
  readonly standing: Standing;
  readonly count: number;
  readonly roots: readonly RootRow[];
}

/** A registered subdialog of the selected root, under its key `agentId!session`. */
export interface RegistryRow extends RegistryEntry {
  readonly key: string;
}

export type { InboxQuestion };

/** A question that left the inbox without an answer, and why, if that was recorded here. */
export interface ClosedQuestion {
  readonly id: string;
  readonly rootId: string;
  readonly selfId: string;
  readonly agentId: string;
  readonly headline: string;
  readonly closing?: QuestionClosing;
  /** ISO instant. */
  readonly closedAt: string;
}

export type ToOverview =
  /** Something was not delivered, or nobody knows: the page asks for everything. */
  | { readonly kind: 'hello' }
  | {
      readonly kind: 'frame';
      readonly language: 'en' | 'zh';
      readonly members: readonly MemberLabel[];
      /** Why nothing can be driven from this window, in words; absent when it can. */
      readonly readOnly?: string;
      /** Who drives instead of this window, in words: answers and Stop are handed over to it, nothing else is. */
      readonly drivenElsewhere?: string;
      /** What to do before a dialog can be started, in words; absent when one can. */
      readonly firstStep?: string;
      readonly scripted?: string;
      /** What is allowed in this workspace for good, in a line each; absent: nothing. */
      readonly allowed?: readonly string[];
    }
  | {
      readonly kind: 'roots';
      readonly groups: readonly RootGroup[];
      /** How many roots *Stop* has something to stop in, shown or not. */
      readonly goingOn: number;
      /** The same for *Continue*. */
      readonly paused: number;
    }
  /** `tree` is absent when the root cannot be read (any more). */
  | { readonly kind: 'tree'; readonly rootId: string; readonly tree?: DialogNode }
  | { readonly kind: 'registry'; readonly rootId: string; readonly rows: readonly RegistryRow[] }
  | {
      readonly kind: 'inbox';
      /** Those that wait longest, as many as are shown; `count` is how many there are. */
      readonly questions: readonly InboxQuestion[];
      readonly count: number;
      readonly closed: readonly ClosedQuestion[];
    }
  /** An answer was refused: `msgId` gives the text back to its field. */
  | { readonly kind: 'refused'; readonly msgId?: string; readonly message: string; readonly remedy: string };

const toHost = once(() => {
  const text = z.string();
  const shownRoots = z.partialRecord(z.enum(standings), z.number());

  return z.discriminatedUnion('kind', [
    /**
     * What the panel shows now, sent when it is ready and whenever that changes; `fresh`: all of it is to be sent.
     * Asked until all of it is there.
     */
    z.object({
      kind: z.literal('watch'),
      fresh: z.optional(z.boolean()),
      shown: shownRoots,
      /** So many of the inbox. */
      questions: z.number(),
      unfolded: z.array(text),
      selected: z.optional(text),
    }),
    userAnswerSchema(),
    z.object({ kind: z.literal('openDialog'), rootId: text, selfId: text }),
    z.object({ kind: z.literal('openQuestion'), rootId: text, selfId: text, questionId: text }),
    z.object({ kind: z.literal('forgetClosed') }),
    /** A line of what is allowed, and its place in the list. */
    z.object({ kind: z.literal('removePermission'), at: z.int(), line: text }),
    /** The editor gave the page the focus, and the person did not click. */
    z.object({ kind: z.literal('focusGiven') }),
    z.object({ kind: z.literal('openLink'), href: text }),
    z.object({ kind: z.literal('copy'), content: text }),
    /** A command of the product, on a dialog where one is named. */
    z.object({
      kind: z.literal('run'),
      command: z.enum([
        'startRootDialog',
        'stop',
        'stopAll',
        'continue',
        'retryNow',
        'continueAll',
        'markDone',
        'archive',
        'reopen',
      ]),
      rootId: z.optional(text),
      selfId: z.optional(text),
    }),
  ]);
});

export type OverviewToHost = z.infer<ReturnType<typeof toHost>>;
/** What the Overview panel shows, as it says it. */
export type Watched = Omit<Extract<OverviewToHost, { kind: 'watch' }>, 'kind' | 'fresh'>;

/** An incoming message of the panel, or `undefined` when it is none of ours: log it and drop it. */
export function parseOverviewToHost(message: unknown): OverviewToHost | undefined {
  const parsed = toHost().safeParse(message);
  return parsed.success ? parsed.data : undefined;
}
