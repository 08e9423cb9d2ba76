// The extension: registers views, commands and panels at once, and opens the rtws afterwards if it was worked in
// before.
import path from 'node:path';
import {
  commands,
  type Disposable,
  type Event,
  type ExtensionContext,
  type LogOutputChannel,
  window,
  workspace,
} from 'vscode';
import { Ended } from '../pages/ended.ts';
import { Inbox } from '../pages/inbox.ts';
import type { Runtime } from '../runtime.ts';
import { BrowserPages } from './browser-pages.ts';
import { followChanges } from './changes/follow-changes.ts';
import { registerLanguageModelTools } from './chat/language-model-tools.ts';
import { registerParticipant } from './chat/participant.ts';
import { offerFixes } from './commands/add-to-dialog.ts';
import { registerCommands } from './commands/table.ts';
import { registerDiffDocuments } from './diffs/diff-documents.ts';
import { healthReport } from './health-report.ts';
import type { Host } from './host.ts';
import { registerImportPreview } from './import-preview.ts';
import { registerMindsLanguage } from './language/minds-language.ts';
import { offerMcpServer } from './mcp-server.ts';
import { EditorMinds } from './minds.ts';
import { askAboutGit } from './notices/ask-git.ts';
import { askAboutServers } from './notices/ask-servers.ts';
import { notifyEnded } from './notices/notify-ended.ts';
import { notifyQuestions } from './notices/notify-questions.ts';
import { notifyTrouble } from './notices/notify-trouble.ts';
import { sentNotices } from './notices/sent-notices.ts';
import { showFileProblems } from './notices/show-file-problems.ts';
import { InFront } from './open/in-front.ts';
import { followLinks } from './open/open-link.ts';
import { OpenRtws } from './open/open-rtws.ts';
import { askToResume, resumePolicy } from './open/resume.ts';
import { startByEnvironment } from './open/start-by-environment.ts';
import { OverviewPanels } from './overview/overview-panel.ts';
import { followPalette } from './palette.ts';
import { closeDeleted } from './panel/close-deleted.ts';
import { DialogPanels } from './panel/dialog-panels.ts';
import { KeptImages } from './panel/kept-images.ts';
import { hasDialogTab, homeOfDialogs } from './panel/panel-place.ts';
import type { Reading } from './reading-words.ts';
import { showRefusal } from './refusals.ts';
import { readSettings, SECTION } from './settings/settings.ts';
import { showStatusBar } from './status-bar.ts';
import { registerTaskdocDecorations } from './taskdocs/taskdoc-decorations.ts';
import { registerTaskdocPreview } from './taskdocs/taskdoc-preview.ts';
import { DialogsTree } from './trees/dialogs-tree.ts';
import { registerDimmedRows } from './trees/dimmed-rows.ts';
import { registerQuestionBadges } from './trees/question-badges.ts';
import { QuestionsTree } from './trees/questions-tree.ts';
import { RegistryTree } from './trees/registry-tree.ts';
import { TaskdocsTree } from './trees/taskdocs-tree.ts';
import { TeamTree } from './trees/team-tree.ts';

/** The extension's API for other extensions: only our own tests use it. */
export interface DomindsApi {
  /** The reason why this window is read-only, if it is. */
  reading(): Reading | undefined;
  /** That changed, or the runtime did. */
  readonly onChange: Event<void>;
  /** The open runtime of this window, if any. */
  runtime(): Runtime | undefined;
  /** Ids of the questions in the Q4H tree, in its order. */
  questionsShown(): readonly string[];
  /** They changed. */
  readonly onQuestions: Event<void>;
}

/** Where ended roots that were not opened yet are stored. */
const UNSEEN_KEY = 'dominds.unseen';

let open: Host | undefined;

/** Called by the editor once, when a view, a command, a panel, a link or a folder with our files needs us. */
export function activate(extension: ExtensionContext): DomindsApi {
  const log = window.createOutputChannel('Dominds', { log: true });
  const inFront = new InFront();
  const rtws = new OpenRtws(extension, log, inFront);
  const { host, disposables } = assemble(extension, log, { rtws, inFront });
  open = host;
  rtws.reachedAt(() => host.browser.address);
  disposables.push(...inFront.follow(host), { dispose: () => void host.browser.stop() });
  extension.subscriptions.push(log, ...disposables, ...followEditor(host));
  // After this turn, so that the editor does not wait for it.
  setImmediate(() => void openExisting(host));
  const { inbox } = host;
  return {
    reading: () => rtws.reading,
    onChange: rtws.onChange,
    runtime: () => rtws.runtime,
    questionsShown: () => inbox.pending.map(({ id }) => id),
    onQuestions: listener => inbox.onChange(listener),
  };
}

/**
 * Called by the editor when the window closes: the runtime stops cleanly and releases the folder, and what panels keep
 * is stored.
 */
export async function deactivate(): Promise<void> {
  await Promise.all([open?.rtws.close(), open?.keptImages.stored()]);
  open = undefined;
}

