// Intents that one process hands over to the driving one: a person's messages, stops and the like (SPEC 9.4).
import type { BeliefIntent } from '../core/belief/intent.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import type { CallId, DialogRef } from '../core/dialog/ids.ts';
import type { DraftIntent } from '../core/draft/intent.ts';
import type { GivenImage } from '../core/image.ts';
import type { UserAnswer, UserMessage } from '../core/packets.ts';

/** How a root dialog is begun for another process. */
export interface HandedStart {
  readonly text?: string;
  readonly agentId?: string;
  readonly taskDocPath?: string;
  readonly mode?: 'chat' | 'draft';
  readonly domain?: string;
  readonly noDiligence?: boolean;
  readonly images?: readonly GivenImage[];
}

/** An intent for the driver. `to` is the token of the lease that the driver held when it was handed over. */
export type HandedIntent = {
  readonly msgId: string;
  readonly to: string;
  readonly at: string;
  /** Tells that this person said it on this machine (`sealedIntent`). */
  readonly seal?: string | undefined;
  /** Who asked, and where; absent from an earlier version or from a program that does not name it. */
  readonly by?: AnsweredBy | undefined;
} & (
  | UserMessage
  /** The dialog may be absent in a file of version 0.1.0. */
  | (Omit<UserAnswer, 'dialog'> & { readonly dialog?: DialogRef | undefined })
  | {
      readonly kind: 'changeQueued';
      readonly dialog: DialogRef;
      readonly queuedMsgId: string;
      readonly content: string;
    }
  | { readonly kind: 'removeQueued'; readonly dialog: DialogRef; readonly queuedMsgId: string }
  /** A person's intent on a draft dialogue; `dialog` is its root. */
  | { readonly kind: 'draft'; readonly dialog: DialogRef; readonly draft: DraftIntent }
  /** Ends a call; `dialog` is the root of its tree, here and below. */
  | { readonly kind: 'dismiss'; readonly dialog: DialogRef; readonly callId: CallId }
  /** Words for those who work on a call. */
  | { readonly kind: 'tell'; readonly dialog: DialogRef; readonly callId: CallId; readonly content: string }
  /** A person's change of the root's beliefs. */
  | { readonly kind: 'belief'; readonly dialog: DialogRef; readonly belief: BeliefIntent }
  /** Begins a root dialog, `dialog`, whose id the process that asks has chosen. */
  | { readonly kind: 'start'; readonly dialog: DialogRef; readonly start: HandedStart }
  | { readonly kind: 'stop'; readonly dialog: DialogRef; readonly tree: boolean }
  /** Ends the wait of a dialog before a retry, or of all of its tree. */
  | { readonly kind: 'retryNow'; readonly dialog: DialogRef; readonly tree: boolean; readonly by: AnsweredBy }
  | { readonly kind: 'stopAll' }
);
