// A browser's side of the sessions of `src/pages/`: navigation, questions, notices. The page itself copies texts and
// chooses images; functions that need an editor are refused with a message.
import { assertNever } from '../core/base/assert.ts';
import { type DialogRef, type RootId, rootRef } from '../core/base/ids.ts';
import { type Outcome, type Refusal, refuse as refuseIntent } from '../core/facts/trouble.ts';
import { completeAfter } from '../pages/complete-root.ts';
import type { DialogSurface, SurfaceMessage } from '../pages/dialog-surface.ts';
import type { Ended } from '../pages/ended.ts';
import { type SuggestFiles, suggest } from '../pages/file-suggestions.ts';
import { firstLine } from '../pages/headline.ts';
import { type Inbox, questionBeyond } from '../pages/inbox.ts';
import type { OverviewSurface, OverviewSurfaceMessage } from '../pages/overview-session.ts';
import { changesPath, dialogPath, proposalPath } from '../pages/page-path.ts';
import type { PageFrame, PageRtws } from '../pages/page-rtws.ts';
import type { PagesInView } from '../pages/pages-in-view.ts';
import { parsePanelLink } from '../pages/panel-link.ts';
import type { Focus, ToWebview } from '../protocol/messages.ts';
import type { ToOverview } from '../protocol/overview.ts';
import { asPerson, type Runtime } from '../runtime/api.ts';
import type { ServeWords } from '../words/en/serve.ts';
import { sayRefusalInSentences } from '../words/say.ts';
import type { Visitor } from './access.ts';
import type { Tab } from './tab.ts';

/** The shared state of pages opened by one server. */
export interface ServedPlace {
  readonly folder: string;
  readonly rtws: PageRtws;
  readonly inbox: Pick<Inbox, 'pending' | 'closed' | 'forgetClosed' | 'onChange' | 'refresh'>;
  readonly ended: Ended;
  /** The pages that have the focus. */
  readonly inView: PagesInView;
  readonly suggest: SuggestFiles;
  /** Words that wait in the composer of a dialog whose page opens next: its address does not show them. */
  readonly keepWords: (dialog: DialogRef, focus: Focus | undefined) => void;
  readonly takeWords: (dialog: DialogRef) => Focus | undefined;
  readonly log: { warn(message: string): void; error(message: string, error?: unknown): void };
}

/** One page of a visitor. */
export interface Visit {
  readonly tab: Tab;
  readonly visitor: Visitor;
  readonly language: 'en' | 'zh';
  readonly words: ServeWords;
}

/** The surface of a dialog's page. */
export function dialogSurface(place: ServedPlace, visit: Visit, dialog: DialogRef): DialogSurface {
  const { tab, words } = visit;
  const post: DialogSurface['post'] = message => tab.post(message);
  const refuse = (message: string) => post({ kind: 'refused', message, remedy: '' });
  const perform = async (message: SurfaceMessage): Promise<void> => {
    switch (message.kind) {
      case 'openLink':
        return openLink(place, visit, message.href, refuse);
      case 'suggest':
        if (visit.visitor.access === 'view') return post({ kind: 'suggestions', nth: message.nth, files: [] });
        return suggest(message, { files: place.suggest, runtime: place.rtws.runtime, post });
      case 'showDiff':
        return tab.tell({ kind: 'open', href: proposalPath(message.questionId, message.path), newTab: true });
      case 'showChanges':
        return tab.tell({ kind: 'open', href: changesPath(dialog.rootId, message.path), newTab: true });
      case 'undoEdits':
        return undoEdits(place, visit, dialog.rootId, refuse);
      case 'nextQuestion': {
        const next = questionBeyond(place.inbox.pending, dialog);
        if (!next) return refuse(words.noQuestion);
        return tab.tell({ kind: 'open', href: dialogPath(next, { kind: 'question', questionId: next.id }) });
      }
      case 'saveFile':
        return refuse(words.inEditor);
      case 'mend':
        return refuse(words.mendElsewhere);
      // The page does these by itself, and a file of this machine means nothing to it.
      case 'focusGiven':
      case 'focusWanted':
      case 'holdText':
      case 'inFront':
      case 'dropped':
      case 'pickImages':
      case 'copy':
      case 'insertCode':
      case 'openCode':
        return;
      default:
        assertNever(message);
    }
  };
  return {
    ...surfaceOf(place, visit),
    perform,
    begun: () => tab.tell({ kind: 'at', href: dialogPath(dialog) }),
    complete: (runtime, { rootId }) => complete(visit, runtime, rootId),
    retitle: (_, { headline }) => tab.tell({ kind: 'title', title: firstLine(headline) || words.dialog }),
  };
}

