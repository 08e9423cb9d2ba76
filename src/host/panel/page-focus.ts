// The focus of one page, beside prompts of commands: one that is open is to have it, and the page is told so.
import type { Disposable } from 'vscode';
import { assertNever } from '../../core/assert.ts';
import type { Timer } from '../../pages/coalesce.ts';
import type { FocusPacket, PromptingPacket } from '../../protocol/focus-packets.ts';
import {
  awaitKeysOf,
  giveBackFocus,
  giveBackKeys,
  isPrompting,
  type KeyTeller,
  loseFocus,
  onPrompting,
} from '../notices/prompts.ts';
import type { PageLink } from './page-link.ts';

/** Milliseconds that a prompt waits for a page that says nothing. */
const LONGEST_SILENCE_MS = 3_000;

interface PageFocusPorts {
  readonly link: Pick<PageLink<PromptingPacket>, 'post' | 'isThere'>;
  /** True while the prompt that is open keeps keys for this page. */
  readonly isAwaited: () => boolean;
  readonly timer: Timer;
}

export class PageFocus implements KeyTeller {
  readonly #ports: PageFocusPorts;
  readonly #following: readonly Disposable[];
  /** The last time that the page told of the focus it was given. */
  #heard = 0;
  /** How often the page was asked to tell what was typed into it. */
  #wanted = 0;
  /** What waits for that, by the number of its asking. */
  readonly #waiting = new Map<number, () => void>();

  constructor(ports: PageFocusPorts) {
    this.#ports = ports;
    this.#following = [onPrompting(open => this.#tell(open)), awaitKeysOf(this)];
  }

  dispose(): void {
    for (const each of this.#following) each.dispose();
    this.#told(this.#wanted);
  }

  /** The page is there. */
  arrived(): void {
    this.#tellNow();
  }

  /** Resolves soon where no page answers. */
  async keysTold(): Promise<void> {
    if (!this.#ports.link.isThere) return;
    const nth = ++this.#wanted;
    const told = new Promise<void>(resolve => this.#waiting.set(nth, resolve));
    const silence = this.#ports.timer(LONGEST_SILENCE_MS, () => this.#told(nth));
    this.#tellNow();
    await told;
    silence.dispose();
  }

  async perform(message: FocusPacket): Promise<void> {
    switch (message.kind) {
      case 'focusGiven':
        this.#heard = message.nth;
        loseFocus();
        return this.#tellNow();
      case 'focusTaken':
        // A page that is to get the focus keeps what it has early: the prompt would take it once more, and the next keys with it.
        return this.#ports.isAwaited() ? undefined : giveBackFocus();
      case 'keysTaken':
        return giveBackKeys(message.keys);
      case 'keysTold':
        return this.#told(message.nth);
      default:
        assertNever(message);
    }
  }

  /** The page has answered this asking, and those before it. */
  #told(nth: number): void {
    for (const [asked, resolve] of this.#waiting) {
      if (asked > nth) return;
      this.#waiting.delete(asked);
      resolve();
    }
  }

  #tellNow(): void {
    this.#tell(isPrompting() && !this.#ports.isAwaited());
  }

  #tell(open: boolean): void {
    this.#ports.link.post({ kind: 'prompting', open, heard: this.#heard, wanted: this.#wanted });
  }
}
