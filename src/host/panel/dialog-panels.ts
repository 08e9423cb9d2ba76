// The open dialog panels of this window, one a dialog, and how the editor brings them back after a reload (SPEC 13.10).
import { commands, type Disposable, EventEmitter, type Memento, type WebviewPanel, window } from 'vscode';
import { createIds, type DialogRef, formatRef, isRootRef, type RootId, rootRef } from '../../core/base/ids.ts';
import { memberName } from '../../pages/member-name.ts';
import type { Focus } from '../../protocol/messages.ts';
import type { NewDialog } from '../../protocol/new-dialog.ts';
import type { Host, OpenPanel, PanelsOfDialogs } from '../host.ts';
import { shownIn } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { DialogPanel, panelTitle } from './dialog-panel.ts';
import { discardEmpty } from './discard-empty.ts';
import { columnForDialog, type Home, homeOfDialogs, type PanelPlace, tabPlace, VIEW_TYPE } from './panel-place.ts';
import { dialogOfState, unbegunOfState } from './panel-state.ts';
import { SideBar, type ToShow } from './side-bar.ts';

const newId = createIds(Date.now, Math.random);

export class DialogPanels implements PanelsOfDialogs {
  readonly #panels = new Map<string, DialogPanel>();
  readonly #host: () => Host;
  readonly #changes = new EventEmitter<void>();
  readonly #sideBar: SideBar;
  #front: DialogPanel | undefined;
  /** What was typed into a new dialog that was closed, offered again so that it is not lost. */
  #unsent = '';

  /** A panel was shown, hidden or closed. */
  readonly onChange = this.#changes.event;

