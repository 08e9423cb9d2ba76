// The open dialog panels of this window, one a dialog, and how the editor brings them back after a reload (SPEC 13.10).
import {
  commands,
  type Disposable,
  EventEmitter,
  TabInputWebview,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import { type DialogId, type DialogRef, formatRef, isId, isRootRef, type RootId } from '../../core/base/ids.ts';
import { memberName } from '../../pages/member-name.ts';
import type { Focus } from '../../protocol/messages.ts';
import type { Host, OpenPanel, PanelsOfDialogs } from '../host.ts';
import { shownIn } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { DialogPanel, panelTitle } from './dialog-panel.ts';
import { discardEmpty } from './discard-empty.ts';

const VIEW_TYPE = 'dominds.dialog';

/** True if there is a tab of a dialog, shown since the window opened or not. */
export function hasDialogTab(): boolean {
  const tabs = window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.some(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith(VIEW_TYPE));
}

export class DialogPanels implements PanelsOfDialogs {
  readonly #panels = new Map<string, DialogPanel>();
  readonly #host: () => Host;
  readonly #changes = new EventEmitter<void>();
  #front: DialogPanel | undefined;

  /** A panel was shown, hidden or closed. */
  readonly onChange = this.#changes.event;

  constructor(host: () => Host) {
    this.#host = host;
  }

  /** Shows the panel of a dialog, a new one if there is none. */
  open(dialog: DialogRef, { focus, column }: OpenPanel = {}): void {
    const open = this.#panels.get(formatRef(dialog));
    if (open) {
      open.reveal(focus);
      return;
    }
    const title = firstTitle(this.#host(), dialog);
    const panel = window.createWebviewPanel(VIEW_TYPE, title, shownIn(column ?? ViewColumn.Active));
    this.#adopt(panel, dialog, focus);
  }

  /** True if the dialog is visible. */
  isVisible(dialog: DialogRef): boolean {
    return this.#panels.get(formatRef(dialog))?.panel.visible === true;
  }

  /** Closes the panels of all dialogs of a tree; their titles, the root's first. */
  closeTree(rootId: RootId): readonly string[] {
    const ofTree = [...this.#panels.values()].filter(({ dialog }) => dialog.rootId === rootId);
    const ordered = ofTree.sort((a, b) => Number(isRootRef(b.dialog)) - Number(isRootRef(a.dialog)));
    return ordered.map(({ panel }) => {
      const { title } = panel;
      panel.dispose();
      return title;
    });
  }

  /** The dialog whose panel is the active editor. */
  get active(): DialogRef | undefined {
    return this.#front?.panel.active ? this.#front.dialog : undefined;
  }

  get last(): DialogRef | undefined {
    return this.#front?.dialog;
  }

  /** Takes panels of an earlier session back; one whose state is not ours is closed. */
  registerSerializer(): Disposable {
    return window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async (panel: WebviewPanel, state: unknown) => {
        const dialog = dialogOfState(state);
        if (dialog && !this.#panels.has(formatRef(dialog))) this.#adopt(panel, dialog);
        else panel.dispose();
      },
    });
  }

  #adopt(panel: WebviewPanel, dialog: DialogRef, focus?: Focus): void {
    const adopted = new DialogPanel(this.#host(), panel, dialog);
    this.#panels.set(formatRef(dialog), adopted);
    const tellEditor = () =>
      void commands.executeCommand('setContext', 'dominds.dialogInFront', this.active !== undefined);
    const noteFront = () => {
      if (panel.active) this.#front = adopted;
      if (panel.visible) this.#host().ended.lookAt(dialog);
      tellEditor();
      if (panel.active) this.#host().showRegistry(dialog.rootId);
      this.#changes.fire();
    };
    panel.onDidChangeViewState(noteFront);
    panel.onDidDispose(() => {
      this.#panels.delete(formatRef(dialog));
      if (this.#front === adopted) this.#front = undefined;
      adopted.dispose();
      void this.#discard(dialog);
      tellEditor();
      this.#changes.fire();
    });
    noteFront();
    if (focus) adopted.reveal(focus);
  }

  async #discard(dialog: DialogRef): Promise<void> {
    const { rtws, log } = this.#host();
    if (rtws.runtime) await discardEmpty(rtws.runtime, dialog).catch(error => log.error(error));
  }
}

/** The title until the panel has its dialog: of a root, what the list says. */
function firstTitle({ rtws }: Host, dialog: DialogRef): string {
  const root = isRootRef(dialog) && rtws.runtime?.listRoots().find(({ rootId }) => rootId === dialog.rootId);
  return root ? panelTitle(memberName(rtws.runtime, root.agentId), { ...root, ref: dialog }) : t('Dialog');
}

/** The panel's own state, written by the webview: untrusted until looked at. */
function dialogOfState(state: unknown): DialogRef | undefined {
  const { rootId, selfId } = (state ?? {}) as { rootId?: unknown; selfId?: unknown };
  if (typeof rootId !== 'string' || typeof selfId !== 'string' || !isId(rootId) || !isId(selfId)) return undefined;
  return { rootId: rootId as RootId, selfId: selfId as DialogId };
}