/** The surface of the Overview's page. */
export function overviewSurface(place: ServedPlace, visit: Visit): OverviewSurface {
  const { tab, language } = visit;
  const post: OverviewSurface['post'] = message => tab.post(message);
  const perform = async (message: OverviewSurfaceMessage): Promise<void> => {
    if (message.kind === 'openLink') {
      return openLink(place, visit, message.href, text => post({ kind: 'refused', message: text, remedy: '' }));
    }
    // The page does the rest by itself.
    if (message.kind !== 'run') return;
    const outcome = await runCommand(place, visit, message);
    if (outcome && !outcome.ok) post({ kind: 'refused', ...sayRefusalInSentences(outcome, language) });
  };
  return { ...surfaceOf(place, visit), perform };
}

/** The common part of every page's surface. */
function surfaceOf(place: ServedPlace, visit: Visit) {
  const { tab, language } = visit;
  return {
    name: 'browser' as const,
    post: (message: ToWebview | ToOverview) => tab.post(message),
    language: () => language,
    frame: (runtime: Runtime | undefined) => frameOf(visit, runtime),
    open: (dialog: DialogRef, focus?: Focus) => {
      place.keepWords(dialog, focus);
      tab.tell({ kind: 'open', href: dialogPath(dialog, focus) });
    },
    failed: (error: unknown) => fail(place, visit, error),
    dropped: (what: string) => place.log.warn(`${what}: a message was not understood and dropped`),
  };
}

async function runCommand(
  { rtws }: ServedPlace,
  visit: Visit,
  { command, rootId, selfId }: Extract<OverviewSurfaceMessage, { kind: 'run' }>,
): Promise<Outcome<object> | undefined> {
  if (command === 'startRootDialog') {
    visit.tab.tell({ kind: 'open', href: '/new' });
    return undefined;
  }
  const opened = await rtws.open();
  if (!opened.ok) return opened;
  const refused = rtws.refusalToDrive();
  if (refused) return refused;
  const runtime = asPerson(opened.runtime, 'browser');
  const root = rootId as RootId;
  const dialog = { rootId: root, selfId: (selfId ?? rootId) as DialogRef['selfId'] };
  switch (command) {
    case 'stopAll':
    case 'continueAll':
      return runtime.perform({ kind: command });
    case 'markDone':
      return complete(visit, runtime, root);
    case 'stop':
    case 'retryNow':
    case 'continue':
    case 'archive':
    case 'reopen':
      return runtime.perform({ kind: command, dialog });
    default:
      assertNever(command);
  }
}

/** Marks a root as done; when work is pending, only after the person confirms. */
/** Reverts what a tree changed, once the person has confirmed it. */
async function undoEdits(
  { rtws }: ServedPlace,
  { tab, visitor, words, language }: Visit,
  rootId: RootId,
  refuse: (message: string) => void,
): Promise<void> {
  const { runtime } = rtws;
  const refusal = visitor.access === 'view' ? refuseIntent('view-only') : rtws.refusalToDrive();
  if (refusal) return refuse(sayRefusalInSentences(refusal, language).message);
  if (!runtime || !(await tab.confirm(words.undoEdits))) return;
  const outcome = await asPerson(runtime, 'browser').perform({ kind: 'undoEdits', dialog: rootRef(rootId) });
  if (!outcome.ok) return refuse(sayRefusalInSentences(outcome, language).message);
  if (outcome.undone.left.length > 0) refuse(words.notUndone(outcome.undone.left.map(({ path }) => path).join(', ')));
}

function complete(
  { tab, words, language }: Visit,
  runtime: Pick<Runtime, 'perform'>,
  rootId: RootId,
): Promise<Outcome<object> | undefined> {
  const confirm = (pending: Refusal) =>
    tab.confirm(`${sayRefusalInSentences(pending, language).message}\n\n${words.completeAnyway}`);
  return completeAfter(confirm, runtime, rootId);
}

async function openLink(
  { folder }: ServedPlace,
  { tab, words }: Visit,
  href: string,
  refuse: (message: string) => void,
): Promise<void> {
  const link = parsePanelLink(href, folder);
  if (link.kind === 'web') tab.tell({ kind: 'open', href: link.url, newTab: true });
  else refuse(words.inEditor);
}

function frameOf({ visitor, language, words }: Visit, runtime: Runtime | undefined): PageFrame {
  const frame = { language, scripted: runtime?.models.configured().type === 'playbook' };
  if (visitor.access === 'view') return { ...frame, readOnly: words.viewOnly };
  switch (runtime?.drivenBy()) {
    case 'other':
      return { ...frame, drivenElsewhere: words.drivenElsewhere };
    case 'nobody':
      return { ...frame, drivenElsewhere: words.drivenByNobody };
    default:
      return frame;
  }
}

function fail({ log }: ServedPlace, { tab, words }: Visit, error: unknown): void {
  log.error('a page could not be served', error);
  tab.post({ kind: 'refused', ...words.failed } as { kind: string });
}
