// One dialog in a webview panel: the editor's side of its session. Never drives, and its end touches no run.
import { commands, type Disposable, env } from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import { type AgentId, type DialogRef, formatRef, rootRef } from '../../core/base/ids.ts';
import { realTimer } from '../../pages/coalesce.ts';
import { DialogSession } from '../../pages/dialog-session.ts';
import type { SurfaceMessage } from '../../pages/dialog-surface.ts';
import { suggest } from '../../pages/file-suggestions.ts';
import { memberName } from '../../pages/member-name.ts';
import type { PageFrame } from '../../pages/page-rtws.ts';
import type { Focus, ToWebview } from '../../protocol/messages.ts';
import type { NewDialog } from '../../protocol/new-dialog.ts';
import type { Runtime } from '../../runtime.ts';
import { answerNext } from '../commands/answer-question.ts';
import { completeRootInEditor } from '../commands/life-cycle.ts';
import type { Host } from '../host.ts';
import { isPrompting, regainFocus } from '../notices/prompts.ts';
import { saveOpen } from '../open/open-buffers.ts';
import { readOnlyOf } from '../reading-words.ts';
import { dialogLabel } from '../rows/dialog-rows.ts';
import { isScripted } from '../settings/settings.ts';
import { displayLanguage, t } from '../words.ts';
import { insertCode, openCode } from './code-to-editor.ts';
import { pathsInside, suggestFiles } from './mention-files.ts';
import { openPanelLink } from './open-panel-link.ts';
import { createPageLink, type PageLink } from './page-link.ts';
import { panelHtml, panelOptions } from './panel-html.ts';
import { PanelImages } from './panel-images.ts';
import type { PanelPlace } from './panel-place.ts';

/** What a panel is made of. */
export interface PanelPorts {
  readonly place: PanelPlace;
  readonly dialog: DialogRef;
  /** Of a dialog that its first message begins: its choices, and what to do then. */
  readonly unbegun: NewDialog | undefined;
  readonly begun: () => void;
  /** The person went into the page. */
  readonly inFront: () => void;
}

export class DialogPanel {
  readonly dialog: DialogRef;
  readonly place: PanelPlace;
  readonly #host: Host;
  readonly #session: DialogSession;
  readonly #link: PageLink<ToWebview>;
  readonly #images: PanelImages;
  readonly #disposables: Disposable[];
  readonly #inFront: () => void;
  #typed = '';

