// The rtws of this window: its folder, and its runtime once opened. It opens late, so that a window without Dominds
// costs nothing and gets no `.dialogs/`; it only reads while the folder is untrusted or another process drives it.
import path from 'node:path';
import {
  commands,
  type Event,
  EventEmitter,
  type ExtensionContext,
  type LogOutputChannel,
  Uri,
  workspace,
} from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import { buildId } from '../../core/base/build-id.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import { type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import type { SharedServer } from '../../core/team/mcp-server.ts';
import type { LiveTraces } from '../../doors/otlp/live.ts';
import type { DrivenBy, InView, KeptTeams, Runtime } from '../../runtime.ts';
import { ownToolNames } from '../chat/own-tools.ts';
import { createEditorTools } from '../editor-tools.ts';
import { afterStart } from '../kept-files.ts';
import { OfferedModels } from '../models/editor-models.ts';
import { isFixed, type Reading } from '../reading-words.ts';
import { readApiKey, storedKeys } from '../settings/api-key.ts';
import { KeptSecrets } from '../settings/kept-secrets.ts';
import { onNotifyChange, readingCommands, readNotify, readPolicies, readSettings } from '../settings/settings.ts';
import { readStore, storeAddress } from '../settings/store-setting.ts';
import { openKeptTeams } from '../team-cache.ts';
import { followTraceSettings } from '../traces.ts';
import { displayLanguage, refusalWords, t } from '../words.ts';
import type { RtwsChoice } from './choose-rtws.ts';
import { askForRtws, hasDialogs, isWritable, lookForRtws } from './find-rtws.ts';
import { loadRuntime } from './load-runtime.ts';
import { openBuffers } from './open-buffers.ts';
import { RefusedStore } from './refused-store.ts';
import { resumePolicy } from './resume.ts';

type Opened = Outcome<{ runtime: Runtime }>;

export class OpenRtws {
  readonly #extension: ExtensionContext;
  readonly #log: LogOutputChannel;
  readonly #inView: InView;
  #address: () => string | undefined = () => undefined;
  readonly #secrets: KeptSecrets;
  readonly #editorModels = new OfferedModels();
  readonly #keptTeams: KeptTeams | undefined;
  readonly #events = new EventEmitter<FeedEvent>();
  readonly #changes = new EventEmitter<void>();
  readonly #wanted = new EventEmitter<SharedServer>();
  #folder: Uri | undefined;
  #runtime: Runtime | undefined;
  #traces: Promise<LiveTraces | undefined> | undefined;
  #reading: Reading | undefined;
  #refusedStore: RefusedStore | undefined;
  /** Dialogs resume when a window opens; reopening because of new settings resumes nothing. */
  #hasDriven = false;
  /** Settings changed since the runtime was opened. */
  #stale = false;
  /** Openings and closings one after another; never rejects. */
  #turn: Promise<unknown> = Promise.resolve();

  /** Everything the open runtime publishes. */
  readonly onEvent: Event<FeedEvent> = this.#events.event;
  /** A server of `.mcp.json` is needed that the person has not decided about. */
  readonly onServerWanted: Event<SharedServer> = this.#wanted.event;
  /** The runtime was opened, closed or replaced: every view must query its data again. */
  readonly onChange: Event<void> = this.#changes.event;

