// Everything of one window, put together once on activation and handed to commands, panels and notices.
import type { CommentReply, Event, ExtensionContext, LogOutputChannel, ViewColumn } from 'vscode';
import type { DialogRef, RootId } from '../core/base/ids.ts';
import type { Standing } from '../core/dialog/view/standing.ts';
import type { Ended } from '../pages/ended.ts';
import type { Inbox } from '../pages/inbox.ts';
import type { Focus } from '../protocol/messages.ts';
import type { NewDialog } from '../protocol/new-dialog.ts';
import type { BrowserPages } from './browser-pages.ts';
import type { EditorMinds } from './minds.ts';
import type { OpenRtws } from './open/open-rtws.ts';
import type { KeptImages } from './panel/kept-images.ts';

/** Where a panel opens and what it shows first. */
export interface OpenPanel {
  readonly focus?: Focus;
  readonly column?: ViewColumn;
  /** Absent: where the person left dialogs last. */
  readonly home?: 'sideBar' | 'editor';
}

/** The open panels of dialogs, one a dialog. */
export interface PanelsOfDialogs {
  /** A panel was shown, hidden or closed. */
  readonly onChange: Event<void>;
  /** The dialog whose panel is the active editor, or visible in the side bar. */
  readonly active: DialogRef | undefined;
  /** True if that panel is one of a dialog that is not begun. */
  readonly isNewActive: boolean;
  /** The dialog whose panel was in front last, and is still there. */
  readonly last: DialogRef | undefined;
  /** Shows the panel of a dialog, a new one if there is none. */
  open(dialog: DialogRef, how?: OpenPanel): void;
  /** Shows a panel whose first message begins a dialog with these choices; `add` goes into its composer. */
  openNew(choices?: NewDialog, add?: string): void;
  /** Shows a dialog in the side bar or in a tab. */
  move(dialog: DialogRef, home: 'sideBar' | 'editor'): void;
  /** True if the dialog is visible. */
  isVisible(dialog: DialogRef): boolean;
  /** Closes the panels of a root dialog and of its subdialogs; their titles, the root's first. */
  closeTree(rootId: RootId): readonly string[];
}

/** The panel of the Overview, which is there once or not at all. */
export interface PanelOfOverview {
  /** The panel was shown, hidden or closed. */
  readonly onChange: Event<void>;
  /** True if it is visible, with its inbox. */
  readonly isVisible: boolean;
  /** Shows the panel, a new one if there is none. */
  open(): void;
}

/** A comment beside changed lines, as a message to the dialog that changed them. */
export interface CommentMessage {
  readonly dialog: DialogRef;
  readonly content: string;
  /** It was sent: it stands beside the lines while their file is listed. */
  sent(): void;
}

/** What dialogs changed, in the parts of the editor that are made for changes. */
export interface ShownChanges {
  /** Shows the changes of this root from now on. */
  follow(rootId: RootId): void;
  /** The message that a comment is; undefined when no dialog that is followed changed its file. */
  messageOf(reply: CommentReply): Promise<CommentMessage | undefined>;
}

export interface Host {
  readonly extension: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly rtws: OpenRtws;
  readonly minds: EditorMinds;
  readonly inbox: Inbox;
  readonly ended: Ended;
  readonly panels: PanelsOfDialogs;
  readonly changes: ShownChanges;
  readonly keptImages: KeptImages;
  readonly overview: PanelOfOverview;
  readonly browser: BrowserPages;
  /**
   * The dialog that is meant when a command names none: that of the panel in front, else the one selected in a tree.
   */
  readonly dialogInFront: () => DialogRef | undefined;
  readonly showMoreDialogs: (standing: Standing) => void;
  readonly showRegistry: (rootId: RootId) => void;
}
