// Where a dialog is shown: a tab of the editor, or the view in the side bar. Both are the same panel (SPEC 25.6).
import {
  type Disposable,
  TabInputCustom,
  TabInputNotebook,
  TabInputNotebookDiff,
  TabInputText,
  TabInputTextDiff,
  TabInputWebview,
  type Uri,
  ViewColumn,
  type Webview,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { SECTION } from '../settings/settings.ts';
import { panelIcon } from './panel-html.ts';

export type Home = 'sideBar' | 'editor';

export const VIEW_TYPE = 'dominds.dialog';

/** The webview of one dialog, and how the editor shows it. */
export interface PanelPlace {
  readonly home: Home;
  readonly webview: Webview;
  readonly isVisible: boolean;
  /** True if commands without a target mean this dialog. */
  readonly isActive: boolean;
  /** Of a tab. */
  readonly column: ViewColumn | undefined;
  title: string;
  reveal(preserveFocus: boolean): void;
  /** It was shown or hidden. */
  onDidChange(listener: () => void): Disposable;
  /** It is gone, or shows another dialog. */
  onDidEnd(listener: () => void): Disposable;
  /** Ends it. */
  end(): void;
}

/** The place of a tab. */
export function tabPlace(panel: WebviewPanel, extension: Uri): PanelPlace {
  panel.iconPath = panelIcon(extension);
  return {
    home: 'editor',
    webview: panel.webview,
    get isVisible() {
      return panel.visible;
    },
    get isActive() {
      return panel.active;
    },
    get column() {
      return panel.viewColumn;
    },
    get title() {
      return panel.title;
    },
    set title(title) {
      if (title !== panel.title) panel.title = title;
    },
    reveal: preserveFocus => panel.reveal(panel.viewColumn, preserveFocus),
    onDidChange: listener => panel.onDidChangeViewState(listener),
    onDidEnd: listener => panel.onDidDispose(listener),
    end: () => panel.dispose(),
  };
}

/** Where the person left dialogs last. */
export function homeOfDialogs(): Home {
  return workspace.getConfiguration(SECTION).get('home') === 'sideBar' ? 'sideBar' : 'editor';
}

/** True if there is a tab of a dialog, shown since the window opened or not. */
export function hasDialogTab(): boolean {
  return window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => isDialog(input)));
}

/** The column for a dialog that is not open: that of another dialog, else one in which no code is looked at. */
export function columnForDialog(): ViewColumn {
  const { all, activeTabGroup } = window.tabGroups;
  const groups = [activeTabGroup, ...all];
  const place =
    groups.find(({ activeTab }) => isDialog(activeTab?.input)) ??
    groups.find(({ activeTab }) => !isCode(activeTab?.input));
  return place?.viewColumn ?? Math.min(all.length + 1, ViewColumn.Nine);
}

function isDialog(input: unknown): boolean {
  return input instanceof TabInputWebview && input.viewType.endsWith(VIEW_TYPE);
}

const codeInputs = [TabInputText, TabInputTextDiff, TabInputCustom, TabInputNotebook, TabInputNotebookDiff];

function isCode(input: unknown): boolean {
  return codeInputs.some(kind => input instanceof kind);
}
