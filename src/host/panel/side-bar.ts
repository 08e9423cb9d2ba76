// The view in the side bar that shows one dialog at a time, in the same panel as a tab of the editor (SPEC 25.6).
import {
  commands,
  type Disposable,
  EventEmitter,
  type Memento,
  type WebviewView,
  type WebviewViewProvider,
  type WebviewViewResolveContext,
  window,
} from 'vscode';
import { type DialogRef, formatRef } from '../../core/base/ids.ts';
import type { Focus } from '../../protocol/messages.ts';
import type { NewDialog } from '../../protocol/new-dialog.ts';
import { isPrompting } from '../notices/prompts.ts';
import type { PanelPlace } from './panel-place.ts';
import { dialogOfState, unbegunOfState } from './panel-state.ts';

const VIEW = 'dominds.home';
/** The dialog that the view shows, over a reload of the window. */
const SHOWN_KEY = 'dominds.sideBar';

/** A dialog to show; `unbegun`: its first message begins it. */
export interface ToShow {
  readonly dialog: DialogRef;
  readonly unbegun?: NewDialog | undefined;
  readonly focus?: Focus | undefined;
}

interface SideBarPorts {
  readonly memory: Memento;
  /** Makes the panel of a dialog in a place. */
  readonly adopt: (place: PanelPlace, shown: ToShow) => void;
  /** For a view that has nothing to show. */
  readonly fresh: () => ToShow;
}

export class SideBar implements WebviewViewProvider {
  readonly #ports: SideBarPorts;
  #view: WebviewView | undefined;
  #place: SideBarPlace | undefined;
  #wanted: ToShow | undefined;

  constructor(ports: SideBarPorts) {
    this.#ports = ports;
  }

  register(): Disposable {
    return window.registerWebviewViewProvider(VIEW, this);
  }

  /** Shows a dialog in place of the one that is shown. */
  show(wanted: ToShow): void {
    this.#wanted = wanted;
    if (!this.#view) {
      void commands.executeCommand(`${VIEW}.focus`, { preserveFocus: isPrompting() });
      return;
    }
    this.#fill(this.#view, wanted);
    this.#view.show(isPrompting());
  }

  /** From now on a reload shows this. */
  remember({ dialog, unbegun }: ToShow): void {
    this.#wanted = { dialog, unbegun };
    void this.#ports.memory.update(SHOWN_KEY, { ...dialog, ...(unbegun && { unbegun }) });
  }

  resolveWebviewView(view: WebviewView, { state }: WebviewViewResolveContext): void {
    this.#view = view;
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#place?.end();
    });
    this.#fill(view, this.#wanted ?? shownBefore(this.#ports.memory, state) ?? this.#ports.fresh());
  }

  #fill(view: WebviewView, shown: ToShow): void {
    this.#place?.end();
    this.#place = new SideBarPlace(view);
    this.remember(shown);
    this.#ports.adopt(this.#place, shown);
  }

  /** Shows a new dialog in place of one that was deleted or moved. */
  clear(): void {
    if (this.#view) this.#fill(this.#view, this.#ports.fresh());
  }
}

function shownBefore(memory: Memento, pages: unknown): ToShow | undefined {
  const kept = memory.get<unknown>(SHOWN_KEY);
  const dialog = dialogOfState(kept);
  if (!dialog) return undefined;
  // The page knows the newest choices.
  const page = (pages as Readonly<Record<string, unknown>> | undefined)?.[formatRef(dialog)];
  return { dialog, unbegun: unbegunOfState(page ?? kept) };
}

class SideBarPlace implements PanelPlace {
  readonly home = 'sideBar';
  readonly column = undefined;
  readonly #view: WebviewView;
  readonly #ends = new EventEmitter<void>();
  readonly #following: Disposable[] = [];
  readonly onDidEnd = this.#ends.event;

  constructor(view: WebviewView) {
    this.#view = view;
  }

  get webview() {
    return this.#view.webview;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get isActive(): boolean {
    return this.#view.visible;
  }

  get title(): string {
    return this.#view.title ?? '';
  }

  set title(title: string) {
    this.#view.title = title;
  }

  reveal(preserveFocus: boolean): void {
    this.#view.show(preserveFocus);
  }

  onDidChange(listener: () => void): Disposable {
    const following = this.#view.onDidChangeVisibility(listener);
    this.#following.push(following);
    return following;
  }

  end(): void {
    this.#ends.fire();
    this.#ends.dispose();
    for (const each of this.#following) each.dispose();
  }
}