function assemble(
  extension: ExtensionContext,
  log: LogOutputChannel,
  { rtws, inFront }: { readonly rtws: OpenRtws; readonly inFront: InFront },
): { host: Host; disposables: Disposable[] } {
  const minds = new EditorMinds(rtws, extension.workspaceState);
  const inbox = new Inbox(rtws);
  const memory = extension.workspaceState;
  const ended = new Ended({
    isVisible: dialog => panels.isVisible(dialog),
    load: () => memory.get<readonly string[]>(UNSEEN_KEY, []),
    store: rootIds => void memory.update(UNSEEN_KEY, rootIds),
    onEnd: (root, end) => void notifyEnded(host, root, end),
  });
  const dialogs = new DialogsTree(rtws, rootId => ended.isUnseen(rootId));
  const questions = new QuestionsTree(rtws, inbox);
  const registry = new RegistryTree(rtws);
  const panels = new DialogPanels(() => host, memory);
  const overview = new OverviewPanels(() => host);
  const changes = followChanges(rtws);
  const host: Host = {
    extension,
    log,
    rtws,
    minds,
    inbox,
    ended,
    panels,
    changes,
    keptImages: keptImages(extension),
    overview,
    browser: new BrowserPages({ extension, log, rtws, inbox, inView: inFront.pages }),
    dialogInFront: () => panels.active ?? (panels.isNewActive ? undefined : dialogs.selected),
    showMoreDialogs: standing => dialogs.showMore(standing),
    showRegistry: rootId => registry.show(rootId),
  };
  const disposables = [
    minds,
    inbox,
    dialogs,
    questions,
    registry,
    new TaskdocsTree(rtws, minds),
    new TeamTree(minds),
    registerQuestionBadges(),
    registerDimmedRows(),
    registerTaskdocDecorations(),
    registerTaskdocPreview(minds),
    registerDiffDocuments(rtws),
    changes,
    healthReport.register(rtws),
    sentNotices.register(rtws),
    registerImportPreview(minds),
    registerMindsLanguage(extension),
    ...panels.register(),
    closeDeleted(host),
    overview.registerSerializer(),
    dialogs.view.onDidChangeSelection(() => registry.show(dialogs.selected?.rootId)),
    rtws.onEvent(event => ended.receive(event)),
    ended.onChange(rootId => dialogs.lookedAt(rootId)),
    showStatusBar(host),
    followPalette(host),
    notifyQuestions(host),
    notifyTrouble(host),
    askAboutGit(host),
    askAboutServers(host),
    showFileProblems(host),
    followLinks(host),
    resumeOnce(host),
    startByEnvironment(host),
    offerFixes(host),
    ...registerCommands(host),
    ...registerLanguageModelTools(host),
    ...offerMcpServer(host),
    registerParticipant(host),
  ];
  return { host, disposables };
}

/** Milliseconds after which a window shows the tabs that it had, on a busy machine too. */
const TABS_ARE_BACK_MS = 60_000;

/** What no panel is there for any more goes: its tab was closed before it was shown again. */
function keptImages({ storageUri, globalStorageUri }: ExtensionContext): KeptImages {
  const kept = new KeptImages(path.join((storageUri ?? globalStorageUri).fsPath, 'composers'));
  setTimeout(() => {
    if (!hasDialogTab() && homeOfDialogs() === 'editor') void kept.clear();
  }, TABS_ARE_BACK_MS).unref();
  return kept;
}

/** Views say why a store could not be opened; the message has the way out. Of a disk the message says all. */
async function openExisting({ rtws, inbox }: Pick<Host, 'rtws' | 'inbox'>): Promise<void> {
  const refused = await rtws.openQuietly().finally(() => void tellLooked(inbox));
  if (refused) await showRefusal(refused);
}

/**
 * From now on an empty view says that there is nothing. Views have asked for what there is when the first call is
 * answered.
 */
async function tellLooked(inbox: Inbox): Promise<void> {
  await inbox.whenCurrent();
  for (const lookedInto of [false, true]) await commands.executeCommand('setContext', 'dominds.lookedInto', lookedInto);
}

/** Settings, trust and folders may change under an open window. */
function followEditor(host: Host): Disposable[] {
  const { rtws } = host;
  return [
    workspace.onDidChangeConfiguration(change => {
      // Model settings are read at every generation; the language is fixed when the folder is opened.
      if (late.some(key => change.affectsConfiguration(`${SECTION}.${key}`))) rtws.reopenWhenIdle();
      else if (change.affectsConfiguration(SECTION)) rtws.choicesChanged();
    }),
    workspace.onDidGrantWorkspaceTrust(() => void rtws.reopen()),
    workspace.onDidChangeWorkspaceFolders(() => void openExisting(host)),
  ];
}

/** Settings that hold from when the folder is opened. */
const late = ['language', 'store', 'drive'];

/** Once a window, as soon as it drives: right after the start, when trust is granted, or on taking over. */
function resumeOnce({ rtws, extension }: Host): Disposable {
  const memory = extension.workspaceState;
  const following = rtws.onChange(() => {
    const { runtime, folder, reading } = rtws;
    if (!runtime || !folder || reading) return;
    following.dispose();
    void askToResume(runtime, resumePolicy(readSettings(folder).resumeOnStart, memory), memory);
  });
  return following;
}
