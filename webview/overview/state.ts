// The Overview's state as signals: data from the host, folds and typed texts. Nothing here changes a dialog: that shows
// when the host sends the part again.
import type { ReadonlySignal, Signal } from '@preact/signals';
import { computed, effect, signal } from '@preact/signals';
import type { After } from '../../src/core/base/after.ts';
import type { DialogNode } from '../../src/core/dialog/view/projection.ts';
import { type Standing, standings } from '../../src/core/dialog/view/standing.ts';
import { userAnswer } from '../../src/core/intents/packets.ts';
import { withoutBlankEdges } from '../../src/core/text/blank-edges.ts';
import type { MemberLabel } from '../../src/protocol/messages.ts';
import type {
  ClosedQuestion,
  InboxQuestion,
  OverviewToHost,
  RegistryRow,
  RootGroup,
  ToOverview,
} from '../../src/protocol/overview.ts';
import { createAsker } from '../shared/asker.ts';
import { formKey } from '../shared/form-draft.ts';
import type { PanelHost } from '../shared/host.ts';
import type { PanelWords } from '../shared/words/en/panel.ts';
import { wordsFor } from '../shared/words/use-words.ts';
import { type InboxFilter, needsAll, wholeInbox } from './inbox-filter.ts';
import type { SavedOverview } from './saved.ts';
import { parseSavedOverview } from './saved.ts';
import type { TreeLine } from './tree-lines.ts';
import { isGroupOpen, treeLines, unfoldedRoots } from './tree-lines.ts';

/** An answer on its way. */
export interface OverviewMessage {
  readonly msgId: string;
  readonly questionId: string;
  readonly content: string;
}

type RootsPart = Extract<ToOverview, { kind: 'roots' }>;

export interface Overview {
  readonly frame: ReadonlySignal<Extract<ToOverview, { kind: 'frame' }> | undefined>;
  readonly roots: ReadonlySignal<RootsPart | undefined>;
  readonly groups: ReadonlySignal<readonly RootGroup[] | undefined>;
  readonly trees: ReadonlySignal<ReadonlyMap<string, DialogNode>>;
  readonly registry: ReadonlySignal<{ readonly rootId: string; readonly rows: readonly RegistryRow[] } | undefined>;
  readonly questions: ReadonlySignal<readonly InboxQuestion[]>;
  /** How many there are, shown or not. */
  readonly questionCount: ReadonlySignal<number>;
  readonly closed: ReadonlySignal<readonly ClosedQuestion[]>;
  readonly lines: ReadonlySignal<readonly TreeLine[]>;
  readonly words: ReadonlySignal<PanelWords>;
  readonly members: ReadonlySignal<ReadonlyMap<string, MemberLabel>>;
  /** The root whose registry is shown: the one chosen, else the first that runs. */
  readonly root: ReadonlySignal<string | undefined>;
  /** Keys of tree lines that are not as they are by default. */
  readonly toggled: Signal<ReadonlySet<string>>;
  readonly selected: Signal<string>;
  /** The filter of the questions. */
  readonly inboxFilter: Signal<InboxFilter>;
  /** The question whose field is open; '' for none. */
  readonly answering: Signal<string>;
  readonly drafts: Signal<Readonly<Record<string, string>>>;
  readonly outbox: ReadonlySignal<readonly OverviewMessage[]>;
  readonly notice: Signal<{ readonly message: string; readonly remedy: string } | undefined>;
  readonly announcement: ReadonlySignal<string>;
  /** The present, for ages; epoch milliseconds. */
  readonly now: Signal<number>;
  readonly saved: ReadonlySignal<SavedOverview>;
  readonly post: (message: OverviewToHost) => void;
  readonly toggle: (key: string) => void;
  readonly showMore: (what: Paged) => void;
  /** Sends an answer; `empty` when there is nothing to send. */
  readonly answer: (question: InboxQuestion, content: string) => 'sent' | 'empty';
}

