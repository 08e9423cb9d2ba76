// The Overview panel: dialog tree, registry and Q4H inbox side by side (SPEC 13.5). At most one in a window. Never drives; its
// end touches no run.
import { type Disposable, env, ViewColumn, type WebviewPanel, window } from 'vscode';
import { assertNever } from '../../core/assert.ts';
import type { DialogId, DialogRef, RootId } from '../../core/dialog/ids.ts';
import { answeredDialog } from '../../core/packets.ts';
import { realTimer } from '../../pages/coalesce.ts';
import { OverviewFeed } from '../../pages/overview-feed.ts';
import { memberLabels } from '../../pages/snapshot.ts';
import { type OverviewToHost, parseOverviewToHost, type ToOverview } from '../../protocol/overview.ts';
import type { Command } from '../commands/command.ts';
import { commandTable } from '../commands/table.ts';
import type { Host } from '../host.ts';
import { openPanelLink } from '../panel/open-panel-link.ts';
import { createPageLink, type PageLink } from '../panel/page-link.ts';
import { panelHtml, panelIcon, panelOptions } from '../panel/panel-html.ts';
import { readOnlyOf } from '../reading-words.ts';
import { isScripted } from '../settings.ts';
import { displayLanguage, refusalWords, t } from '../words.ts';

export const OVERVIEW = 'dominds.overview';

export class OverviewPanels {
  readonly #host: () => Host;
  #open: OverviewPanel | undefined;

  constructor(host: () => Host) {
    this.#host = host;
  }

  /** Shows the panel, a new one if there is none. */
  open(): void {
    if (this.#open) this.#open.panel.reveal();
    else this.#adopt(window.createWebviewPanel(OVERVIEW, t('Overview'), ViewColumn.Active));
  }

  /** Whether it is in front of the person, with its inbox. */
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
    panel.onDidDispose(() => {
      this.#open = undefined;
      adopted.dispose();
    });
  }
}

class OverviewPanel {
  readonly panel: WebviewPanel;
  readonly #host: Host;
  readonly #feed: OverviewFeed;
  readonly #link: PageLink<ToOverview>;
  readonly #disposables: Disposable[];

  constructor(host: Host, panel: WebviewPanel) {
    this.#host = host;
    this.panel = panel;
    const { rtws, inbox } = host;
    this.#feed = new OverviewFeed({
      runtime: () => rtws.runtime,
      inbox: () => inbox,
      frame: () => frameOf(host),
      post: message => this.#post(message),
      onError: error => host.log.error(error instanceof Error ? error : String(error)),
      timer: realTimer,
    });
    this.#link = createPageLink({
      post: message => panel.webview.postMessage(message),
      isVisible: () => panel.visible,
      isConnected: () => this.#feed.isWatched,
      timer: realTimer,
    });
    this.#disposables = [
      panel.webview.onDidReceiveMessage(message => void this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#feed.close();
        this.#link.viewChanged();
      }),
      rtws.onEvent(event => this.#feed.receive(event)),
      rtws.onChange(() => this.#feed.refresh()),
      inbox.onChange(() => this.#feed.refresh()),
    ];
    const { extensionUri } = host.extension;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = panelOptions(extensionUri);
    panel.webview.html = panelHtml(panel.webview, extensionUri, { title: panel.title, bundle: 'overview' });
  }

  dispose(): void {
    this.#feed.close();
    this.#link.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = parseOverviewToHost(message);
    if (!parsed) return this.#host.log.warn('overview: a message was not understood and dropped');
    try {
      await this.#do(parsed);
    } catch (error) {
      this.#host.log.error(error instanceof Error ? error : String(error));
      this.#post({ kind: 'refused', message: t('This could not be done.'), remedy: t('The log has details.') });
    }
  }

  async #do(message: OverviewToHost): Promise<void> {
    const { panels, inbox } = this.#host;
    switch (message.kind) {
      case 'watch':
        return this.#feed.watch(message, message.fresh === true);
      case 'drive_dialog_by_user_answer':
        return this.#answer(message);
      case 'openDialog':
        return panels.open(refOf(message));
      case 'openQuestion':
        return panels.open(refOf(message), { focus: { kind: 'question', questionId: message.questionId } });
      case 'forgetClosed':
        return inbox.forgetClosed();
      case 'openLink':
        return openPanelLink(this.#host, message.href);
      case 'copy':
        return void (await env.clipboard.writeText(message.content));
      case 'run':
        return commandNamed(message.command)?.run(this.#host, targetOf(message));
      default:
        assertNever(message);
    }
  }

  async #answer(packet: Extract<OverviewToHost, { kind: 'drive_dialog_by_user_answer' }>): Promise<void> {
    const { msgId, questionId, content } = packet;
    const dialog = answeredDialog(packet);
    const { rtws } = this.#host;
    const opened = await rtws.open();
    const outcome = opened.ok
      ? (rtws.refusalToDrive() ??
        (await opened.runtime.answer({
          questionId,
          content,
          msgId,
          dialog,
          by: { kind: 'person', surface: 'overview' },
        })))
      : opened;
    if (outcome.ok) return;
    this.#post({ kind: 'refused', msgId, message: outcome.message, remedy: outcome.remedy });
  }

  #post(message: ToOverview): void {
    const told = message.kind === 'refused' ? { ...message, ...refusalWords(message) } : message;
    this.#link.post(told);
  }
}

function frameOf({ rtws }: Host): Extract<ToOverview, { kind: 'frame' }> {
  const { runtime, reading } = rtws;
  return {
    kind: 'frame',
    language: displayLanguage(),
    members: runtime ? memberLabels(runtime.team().team) : [],
    ...readOnlyOf(reading),
    ...(isScripted(runtime) && { scripted: 'playbook' }),
  };
}

function commandNamed(name: string): Command | undefined {
  return commandTable.find(({ id }) => id === `dominds.${name}`);
}

function targetOf({ rootId, selfId }: { rootId?: string | undefined; selfId?: string | undefined }): unknown {
  return rootId === undefined ? undefined : { rootId, selfId: selfId ?? rootId };
}

/** What a page says is untrusted in shape; an id that names nothing is refused by the runtime. */
function refOf({ rootId, selfId }: { readonly rootId: string; readonly selfId: string }): DialogRef {
  return { rootId: rootId as RootId, selfId: selfId as DialogId };
}
