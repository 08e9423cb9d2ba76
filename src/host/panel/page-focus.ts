// The focus of one page, beside prompts of commands: one that is open is to have it, and the page is told so.
import type { Disposable } from 'vscode';
import { giveBackFocus, isPrompting, loseFocus, onPrompting } from '../notices/prompts.ts';

interface PageFocusPorts {
  readonly tell: (message: { readonly kind: 'prompting'; readonly open: boolean; readonly heard: number }) => void;
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
    this.#tell(isPrompting() && !this.#ports.isAwaited());
  }

  /** The editor gave the page the focus, for the `nth` time. */
  taken(nth: number): void {
    this.#heard = nth;
    // A page that is to get the focus keeps what it was given early: the prompt would take it once more, and the next keys with it.
    const isAwaited = this.#ports.isAwaited();
    if (isAwaited) loseFocus();
    this.#tell(!isAwaited && giveBackFocus());
  }

  #tell(open: boolean): void {
    this.#ports.tell({ kind: 'prompting', open, heard: this.#heard });
  }
}
