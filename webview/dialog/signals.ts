// What a panel holds: what came of the host, and what the person is about.
import type { Signal } from '@preact/signals';
import type { BeliefPicture, Focus, RestoreOffer, ToHost } from '../../src/protocol/messages.ts';
import type { MessageAndRemedy } from '../../src/words/say.ts';
import type { Aim } from './composer/aim.ts';
import type { ComposerImage } from './composer/attached.ts';
import type { Suggested } from './composer/completion.ts';
import type { Find } from './conversation/find.ts';
import type { Picture } from './conversation/transcript.ts';
import type { NestedPicture } from './items/nested-dialogs.ts';
import type { RestoreChoice, Scroll } from './ui.ts';

/** A message that is being gone back to. */
export interface Restoring {
  readonly to: string;
  /** What would happen; absent while it is looked at. */
  readonly offer?: RestoreOffer;
  /** The message is being edited in the composer. What that held comes back when it is not sent. */
  readonly held?: { readonly text: string; readonly images: readonly ComposerImage[] };
  /** The id of the restore that was asked for. */
  readonly msgId?: string;
}

/** A message or answer that was sent and is not recorded yet. */
export interface Sent {
  readonly msgId: string;
  readonly content: string;
  readonly images: readonly ComposerImage[];
  /** '' for a message. */
  readonly questionId: string;
  /** An answer that was this queued message: its text is still there if the answer is refused. */
  readonly queuedMsgId?: string;
  /** A subdialog asks: it records the answer. */
  readonly isBelow?: true;
}

/** The item to scroll to: one that the host names, or one found here. */
export type Goal = Exclude<Focus, { readonly kind: 'composer' }> | { readonly kind: 'item'; readonly key: string };

/** `nth` tells two requests for the same thing apart. */
export type FocusRequest = { readonly nth: number; readonly on: Goal };

export interface Signals {
  readonly picture: Signal<Picture | undefined>;
  readonly drafts: Signal<Readonly<Record<string, string>>>;
  readonly aim: Signal<Aim>;
  readonly toggled: Signal<ReadonlySet<string>>;
  readonly scroll: Signal<Scroll>;
  readonly outbox: Signal<readonly Sent[]>;
  /** Why the last intent was refused, until the person continues. */
  readonly notice: Signal<MessageAndRemedy | undefined>;
  readonly focus: Signal<FocusRequest | undefined>;
  /** Counts the times that the focus was to go to the composer: what had it may be gone. */
  readonly composerFocus: Signal<number>;
  /** The question whose form is to take the focus as soon as it is there. */
  readonly formFocus: Signal<string | undefined>;
  /** What is suggested for the newest request, `nth`. */
  readonly suggestions: Signal<{ readonly nth: number } & Suggested>;
  /** Images that go with the next message. */
  readonly attached: Signal<readonly ComposerImage[]>;
  /** Addresses of images of the conversation by their hash; '' for one whose file is gone. */
  readonly shownImages: Signal<ReadonlyMap<string, string>>;
  /** Open questions whose buttons are in view: they need no further mention. */
  readonly inView: Signal<ReadonlySet<string>>;
  /** Subdialogs that are unfolded in place, by their id. */
  readonly nested: Signal<ReadonlyMap<string, NestedPicture>>;
  /** The turns of the dialogue state, as they were asked for last. */
  readonly belief: Signal<BeliefPicture | undefined>;
  readonly find: Signal<Find | undefined>;
  /** The message that is being gone back to, and what is restored then. */
  readonly restoring: Signal<Restoring | undefined>;
  readonly restoreChoice: Signal<RestoreChoice>;
  /** Read aloud politely. */
  readonly announcement: Signal<string>;
}

/** The door to the host, and ids for what goes through it. */
export interface Door {
  readonly post: (message: ToHost) => void;
  readonly newId: () => string;
}