export interface OverviewOptions {
  readonly host: Pick<PanelHost<ToOverview, OverviewToHost>, 'post' | 'load' | 'listen'>;
  readonly later: After;
  readonly newId: () => string;
  readonly now: number;
}

/** The parts shown page by page. */
export type Paged = Standing | 'questions';

/** Roots of one group, or questions, that are shown at first, and how many more each time. */
const PAGE = 50;
/** Questions among which a filter finds. */
const SEARCHED = 2000;

/** Connects to the host and sends the visible parts, until all of their data has arrived. */
export function createOverview({ host, later, newId, now }: OverviewOptions): Overview {
  const saved = parseSavedOverview(host.load());
  const frame = signal<Extract<ToOverview, { kind: 'frame' }> | undefined>(undefined);
  const roots = signal<RootsPart | undefined>(undefined);
  const groups = computed(() => roots.value?.groups);
  const trees = signal<ReadonlyMap<string, DialogNode>>(new Map());
  /** Roots whose tree came, or the word that there is none. */
  /** The parts that came since all of them were asked for. */
  const arrived = signal<ReadonlySet<string>>(new Set());
  const registry = signal<{ rootId: string; rows: readonly RegistryRow[] } | undefined>(undefined);
  const inbox = signal<Extract<ToOverview, { kind: 'inbox' }>>({
    kind: 'inbox',
    questions: [],
    count: 0,
    closed: [],
  });
  const toggled = signal<ReadonlySet<string>>(new Set(saved.toggled));
  const selected = signal(saved.selected);
  const answering = signal(saved.answering);
  const drafts = signal<Readonly<Record<string, string>>>(saved.drafts);
  const outbox = signal<readonly OverviewMessage[]>([]);
  const notice = signal<{ message: string; remedy: string } | undefined>(undefined);
  const announcement = signal('');
  const inboxFilter = signal(wholeInbox);
  const pages = signal<Readonly<Partial<Record<Paged, number>>>>({});
  const paged = (what: Paged) => PAGE * (pages.value[what] ?? 1);
  const words = computed(() => wordsFor(frame.value?.language ?? 'en'));
  const lines = computed(() => treeLines(groups.value ?? [], { toggled: toggled.value, trees: trees.value }));
  const root = computed(() => {
    const running = groups.value?.flatMap(group => group.roots) ?? [];
    const chosen = selected.value.split('#')[0];
    return running.some(({ rootId }) => rootId === chosen) ? chosen : running[0]?.rootId;
  });
  const receive = (message: ToOverview) => {
    switch (message.kind) {
      case 'hello':
        return asker.begin();
      case 'frame':
        frame.value = message;
        return;
      case 'roots':
        roots.value = message;
        return;
      case 'tree':
        trees.value = withTree(trees.value, message);
        return;
      case 'registry':
        registry.value = message;
        return;
      case 'inbox':
        announcement.value = newsOf(inbox.value, message, words.value) ?? announcement.value;
        inbox.value = message;
        outbox.value = outbox.value.filter(sent => message.questions.some(({ id }) => id === sent.questionId));
        return;
      case 'refused': {
        const sent = outbox.value.find(({ msgId }) => msgId === message.msgId);
        notice.value = { message: message.message, remedy: message.remedy };
        if (!sent) return;
        outbox.value = outbox.value.filter(each => each !== sent);
        drafts.value = { ...drafts.value, [sent.questionId]: sent.content };
        return;
      }
      default:
        return;
    }
  };
  const watch = computed(() => {
    const size = (standing: Standing) => (isGroupOpen(standing, toggled.value) ? paged(standing) : 0);
    return JSON.stringify({
      kind: 'watch',
      shown: Object.fromEntries(standings.map(standing => [standing, size(standing)])),
      questions: needsAll(inboxFilter.value) ? SEARCHED : paged('questions'),
      unfolded: unfoldedRoots(groups.value ?? [], toggled.value),
      ...(root.value !== undefined && { selected: root.value }),
    });
  });
  const say = (fresh: boolean) => {
    if (fresh) arrived.value = new Set();
    const message = JSON.parse(watch.peek()) as Extract<OverviewToHost, { kind: 'watch' }>;
    host.post(fresh ? { ...message, fresh } : message);
  };
  const asker = createAsker(() => say(true), later);
  const isComplete = computed(() => {
    const { unfolded, selected } = JSON.parse(watch.value) as Extract<OverviewToHost, { kind: 'watch' }>;
    const isShown = selected === undefined || registry.value?.rootId === selected;
    const registries = selected === undefined ? [] : [`registry ${selected}`];
    const wanted = ['frame', 'inbox', 'roots', ...unfolded.map(rootId => `tree ${rootId}`), ...registries];
    return isShown && wanted.every(part => arrived.value.has(part));
  });
  host.listen(message => {
    arrived.value = new Set(arrived.value).add(partOf(message));
    receive(message);
    if (isComplete.peek()) asker.end();
    else if (!asker.isAsking) asker.expect();
  });
  asker.begin();
  let isFirst = true;
  effect(() => {
    watch.value;
    if (!isFirst) say(false);
    isFirst = false;
    if (!asker.isAsking && !isComplete.peek()) asker.expect();
  });
  return {
    frame,
    roots,
    groups,
    trees,
    registry,
    questions: computed(() => inbox.value.questions),
    questionCount: computed(() => inbox.value.count),
    closed: computed(() => inbox.value.closed),
    lines,
    words,
    members: computed(() => new Map(frame.value?.members.map(member => [member.id, member]))),
    root,
    toggled,
    selected,
    inboxFilter,
    answering,
    drafts,
    outbox,
    notice,
    announcement,
    now: signal(now),
    saved: computed(() => ({
      v: 1 as const,
      toggled: [...toggled.value],
      selected: selected.value,
      answering: answering.value,
      drafts: drafts.value,
    })),
    post: host.post,
    toggle: key => {
      const next = new Set(toggled.value);
      if (!next.delete(key)) next.add(key);
      toggled.value = next;
    },
    showMore: what => {
      pages.value = { ...pages.value, [what]: (pages.value[what] ?? 1) + 2 };
    },
    answer: ({ id: questionId, rootId, selfId }, typed) => {
      const content = withoutBlankEdges(typed);
      if (content === '') return 'empty';
      const msgId = newId();
      host.post(userAnswer({ rootId, selfId }, { msgId, questionId, content }));
      outbox.value = [...outbox.value, { msgId, questionId, content }];
      const { [questionId]: _, [formKey(questionId)]: __, ...others } = drafts.value;
      drafts.value = others;
      notice.value = undefined;
      if (answering.value === questionId) answering.value = '';
      return 'sent';
    },
  };
}

/** The name of a part that the page waits for. */
function partOf(message: ToOverview): string {
  return 'rootId' in message ? `${message.kind} ${message.rootId}` : message.kind;
}

function withTree(
  trees: ReadonlyMap<string, DialogNode>,
  { rootId, tree }: Extract<ToOverview, { kind: 'tree' }>,
): ReadonlyMap<string, DialogNode> {
  const next = new Map(trees);
  if (tree) next.set(rootId, tree);
  else next.delete(rootId);
  return next;
}

/** Read aloud when questions came. One that takes the place of another on the page is not new. */
function newsOf(before: InboxPart, after: InboxPart, words: PanelWords): string | undefined {
  const known = new Set(before.questions.map(({ id }) => id));
  const isWhole = after.count === after.questions.length && before.count === before.questions.length;
  const isNew = isWhole ? after.questions.some(({ id }) => !known.has(id)) : after.count > before.count;
  return isNew ? words.question.pending(after.count) : undefined;
}

type InboxPart = Extract<ToOverview, { kind: 'inbox' }>;
