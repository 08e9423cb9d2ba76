// One dialog in a webview panel: sends what was recorded, takes intents. Never drives, and its end touches no run.
import { isDeepStrictEqual } from 'node:util';
import { commands, type Disposable, env, type WebviewPanel } from 'vscode';
import { assertNever } from '../../core/assert.ts';
import { type AgentId, type DialogRef, formatRef, rootRef } from '../../core/dialog/ids.ts';
import type { FeedEvent } from '../../core/feed-event.ts';
import type { Outcome } from '../../core/trouble.ts';
import { pictureBelief } from '../../pages/belief.ts';
import { coalesce, realTimer } from '../../pages/coalesce.ts';
import { type Intent, isIntent, performIntent } from '../../pages/intents.ts';
import { memberName } from '../../pages/member-name.ts';
import { isPassing, PanelFeed } from '../../pages/panel-feed.ts';
import { createPassingBatch } from '../../pages/passing-batch.ts';
import { type Relations, relationsOf, TAIL, takeSnapshot, treeRelations } from '../../pages/snapshot.ts';
import { type Focus, parseToHost, type Snapshot, type ToHost, type ToWebview } from '../../protocol/messages.ts';
import type { Runtime } from '../../runtime.ts';
import { answerNext } from '../commands/answer-question.ts';
import { completeRoot } from '../commands/life-cycle.ts';
import type { Host } from '../host.ts';
import { isPrompting, onPrompting } from '../notices/prompts.ts';
import { readOnlyOf } from '../reading-words.ts';
import { dialogLabel } from '../rows/dialog-rows.ts';
import { isScripted } from '../settings.ts';
import { displayLanguage, refusalWords, t } from '../words.ts';
import { insertCode, openCode } from './code-to-editor.ts';
import { pathsInside, suggestFiles } from './mention-files.ts';
import { openPanelLink } from './open-panel-link.ts';
import { createPageLink, type PageLink } from './page-link.ts';
import { panelHtml, panelIcon, panelOptions } from './panel-html.ts';
import { PanelImages } from './panel-images.ts';

const RELATED_EVERY = 100;
/** Records of a subdialog that is unfolded in place; all of it is one click away. */
const NESTED_TAIL = 100;