  /** Takes over an empty place, a fresh one or one that the editor restored. */
  constructor(host: Host, { place, dialog, unbegun, begun, inFront }: PanelPorts) {
    this.dialog = dialog;
    this.place = place;
    this.#host = host;
    this.#inFront = inFront;
    this.#session = new DialogSession({
      dialog,
      unbegun,
      rtws: host.rtws,
      timer: realTimer,
      surface: {
        name: 'panel',
        post: message => this.#post(message),
        language: displayLanguage,
        frame: runtime => frameOf(host, runtime),
        open: (other, focus) => this.#open(other, focus),
        perform: message => this.#perform(message),
        complete: (runtime, { rootId }) => completeRootInEditor(runtime, rootId),
        retitle: (runtime, { agentId, headline }) => this.#retitle(runtime, agentId as AgentId, headline),
        begun,
        composer: {
          images: () => host.keptImages.read(dialog),
          keep: images => void host.keptImages.keep(dialog, images),
        },
        failed: error => this.#failed(error),
        dropped: what => host.log.warn(`${what}: a message was not understood and dropped`),
      },
    });
    this.#link = createPageLink({
      post: message => place.webview.postMessage(message),
      isVisible: () => place.isVisible,
      isConnected: () => this.#session.isAskedFor,
      timer: realTimer,
    });
    this.#images = new PanelImages({ post: message => this.#post(message), folder: () => host.rtws.folder });
    this.#disposables = [
      place.webview.onDidReceiveMessage(message => void this.#session.receive(message)),
      place.onDidChange(() => this.#follow()),
    ];
    this.#draw();
    if (!unbegun) this.#disposables.push(realTimer(0, () => void this.#readAhead()));
  }

  /** Brings the panel to the front and something of it into view. */
  reveal(focus?: Focus): void {
    // Brought to the front anew, a page that has the focus would lose the keys of the next moment. It asks when it has
    // it not.
    if (!focus || !this.place.isActive) this.place.reveal(isPrompting());
    if (focus) this.#session.focus(focus);
  }

  /** The choices for a dialog that is not begun. */
  get unbegun(): NewDialog | undefined {
    return this.#session.unbegun;
  }

  /** Text of the composer that was not sent. */
  get typed(): string {
    return this.#typed;
  }

  /** Frees what the panel held; the webview itself is gone already. */
  dispose({ isMoved }: { readonly isMoved: boolean }): void {
    if (!isMoved) this.#host.keptImages.close(this.dialog);
    this.#session.dispose();
    this.#link.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  /** Reads the dialog while its page loads, so that a long one is there when the page asks for it. */
  async #readAhead(): Promise<void> {
    const { runtime, reading } = this.#host.rtws;
    // A window that only reads keeps nothing in memory: it would read twice.
    if (runtime && !reading) await runtime.tree(this.dialog.rootId).catch(error => this.#host.log.error(error));
  }

  #draw(): void {
    const { extensionUri } = this.#host.extension;
    const { webview, title, home } = this.place;
    webview.options = panelOptions(extensionUri);
    const keep = home === 'sideBar' && { keep: formatRef(this.dialog) };
    webview.html = panelHtml(webview, extensionUri, { title, bundle: 'dialog', ...keep });
  }

  /** A hidden webview is gone (nothing is retained); it says `ready` again when it is back. */
  #follow(): void {
    if (!this.place.isVisible) this.#session.hide();
    this.#link.viewChanged();
  }

  #failed(error: unknown): void {
    this.#host.log.error(error instanceof Error ? error : String(error));
    this.#post({ kind: 'refused', message: t('This could not be done.'), remedy: t('The log has details.') });
  }

  #perform(message: SurfaceMessage): Promise<void> | void {
    switch (message.kind) {
      case 'focusGiven':
        return regainFocus();
      case 'inFront':
        return this.#inFront();
      case 'focusWanted':
        return isPrompting() ? undefined : this.place.reveal(false);
      case 'holdText':
        this.#typed = message.content;
        return;
      case 'openLink':
        return openPanelLink(this.#host, message.href);
      case 'insertCode':
        return insertCode(message.content);
      case 'openCode':
        return openCode(message.content, message.language);
      case 'suggest':
        return this.#suggest(message);
      case 'dropped':
        return this.#drop(message);
      case 'pickImages':
        return this.#images.pick();
      case 'nextQuestion':
        return answerNext(this.#host, this.dialog);
      case 'copy':
        return copy(message.content);
      case 'mend':
        return run(`dominds.${message.command}`, this.dialog);
      case 'showChanges':
        return run('dominds.showChanges', {
          ...rootRef(this.dialog.rootId),
          ...(message.path !== undefined && { path: message.path }),
        });
      case 'saveFile':
        return saveOpen(this.#host.rtws.folder, message.path);
      case 'undoEdits':
        return run('dominds.undoEdits', rootRef(this.dialog.rootId));
      case 'showDiff':
        return run('dominds.showDiff', {
          questionId: message.questionId,
          ...(message.path !== undefined && { path: message.path }),
        });
      default:
        assertNever(message);
    }
  }

  async #suggest(message: Extract<SurfaceMessage, { kind: 'suggest' }>): Promise<void> {
    const { folder, runtime } = this.#host.rtws;
    const files = (query: string) => (folder ? suggestFiles(folder, query) : Promise.resolve([]));
    await suggest(message, { files, runtime, post: each => this.#post(each) });
  }

  async #drop({ uris, attach }: Extract<SurfaceMessage, { kind: 'dropped' }>): Promise<void> {
    const { folder } = this.#host.rtws;
    if (!folder) return;
    const others = attach ? await this.#images.attach(uris) : uris;
    if (others.length > 0) this.#post({ kind: 'mentions', paths: pathsInside(folder, others) });
  }

  #open(dialog: DialogRef, focus: Focus | undefined): void {
    const isOfTree = dialog.rootId === this.dialog.rootId;
    const { home, column } = this.place;
    this.#host.panels.open(dialog, {
      ...(focus && { focus }),
      ...(isOfTree && { home }),
      ...(isOfTree && column !== undefined && { column }),
    });
  }

  #retitle(runtime: Runtime, agentId: AgentId, headline: string): void {
    this.place.title = panelTitle(memberName(runtime, agentId), { ref: this.dialog, headline });
  }

  #post(message: ToWebview): void {
    this.#link.post(message);
  }
}

function frameOf({ rtws }: Host, runtime: Runtime): PageFrame {
  return { language: displayLanguage(), scripted: isScripted(runtime), ...readOnlyOf(rtws.reading) };
}

async function run(command: string, ...args: readonly unknown[]): Promise<void> {
  await commands.executeCommand(command, ...args);
}

async function copy(text: string): Promise<void> {
  await env.clipboard.writeText(text);
}

/** `Researcher: Compare the licences`; without a team the tab's icon says whose it is. */
export function panelTitle(member: string, dialog: { readonly ref: DialogRef; readonly headline: string }): string {
  const label = dialogLabel(dialog, 40) || t('New dialog');
  return member === 'Dominds' ? label : `${member}: ${label}`;
}
