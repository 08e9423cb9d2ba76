// The Overview panel: dialog tree, registry and Q4H inbox side by side (SPEC 13.5). At most one in a window. Never
// drives; its end touches no run.
import { type Disposable, EventEmitter, env, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import type { Surface } from '../../core/dialog/answered-by.ts';
import { realTimer } from '../../pages/coalesce.ts';
import { OverviewSession, type OverviewSurfaceMessage } from '../../pages/overview-session.ts';
import type { PageFrame } from '../../pages/page-rtws.ts';
import type { ToOverview } from '../../protocol/overview.ts';
import type { Runtime } from '../../runtime.ts';
import type { EditorCommand } from '../commands/command.ts';
import { commandTable } from '../commands/table.ts';
import type { Host, PanelOfOverview } from '../host.ts';
import { isPrompting, regainFocus, shownIn } from '../notices/prompts.ts';
import { openPanelLink } from '../panel/open-panel-link.ts';
import { createPageLink, type PageLink } from '../panel/page-link.ts';
import { panelHtml, panelIcon, panelOptions } from '../panel/panel-html.ts';
import { firstStepWords, readOnlyOf } from '../reading-words.ts';
import { isScripted } from '../settings/settings.ts';
import { displayLanguage, t } from '../words.ts';

const OVERVIEW = 'dominds.overview';

export class OverviewPanels implements PanelOfOverview {
  readonly #host: () => Host;
  readonly #changes = new EventEmitter<void>();
  #open: OverviewPanel | undefined;

  /** The panel was shown, hidden or closed. */
  readonly onChange = this.#changes.event;

  constructor(host: () => Host) {
    this.#host = host;
  }

  /** Shows the panel, a new one if there is none. */
  open(): void {
    if (this.#open) this.#open.panel.reveal(undefined, isPrompting());
    else this.#adopt(window.createWebviewPanel(OVERVIEW, t('Overview'), shownIn(ViewColumn.Active)));
  }

  /** True if it is visible, with its inbox. */
  get isVisible(): boolean {
    return this.#open?.panel.visible === true;
  }

  /** Takes the panel of an earlier session back; a second one is closed. */
  registerSerializer(): Disposable {
    return window.registerWebviewPanelSerializer(OVERVIEW, {
      deserializeWebviewPanel: async panel => {
        if (this.#open) panel.dispose();
        else this.#adopt(panel);
      },
    });
  }

  #adopt(panel: WebviewPanel): void {
    const adopted = new OverviewPanel(this.#host(), panel);
    this.#open = adopted;
    const tell = () => this.#changes.fire();
    panel.onDidChangeViewState(tell);
    tell();
    panel.onDidDispose(() => {
      this.#open = undefined;
      adopted.dispose();
      tell();
    });
  }
}

class OverviewPanel {
  readonly panel: WebviewPanel;
  readonly #session: OverviewSession;
  readonly #link: PageLink<ToOverview>;
  readonly #disposables: Disposable[];

  constructor(host: Host, panel: WebviewPanel) {
    this.panel = panel;
    this.#session = new OverviewSession({
      rtws: host.rtws,
      inbox: host.inbox,
      ended: host.ended,
      timer: realTimer,
      surface: {
        name: 'overview',
        post: message => this.#post(message),
        language: displayLanguage,
        frame: runtime => frameOf(host, runtime),
        open: (dialog, focus) => host.panels.open(dialog, focus && { focus }),
        perform: message => performInEditor(host, message),
        failed: error => {
          host.log.error(error instanceof Error ? error : String(error));
          this.#post({ kind: 'refused', message: t('This could not be done.'), remedy: t('The log has details.') });
        },
        dropped: what => host.log.warn(`${what}: a message was not understood and dropped`),
      },
    });
    this.#link = createPageLink({
      post: message => panel.webview.postMessage(message),
      isVisible: () => panel.visible,
      isConnected: () => this.#session.isAskedFor,
      timer: realTimer,
    });
    this.#disposables = [
      panel.webview.onDidReceiveMessage(message => void this.#session.receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#session.hide();
        this.#link.viewChanged();
      }),
    ];
    const { extensionUri } = host.extension;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = panelOptions(extensionUri);
    panel.webview.html = panelHtml(panel.webview, extensionUri, { title: panel.title, bundle: 'overview' });
  }

  dispose(): void {
    this.#session.dispose();
    this.#link.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  #post(message: ToOverview): void {
    this.#link.post(message);
  }
}

async function performInEditor(host: Host, message: OverviewSurfaceMessage): Promise<void> {
  switch (message.kind) {
    case 'focusGiven':
      return regainFocus();
    case 'openLink':
      return openPanelLink(host, message.href);
    case 'copy':
      return void (await env.clipboard.writeText(message.content));
    case 'run':
      return commandNamed(message.command)?.run(host, targetOf(message));
    default:
      assertNever(message);
  }
}

function frameOf({ rtws }: Host, runtime: Runtime | undefined): PageFrame {
  const firstStep = firstStepWords(workspace.workspaceFolders ?? [], workspace.isTrusted);
  return {
    language: displayLanguage(),
    scripted: isScripted(runtime),
    ...readOnlyOf(rtws.reading),
    ...(firstStep !== undefined && { firstStep }),
  };
}

function commandNamed(name: string): EditorCommand | undefined {
  return commandTable.find(({ id }) => id === `dominds.${name}`);
}

function targetOf({ rootId, selfId }: { rootId?: string | undefined; selfId?: string | undefined }): unknown {
  return rootId === undefined ? undefined : { rootId, selfId: selfId ?? rootId, surface: 'overview' satisfies Surface };
}
