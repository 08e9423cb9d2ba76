// The focus of one page, beside prompts of commands: one that is open is to have it, and the page is told so.
import type { Disposable } from 'vscode';
import { assertNever } from '../../core/assert.ts';
import type { FocusPacket, PromptingPacket } from '../../protocol/focus-packets.ts';
import { giveBackFocus, giveBackKeys, isPrompting, loseFocus, onPrompting } from '../notices/prompts.ts';

interface PageFocusPorts {
  readonly tell: (packet: PromptingPacket) => void;
  /** True while the prompt that is open keeps keys for this page. */
  readonly isAwaited: () => boolean;
}

export class PageFocus {
  readonly #ports: PageFocusPorts;
  readonly #following: Disposable;
  /** The last time that the page told of the focus it was given. */
  #heard = 0;

  constructor(ports: PageFocusPorts) {
    this.#ports = ports;
    this.#following = onPrompting(open => this.#tell(open));
  }

  dispose(): void {
    this.#following.dispose();
  }

  /** The page is there. */
  arrived(): void {
    this.#tellNow();
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
      default:
        assertNever(message);
    }
  }

  #tellNow(): void {
    this.#tell(isPrompting() && !this.#ports.isAwaited());
  }

  #tell(open: boolean): void {
    this.#ports.tell({ kind: 'prompting', open, heard: this.#heard });
  }
}