  constructor(host: () => Host, memory: Memento) {
    this.#host = host;
    this.#sideBar = new SideBar({
      memory,
      adopt: (place, shown) => this.#adopt(place, shown),
      fresh: () => ({ dialog: rootRef(newId() as RootId), unbegun: {} }),
    });
  }

  /** Shows the panel of a dialog, a new one if there is none. */
  open(dialog: DialogRef, how: OpenPanel = {}): void {
    const open = this.#panels.get(formatRef(dialog));
    if (open) open.reveal(how.focus);
    else this.#show({ dialog }, how);
  }

  /** Shows a panel whose first message begins a dialog with these choices. */
  openNew(choices: NewDialog = {}, add = ''): void {
    const isPlain = Object.keys(choices).length === 0;
    const open = isPlain ? [...this.#panels.values()].find(({ unbegun }) => unbegun) : undefined;
    const words = open ? add : this.#unsent + add;
    if (!open) this.#unsent = '';
    const focus: Focus = { kind: 'composer', ...(words !== '' && { add: words }) };
    if (open) open.reveal(focus);
    else this.#show({ dialog: rootRef(newId() as RootId), unbegun: choices }, { focus });
  }

  /** Shows the dialog in the other home, with what is typed into it. */
  move(dialog: DialogRef, home: Home): void {
    const open = this.#panels.get(formatRef(dialog));
    if (open?.place.home === home) {
      open.reveal();
      return;
    }
    const { unbegun, typed = '' } = open ?? {};
    if (open) this.#panels.delete(formatRef(dialog));
    this.#show({ dialog, unbegun }, { home, focus: { kind: 'composer', ...(typed !== '' && { add: typed }) } });
    if (!open) return;
    if (home === 'editor') this.#sideBar.clear();
    else open.place.end();
  }

  /** True if the dialog is visible. */
  isVisible(dialog: DialogRef): boolean {
    return this.#panels.get(formatRef(dialog))?.place.isVisible === true;
  }

  /** Closes the panels of all dialogs of a tree; their titles, the root's first. */
  closeTree(rootId: RootId): readonly string[] {
    const ofTree = [...this.#panels.values()].filter(({ dialog }) => dialog.rootId === rootId);
    const ordered = ofTree.sort((a, b) => Number(isRootRef(b.dialog)) - Number(isRootRef(a.dialog)));
    return ordered.map(({ place }) => {
      const { title } = place;
      if (place.home === 'sideBar') this.#sideBar.clear();
      else place.end();
      return title;
    });
  }

  /** The dialog whose panel is the active editor, or in the side bar in sight. */
  get active(): DialogRef | undefined {
    const active = this.#active();
    return active?.unbegun ? undefined : active?.dialog;
  }

  get isNewActive(): boolean {
    return this.#active()?.unbegun !== undefined;
  }

  get last(): DialogRef | undefined {
    return this.#front?.dialog;
  }

  /** Takes panels of an earlier session back; one whose state is not ours is closed. */
  register(): Disposable[] {
    const tabs = window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async (panel: WebviewPanel, state: unknown) => {
        const dialog = dialogOfState(state);
        if (dialog && !this.#panels.has(formatRef(dialog)))
          this.#adopt(this.#tab(panel), { dialog, unbegun: unbegunOfState(state) });
        else panel.dispose();
      },
    });
    return [tabs, this.#sideBar.register()];
  }

  #active(): DialogPanel | undefined {
    return [this.#front, ...this.#panels.values()].find(panel => panel?.place.isActive);
  }

  #show(shown: ToShow, { home = homeOfDialogs(), column, focus }: OpenPanel): void {
    const wanted = { ...shown, focus };
    if (home === 'sideBar') {
      this.#sideBar.show(wanted);
      return;
    }
    const title = firstTitle(this.#host(), shown.dialog);
    const panel = window.createWebviewPanel(VIEW_TYPE, title, shownIn(column ?? columnForDialog()));
    this.#adopt(this.#tab(panel), wanted);
  }

  #tab(panel: WebviewPanel): PanelPlace {
    return tabPlace(panel, this.#host().extension.extensionUri);
  }

  #adopt(place: PanelPlace, { dialog, unbegun, focus }: ToShow): void {
    const tellEditor = () =>
      void commands.executeCommand('setContext', 'dominds.dialogInFront', this.active !== undefined);
    const noteFront = () => {
      if (place.isActive) this.#front = adopted;
      if (place.isVisible) this.#host().ended.lookAt(dialog);
      tellEditor();
      if (place.isActive && !adopted.unbegun) this.#host().showRegistry(dialog.rootId);
      this.#changes.fire();
    };
    const begun = () => {
      if (place.home === 'sideBar') this.#sideBar.remember({ dialog });
      noteFront();
    };
    const adopted = new DialogPanel(this.#host(), { place, dialog, unbegun, begun, inFront: noteFront });
    this.#panels.set(formatRef(dialog), adopted);
    place.onDidChange(noteFront);
    place.onDidEnd(() => {
      if (this.#panels.get(formatRef(dialog)) === adopted) {
        this.#panels.delete(formatRef(dialog));
        if (adopted.unbegun) this.#unsent = adopted.typed;
      }
      if (this.#front === adopted) this.#front = undefined;
      adopted.dispose({ isMoved: this.#panels.has(formatRef(dialog)) });
      void this.#discard(dialog);
      tellEditor();
      this.#changes.fire();
    });
    noteFront();
    if (focus) adopted.reveal(focus);
  }

  async #discard(dialog: DialogRef): Promise<void> {
    const { rtws, log } = this.#host();
    if (this.#panels.has(formatRef(dialog)) || !rtws.runtime) return;
    await discardEmpty(rtws.runtime, dialog).catch(error => log.error(error));
  }
}

/** The title until the panel has its dialog: of a root, what the list says. */
function firstTitle({ rtws }: Host, dialog: DialogRef): string {
  const root = isRootRef(dialog) && rtws.runtime?.listRoots().find(({ rootId }) => rootId === dialog.rootId);
  return root ? panelTitle(memberName(rtws.runtime, root.agentId), { ...root, ref: dialog }) : t('Dialog');
}