  constructor(extension: ExtensionContext, log: LogOutputChannel, inView: InView) {
    this.#extension = extension;
    this.#secrets = new KeptSecrets(extension.secrets);
    this.#keptTeams = keptTeams(extension);
    extension.subscriptions.push(this.#secrets);
    this.#log = log;
    this.#inView = inView;
  }

  /** From now on notices carry this address of the pages, while there is one. */
  reachedAt(address: () => string | undefined): void {
    this.#address = address;
  }

  /** The open runtime, if any. Views use what exists; only commands open it. */
  get runtime(): Runtime | undefined {
    return this.#runtime;
  }

  get folder(): Uri | undefined {
    return this.#folder;
  }

  /** The address of the store that holds the dialogs; none: they are files. */
  get store(): string | undefined {
    return storeAddress();
  }

  get reading(): Reading | undefined {
    return this.#reading;
  }

  /** Why the store that was named could not be opened, if it could not. */
  get refusedStore(): Refusal | undefined {
    return this.#refusedStore?.why;
  }

  /**
   * Opens existing data without a question. Resolves when views have something to show, with the refusal of a store or
   * disk.
   */
  openQuietly(): Promise<Refusal | undefined> {
    return this.#inTurn(() => this.#openExisting());
  }

  /** The runtime, opened if need be; asks for the folder when that is not clear. */
  open(): Promise<Opened> {
    return this.#inTurn(async () => {
      if (this.#runtime && !(await this.#isWritableAgain())) return { ok: true, runtime: this.#runtime };
      await this.#close();
      const folder = await this.#findFolder();
      return folder instanceof Uri ? this.#openFolder(folder) : folder;
    });
  }

  /** Opens the same folder again: after new settings, granted trust, or to take over driving. */
  reopen(): Promise<Refusal | undefined> {
    return this.#inTurn(async () => {
      if (!this.#folder || !this.#runtime) return this.#openExisting();
      await this.#close();
      const opened = await this.#openFolder(this.#folder);
      if (opened.ok) return undefined;
      // That of a store is in the log already.
      if (!this.#refusedStore) this.#log.error(logLine(opened));
      return opened;
    });
  }

  /** Models or servers were chosen: the next generation uses them, and views show them. */
  choicesChanged(): void {
    this.#tell();
  }

  /** The same as `reopen`, but not while something generates: new settings may wait, a run may not be cut. */
  reopenWhenIdle(): void {
    this.#stale = true;
    this.#reopenIfIdle();
  }

  /** Stops cleanly, so that nothing is lost and the folder can be driven elsewhere. */
  close(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  /** The reason why this window may not drive, if any. */
  refusalToDrive(): Refusal | undefined {
    if (this.#reading === 'not-writable' && this.#folder) return notWritable(this.#folder);
    return this.#reading === 'untrusted' ? untrusted() : undefined;
  }

  /** The reason why this window may not start new work, if any; intents of other windows are checked by the runtime. */
  refusalToBegin(): Refusal | undefined {
    return this.#reading === 'driven-elsewhere' ? drivenElsewhere() : this.refusalToDrive();
  }

  async #openExisting(): Promise<Refusal | undefined> {
    const choice = await this.#look();
    if (choice.kind !== 'folder' || this.#runtime) return undefined;
    const folder = Uri.parse(choice.uri);
    if (!this.store && !(await hasDialogs(folder))) {
      this.#noteRefusal(undefined);
      return undefined;
    }
    const opened = await this.#openFolder(folder);
    // Its views are as empty as those of a folder without dialogs.
    return opened.ok || opened.code !== 'disk' ? this.refusedStore : opened;
  }

  async #findFolder(): Promise<Uri | Refusal> {
    const choice = await this.#look();
    switch (choice.kind) {
      case 'folder':
        return Uri.parse(choice.uri);
      case 'noFolder':
        return refuse('no-folder-open');
      case 'virtual':
        return refuse('virtual-folder');
      case 'ask': {
        const asked = await askForRtws(choice.candidates, this.#extension.workspaceState);
        return asked ?? refuse('no-folder-chosen');
      }
      default:
        return assertNever(choice);
    }
  }

  async #look(): Promise<RtwsChoice> {
    const choice = await lookForRtws(this.#extension.workspaceState);
    const isReadOnly = choice.kind === 'folder' && !(await this.#canStoreIn(Uri.parse(choice.uri)));
    void commands.executeCommand('setContext', 'dominds.rtws', isReadOnly ? 'readOnly' : choice.kind);
    return choice;
  }

  /** Whether dialogs of this folder can be stored: in it, or in the store that was named. */
  async #canStoreIn(folder: Uri): Promise<boolean> {
    return this.store !== undefined || (await isWritable(folder));
  }

  /** True if this window reads because the folder could not be written to, and now it can. */
  async #isWritableAgain(): Promise<boolean> {
    return this.#reading === 'not-writable' && this.#folder !== undefined && this.#canStoreIn(this.#folder);
  }

  async #openFolder(folder: Uri): Promise<Opened> {
    const opened = await this.#openToDrive(folder);
    this.#noteRefusal(opened.ok || this.store === undefined ? undefined : opened);
    return opened;
  }