export class DialogPanel {
  readonly dialog: DialogRef;
  readonly panel: WebviewPanel;
  readonly #host: Host;
  readonly #feed: PanelFeed;
  readonly #link: PageLink<ToWebview>;
  readonly #images: PanelImages;
  readonly #disposables: Disposable[];
  readonly #relateSoon = coalesce(RELATED_EVERY, () => void this.#relate());
  readonly #nestSoon = coalesce(RELATED_EVERY, () => {
    for (const selfId of this.#grown) void this.#sendNested(selfId);
    this.#grown.clear();
  });
  /** Subdialogs that are unfolded in the panel, and those of them in which something was recorded since they were sent. */
  readonly #unfolded = new Set<string>();
  readonly #grown = new Set<string>();
  readonly #nestedPassing = createPassingBatch(events => this.#post({ kind: 'passing', events }), realTimer);
  /** As last sent. */
  #relations: Relations | undefined;

  /** Takes over an empty panel, a fresh one or one that the editor restored. */
  constructor(host: Host, panel: WebviewPanel, dialog: DialogRef) {
    this.dialog = dialog;
    this.panel = panel;
    this.#host = host;
    this.#feed = new PanelFeed({
      dialog,
      post: message => this.#post(message),
      takeSnapshot: course => this.#takeSnapshot(course),
      onError: error => this.#failed(error),
      timer: realTimer,
    });
    this.#link = createPageLink({
      post: message => panel.webview.postMessage(message),
      isVisible: () => panel.visible,
      isConnected: () => this.#feed.isAskedFor,
      timer: realTimer,
    });
    this.#images = new PanelImages({
      dialog,
      post: message => this.#post(message),
      runtime: () => host.rtws.runtime,
      folder: () => host.rtws.folder,
      related: () => this.#unfolded,
    });
    this.#disposables = [
      panel.webview.onDidReceiveMessage(message => void this.#receive(message)),
      panel.onDidChangeViewState(() => this.#follow()),
      host.rtws.onEvent(event => this.#observe(event)),
      onPrompting(open => this.#post({ kind: 'prompting', open })),
      host.rtws.onChange(() => void (this.#feed.isAskedFor && this.#feed.open())),
    ];
    this.#draw();
    this.#disposables.push(realTimer(0, () => void this.#readAhead()));
  }

  /** Brings the panel to the front and something of it into view. */
  reveal(focus?: Focus): void {
    this.panel.reveal(this.panel.viewColumn);
    if (focus) this.#feed.focus(focus);
  }

  /** Frees what the panel held; the webview itself is gone already. */
  dispose(): void {
    this.#feed.close();
    this.#link.dispose();
    this.#relateSoon.dispose();
    this.#nestSoon.dispose();
    this.#nestedPassing.drop();
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
    this.panel.iconPath = panelIcon(extensionUri);
    this.panel.webview.options = panelOptions(extensionUri);
    this.panel.webview.html = panelHtml(this.panel.webview, extensionUri, {
      title: this.panel.title,
      bundle: 'dialog',
    });
  }

  /** A hidden webview is gone (nothing is retained); it says `ready` again when it is back. */
  #follow(): void {
    if (!this.panel.visible) this.#feed.close();
    this.#link.viewChanged();
  }

  #failed(error: unknown): void {
    this.#host.log.error(error instanceof Error ? error : String(error));
    this.#post({ kind: 'refused', message: t('This could not be done.'), remedy: t('The log has details.') });
  }

  #observe(event: FeedEvent): void {
    this.#feed.receive(event);
    if (event.rootId !== this.dialog.rootId) return;
    if (event.type === 'recorded' || event.type === 'root_changed') this.#relateSoon();
    if (!this.#unfolded.has(event.selfId)) return;
    if (isPassing(event)) this.#nestedPassing.add(event);
    if (event.type !== 'recorded') return;
    this.#grown.add(event.selfId);
    this.#nestSoon();
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = parseToHost(message);
    if (!parsed) {
      this.#host.log.warn(`panel ${formatRef(this.dialog)}: a message was not understood and dropped`);
      return;
    }
    try {
      await this.#do(parsed);
    } catch (error) {
      this.#failed(error);
    }
  }

  async #do(message: ToHost): Promise<void> {
    if (isIntent(message)) return this.#perform(message);
    switch (message.kind) {
      case 'ready':
        this.#unfolded.clear();
        await this.#feed.ask(message.course);
        if (isPrompting()) this.#post({ kind: 'prompting', open: true });
        return this.#images.giveBack();
      case 'focusTaken':
        return void (isPrompting() && (await commands.executeCommand('workbench.action.focusQuickOpen')));
      case 'resync':
        return this.#feed.ask();
      case 'showCourse':
        return this.#feed.open(message.course);
      case 'showEarlier':
        return this.#showEarlier(message);
      case 'showBelief':
        return this.#showBelief(message);
      case 'branchDraft':
        return this.#branch(message.genseq);
      case 'openDialog':
        return this.#openRelated(message);
      case 'openLink':
        return openPanelLink(this.#host, message.href);
      case 'insertCode':
        return insertCode(message.content);
      case 'openCode':
        return openCode(message.content, message.language);
      case 'suggest':
      case 'dropped':
        return this.#mention(message);
      case 'pickImages':
      case 'holdImages':
      case 'showImage':
        return this.#images.receive(message);
      case 'unfold':
        return this.#unfold(message.selfId, message.open);
      case 'nextQuestion':
        return answerNext(this.#host, this.dialog);
      case 'copy':
        return void (await env.clipboard.writeText(message.content));
      case 'showDiff':
        return void (await commands.executeCommand('dominds.showDiff', { questionId: message.questionId }));
      case 'markDone':
        return this.#tell(await this.#drive(runtime => completeRoot(runtime, this.dialog.rootId)));
      default:
        assertNever(message);
    }
  }

  async #perform(intent: Intent): Promise<void> {
    const said = intent.kind === 'draft' ? intent.intent : intent;
    const msgId = 'msgId' in said ? said.msgId : undefined;
    this.#tell(await this.#drive(runtime => performIntent(runtime, this.dialog, intent)), msgId);
  }

  async #drive(work: (runtime: Runtime) => Promise<Outcome<object> | undefined>): Promise<Outcome<object> | undefined> {
    const opened = await this.#runtime();
    if (!opened.ok) return opened;
    return this.#host.rtws.refusalToDrive() ?? work(opened.runtime);
  }

  #tell(outcome: Outcome<object> | undefined, msgId?: string): void {
    if (!outcome || outcome.ok) return;
    const { message, remedy } = outcome;
    this.#post({ kind: 'refused', message, remedy, ...(msgId !== undefined && { msgId }) });
  }

  async #showEarlier({ course, before, all }: Extract<ToHost, { kind: 'showEarlier' }>): Promise<void> {
    const opened = await this.#runtime();
    const page = { course, before, tail: all ? before : TAIL };
    const viewed = opened.ok ? await opened.runtime.view(this.dialog, page) : opened;
    if (!viewed.ok) return this.#tell(viewed);
    const { records, earlier } = viewed.view;
    this.#post({ kind: 'earlier', course, records, earlier });
  }

  async #showBelief({ turn, from }: Extract<ToHost, { kind: 'showBelief' }>): Promise<void> {
    const opened = await this.#runtime();
    if (!opened.ok) return this.#tell(opened);
    const pictured = await pictureBelief(opened.runtime, this.dialog.rootId, { turn, from });
    if (pictured.ok) this.#post({ kind: 'belief', ...pictured.picture });
    else this.#tell(pictured);
  }

  async #mention(message: Extract<ToHost, { kind: 'suggest' | 'dropped' }>): Promise<void> {
    const { folder } = this.#host.rtws;
    if (!folder) return;
    if (message.kind === 'dropped') {
      const others = message.attach ? await this.#images.attach(message.uris) : message.uris;
      if (others.length > 0) this.#post({ kind: 'mentions', paths: pathsInside(folder, others) });
    } else this.#post({ kind: 'suggestions', nth: message.nth, files: await suggestFiles(folder, message.query) });
  }

  #unfold(selfId: string, open: boolean): Promise<void> | void {
    if (!open) return void this.#unfolded.delete(selfId);
    this.#unfolded.add(selfId);
    return this.#sendNested(selfId);
  }

  async #sendNested(selfId: string): Promise<void> {
    const { runtime } = this.#host.rtws;
    const dialog = { rootId: this.dialog.rootId, selfId: selfId as DialogRef['selfId'] };
    const viewed = await runtime?.view(dialog, { tail: NESTED_TAIL });
    if (!viewed?.ok || !this.#unfolded.has(selfId)) return;
    const { state, records, earlier, live } = viewed.view;
    // What streamed until now is in the view.
    this.#nestedPassing.flush();
    this.#post({ kind: 'nested', selfId, state, records, earlier, ...(live && { live }) });
  }

  /** The branch opens beside, and its mind goes on from that draft. */
  async #branch(genseq: number): Promise<void> {
    const { rootId } = this.dialog;
    const branched = await this.#drive(async runtime => {
      const forked = await runtime.fork(rootId, { course: 1, genseq });
      if (!forked.ok) return forked;
      this.#host.panels.open(rootRef(forked.rootId));
      return runtime.draft(forked.rootId, { kind: 'run', until: 'paused' });
    });
    this.#tell(branched);
  }

  #openRelated({ selfId, callId, questionId }: Extract<ToHost, { kind: 'openDialog' }>): void {
    const dialog = { rootId: this.dialog.rootId, selfId: selfId as DialogRef['selfId'] };
    const column = this.panel.viewColumn;
    this.#host.panels.open(dialog, {
      ...(callId !== undefined && { focus: { kind: 'call', callId } }),
      ...(questionId !== undefined && { focus: { kind: 'question', questionId } }),
      ...(column !== undefined && { column }),
    });
  }

  async #takeSnapshot(course?: number): Promise<Outcome<{ snapshot: Snapshot }>> {
    const opened = await this.#runtime();
    if (!opened.ok) return opened;
    const { runtime } = opened;
    const { reading } = this.#host.rtws;
    const request = {
      dialog: this.dialog,
      language: displayLanguage(),
      scripted: isScripted(runtime),
      ...readOnlyOf(reading),
    };
    const inCourse = course === undefined ? undefined : await takeSnapshot(runtime, { ...request, course });
    // A course that is not there any more gives way to the newest.
    const taken = inCourse?.ok ? inCourse : await takeSnapshot(runtime, request);
    if (!taken.ok) return taken;
    this.#relations = relationsOf(taken.snapshot);
    this.#retitle(runtime, taken.snapshot.state.identity.agentId, taken.snapshot.state.headline);
    return taken;
  }

  /** After something happened in the tree: the title and the other dialogs, sent only when they changed. */
  async #relate(): Promise<void> {
    const { runtime } = this.#host.rtws;
    const found = this.#feed.isLive ? await runtime?.tree(this.dialog.rootId) : undefined;
    if (!runtime || !found?.ok) return;
    const relations = treeRelations(found.tree);
    const own = relations.related.find(({ selfId }) => selfId === this.dialog.selfId);
    if (own) this.#retitle(runtime, own.agentId as AgentId, own.headline);
    if (isDeepStrictEqual(this.#relations, relations)) return;
    this.#relations = relations;
    this.#feed.relate(relations);
  }

  #retitle(runtime: Runtime, agentId: AgentId, headline: string): void {
    const title = panelTitle(memberName(runtime, agentId), { ref: this.dialog, headline });
    if (title !== this.panel.title) this.panel.title = title;
  }

  #runtime(): Promise<Outcome<{ runtime: Runtime }>> {
    return this.#host.rtws.open();
  }

  #post(message: ToWebview): void {
    const told = message.kind === 'refused' ? { ...message, ...refusalWords(message) } : message;
    this.#link.post(told);
  }
}

/** `Researcher: Compare the licences` */
export function panelTitle(member: string, dialog: { readonly ref: DialogRef; readonly headline: string }): string {
  return `${member}: ${dialogLabel(dialog, 40) || t('New dialog')}`;
}
