// Everything of one window, put together once on activation and handed to commands, panels and notices.
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { DialogRef, RootId } from '../core/dialog/ids.ts';
import type { Standing } from '../core/dialog/standing.ts';
import type { Ended } from '../pages/ended.ts';
import type { Inbox } from '../pages/inbox.ts';
import type { BrowserPages } from './browser-pages.ts';
import type { Minds } from './minds.ts';
import type { OpenRtws } from './open-rtws.ts';
import type { OverviewPanels } from './overview/overview-panel.ts';
import type { DialogPanels } from './panel/dialog-panels.ts';

export interface Host {
  readonly extension: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly rtws: OpenRtws;
  readonly minds: Minds;
  readonly inbox: Inbox;
  readonly ended: Ended;
  readonly panels: DialogPanels;
  readonly overview: OverviewPanels;
  readonly browser: BrowserPages;
  /** The dialog that is meant when a command names none: that of the panel in front, else the one selected in a tree. */
  readonly dialogInFront: () => DialogRef | undefined;
  readonly showMoreDialogs: (standing: Standing) => void;
  readonly showRegistry: (rootId: RootId) => void;
}