  #noteRefusal(why: Refusal | undefined): void {
    const before = this.#refusedStore;
    before?.dispose();
    this.#refusedStore = why && new RefusedStore(why, () => void this.openQuietly());
    const [said, saidBefore] = [why, before?.why].map(each => each && logLine(each));
    if (said === saidBefore) return;
    if (said !== undefined) this.#log.error(said);
    this.#tell();
  }

  /** Only reads where it may not drive. */
  async #openToDrive(folder: Uri): Promise<Opened> {
    const fixed = workspace.isTrusted ? ((await this.#canStoreIn(folder)) ? undefined : 'not-writable') : 'untrusted';
    const opened = await this.#tryOpen(folder, fixed ? 'read' : 'drive');
    if (opened.ok) return this.#adopt(opened.runtime, folder, fixed);
    if (opened.code !== 'driven-elsewhere') return opened;
    const read = await this.#tryOpen(folder, 'read');
    return read.ok ? this.#adopt(read.runtime, folder, this.#beside) : read;
  }

  /** Why a window reads that another process keeps from driving. */
  get #beside(): Reading {
    return this.store === undefined ? 'driven-elsewhere' : 'workers';
  }

  async #tryOpen(folder: Uri, mode: 'drive' | 'read'): Promise<Opened> {
    const { language, resumeOnStart } = readSettings(folder);
    const store = readStore(this.#secrets);
    const { openRuntime } = await loadRuntime();
    return openRuntime({
      rtws: folder.fsPath,
      env: process.env,
      mode,
      drivesLate: true,
      settings: () => readSettings(folder).model,
      draftSettings: () => readSettings(folder).draft,
      keepGoing: () => readSettings(folder).keepGoing,
      apiKey: baseUrl => readApiKey({ secrets: this.#secrets }, baseUrl),
      storedKeys: () => storedKeys({ secrets: this.#secrets }),
      editorModels: this.#editorModels,
      proxies: 'editor',
      demoPlaybook: Uri.joinPath(this.#extension.extensionUri, 'media', 'demo', demoFile()).fsPath,
      log: {
        debug: message => this.#log.debug(message),
        info: message => this.#log.info(message),
        warn: message => this.#log.warn(message),
        error: (message, error) => (error === undefined ? this.#log.error(message) : this.#log.error(message, error)),
      },
      logLevel: () => readSettings(folder).logLevel,
      unsaved: unsavedText,
      ...(this.#keptTeams && { keptTeams: this.#keptTeams }),
      policies: () => readPolicies(folder),
      readsFreely: readingCommands,
      isUntrusted: !workspace.isTrusted,
      onServerWanted: server => this.#wanted.fire(server),
      workspaceFiles: openBuffers,
      editorTools: createEditorTools(ownToolNames(this.#extension)),
      ...(workspace.isTrusted && { wakes: true as const }),
      inView: this.#inView,
      address: () => this.#address(),
      notify: { read: readNotify, onChange: onNotifyChange },
      resume: this.#hasDriven ? 'never' : resumePolicy(resumeOnStart, this.#extension.workspaceState),
      ...(language !== undefined && { language }),
      ...(store && { store }),
    });
  }

  #adopt(runtime: Runtime, folder: Uri, reading: Reading | undefined): Opened {
    this.#runtime = runtime;
    this.#folder = folder;
    this.#reading = reading;
    this.#hasDriven ||= reading === undefined;
    runtime.subscribe(event => {
      this.#events.fire(event);
      if (this.#stale && event.type === 'root_changed') this.#reopenIfIdle();
    });
    runtime.onDriverChange(who => this.#driverChanged(runtime, who));
    if (reading && !isFixed(reading) && runtime.drivenBy() === 'nobody') this.#driverChanged(runtime, 'nobody');
    this.#trace(runtime);
    this.#log.info(`opened ${runtime.rtws}${reading ? `, reading only: ${reading}` : ''}`);
    this.#tell();
    return { ok: true, runtime };
  }

  /** A driver that is gone leaves driving to this window; one that took over makes it read (SPEC 9.4). */
  #driverChanged(runtime: Runtime, who: DrivenBy): void {
    if (runtime !== this.#runtime) return;
    // It reads on, but views show as left what nobody drives.
    if (this.#reading && isFixed(this.#reading)) {
      this.#tell();
      return;
    }
    this.#log.info(`this folder is driven by ${who === 'this' ? 'this window' : who}`);
    if (who === 'nobody') {
      void this.#inTurn(() => this.#takeOver(runtime));
      return;
    }
    this.#reading = who === 'other' ? this.#beside : undefined;
    this.#trace(runtime);
    this.#tell();
  }

  /** One of several windows gets it; the others stay read-only. Started work continues if the person agreed before. */
  async #takeOver(runtime: Runtime): Promise<void> {
    if (runtime !== this.#runtime || this.#reading !== this.#beside || !this.#folder) return;
    const policy = resumePolicy(readSettings(this.#folder).resumeOnStart, this.#extension.workspaceState);
    const taken = await runtime.takeOver();
    if (!taken.ok) return this.#log.info(logLine(taken));
    const isFirst = !this.#hasDriven;
    this.#hasDriven = true;
    if (isFirst && policy === 'always') await runtime.perform({ kind: 'continueAll', which: 'left' });
  }

  /** Once for each runtime, from when this window drives it. */
  #trace(runtime: Runtime): void {
    if (this.#traces || runtime.drivenBy() !== 'this') return;
    const { version } = this.#extension.extension.packageJSON;
    this.#traces = followTraceSettings(runtime, { version, warn: message => this.#log.warn(message) });
  }

  #reopenIfIdle(): void {
    if (!this.#stale || (this.#runtime?.activity().generating ?? 0) > 0) return;
    this.#stale = false;
    void this.reopen();
  }

  async #close(): Promise<void> {
    this.#noteRefusal(undefined);
    const runtime = this.#runtime;
    if (!runtime) return;
    this.#runtime = undefined;
    this.#reading = undefined;
    const traces = await this.#traces;
    this.#traces = undefined;
    await runtime.close();
    await traces?.close();
    this.#tell();
  }

  #tell(): void {
    void commands.executeCommand('setContext', 'dominds.reading', this.#reading);
    void commands.executeCommand('setContext', 'dominds.storeRefused', this.#refusedStore !== undefined);
    this.#changes.fire();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(error => this.#log.error(error instanceof Error ? error : String(error)));
    return result;
  }
}

/** For the log: which refusal it was, and its words. */
function logLine(refusal: Refusal): string {
  return `${refusal.code}: ${refusalWords(refusal).message}`;
}

function notWritable(folder: Uri): Refusal {
  return refuse('folder-not-writable', { folder: folder.fsPath, reason: t('read-only') });
}

function untrusted(): Refusal {
  return refuse('untrusted');
}

function drivenElsewhere(): Refusal {
  return refuse('driven-by-other');
}

/** The scripted demo in the person's language. */
function demoFile(): string {
  return displayLanguage() === 'zh' ? 'demo.playbook.zh.yaml' : 'demo.playbook.yaml';
}

/** Unsaved text in the editor, which the file itself does not have yet. */
function unsavedText(file: string): string | undefined {
  return workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.fsPath === file)?.getText();
}

/** What team files said to earlier windows, while the code that reads them is known to be the same. */
function keptTeams({ globalStorageUri }: ExtensionContext): KeptTeams | undefined {
  if (buildId === '') return undefined;
  return openKeptTeams({ folder: path.join(globalStorageUri.fsPath, 'teams'), build: buildId, later: afterStart });
}
