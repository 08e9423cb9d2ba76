// The panel's state as signals. Messages are collected and folded once per frame, so that 1,000 of them a second are
// one render each 16 ms. Components read these signals and call `intents`; they know neither the host nor the protocol.
import type { ReadonlySignal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import type { After } from '../../src/core/base/after.ts';
import type { Focus, MemberLabel, RelatedDialog, ToHost, ToWebview } from '../../src/protocol/messages.ts';
import { createAsker } from '../shared/asker.ts';
import type { PanelHost } from '../shared/host.ts';
import type { PanelWords } from '../shared/words/en/panel.ts';
import { wordsFor } from '../shared/words/use-words.ts';
import { type AimContext, type Asking, questionsBelow } from './composer/aim.ts';
import { givenImage, imageUrl } from './composer/attached.ts';
import { withFiles, withWords } from './composer/completion.ts';
import { answerable, keepEdited } from './composer/queued.ts';
import { beginRestore, takeOffer, takeRefusal, takeRestored } from './composer/restoring.ts';
import { announcementOf } from './conversation/announce.ts';
import type { LivePicture } from './conversation/live.ts';
import type { Picture, View } from './conversation/transcript.ts';
import { createPanelTranscript, isNewest } from './conversation/transcript.ts';
import type { Intents } from './intents.ts';
import { attach, bringIntoView, createIntents, focusComposer, settle } from './intents.ts';
import type { Item } from './items/item.ts';
import type { NestedDialogs } from './items/nested-dialogs.ts';
import { createNestedDialogs } from './items/nested-dialogs.ts';
import { openQuestionId, openQuestions, questionAimedAt } from './items/open-questions.ts';
import { groupSteps } from './items/steps.ts';
import type { Sent, Signals } from './signals.ts';
import type { SavedUi } from './ui.ts';
import { parseSavedUi } from './ui.ts';

export interface Panel extends Signals {
  /** Parts of the picture, so that a component follows only what it shows. */
  readonly view: ReadonlySignal<View | undefined>;
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly live: ReadonlySignal<LivePicture | undefined>;
  readonly outputs: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly members: ReadonlySignal<readonly MemberLabel[]>;
  readonly related: ReadonlySignal<readonly RelatedDialog[]>;
  readonly words: ReadonlySignal<PanelWords>;
  /** The open question that the composer answers now. */
  readonly question: ReadonlySignal<Asking | undefined>;
  /** The questions that wait for an answer, of this dialog and of its subdialogs. */
  readonly open: ReadonlySignal<Pick<AimContext, 'own' | 'below'>>;
  /** The question that a queued message can be sent to. */
  readonly answerable: ReadonlySignal<Asking | undefined>;
  /** To be saved by the host for the next load. */
  readonly saved: ReadonlySignal<SavedUi>;
  readonly intents: Intents;
}

export interface PanelOptions {
  readonly host: Pick<PanelHost<ToWebview, ToHost>, 'post' | 'load' | 'listen'>;
  /** Calls back at the next frame. */
  readonly schedule: (flush: () => void) => void;
  readonly later: After;
  readonly newId: () => string;
}

/** Connects to the host and asks for a snapshot until one comes. */
export function createPanel({ host, schedule, later, newId }: PanelOptions): Panel {
  const saved = parseSavedUi(host.load());
  const signals = createSignals(saved);
  const transcript = createPanelTranscript();
  const nested = createNestedDialogs();
  let waiting: ToWebview[] = [];
  const { course } = saved;
  const asker = createAsker(
    () => host.post(signals.picture.value ? { kind: 'resync' } : { kind: 'ready', ...(course > 0 && { course }) }),
    later,
  );
  const flush = () => {
    const messages = waiting;
    waiting = [];
    if (messages.length === 0) return;
    batch(() => {
      for (const message of messages) {
        if (message.kind === 'snapshot' || isRefusal(message, signals)) asker.end();
        const isGap = transcript.receive(message) === 'lost';
        if ((isGap || message.kind === 'hello') && !asker.isAsking) asker.begin();
        // Whatever else is told meanwhile is told once: the keys of a prompt, what is to be brought into view, why
        // something was refused.
        if (!isGap) react(signals, message);
        nest(nested, message, signals.picture.value);
      }
      signals.picture.value = transcript.picture();
      signals.nested.value = nested.pictures();
      dropAnswered(signals);
      keepEdited(signals);
      settle(signals);
    });
  };
  host.listen(message => {
    waiting.push(message);
    if (drawnAtOnce.has(message.kind)) flush();
    else if (waiting.length === 1) schedule(flush);
  });
  holdImages(signals, host.post);
  asker.begin();
  return derive(signals, { post: host.post, newId });
}

/** Delaying the first picture has no benefit, and keys may follow the focus. */
const drawnAtOnce: ReadonlySet<ToWebview['kind']> = new Set<ToWebview['kind']>(['snapshot', 'focus']);

/** Answers to subdialogs are recorded there: they have arrived once their question is closed. */
function dropAnswered({ picture, outbox }: Signals): void {
  const view = picture.value?.view;
  if (!view || !outbox.value.some(({ isBelow }) => isBelow)) return;
  const open = questionsBelow(view.state.identity.selfId, view.related);
  const isUnderWay = (sent: Sent) => !sent.isBelow || open.some(({ questionId }) => questionId === sent.questionId);
  if (!outbox.value.every(isUnderWay)) outbox.value = outbox.value.filter(isUnderWay);
}

/** True if there is no picture, and the host said why: it sends one when that changes. */
function isRefusal(message: ToWebview, { picture }: Signals): boolean {
  return message.kind === 'refused' && picture.value === undefined;
}

/** A page that is hidden is gone, so the host keeps the images of the composer for the next one. */
function holdImages({ attached }: Signals, post: (message: ToHost) => void): void {
  let isFirst = true;
  attached.subscribe(images => {
    if (!isFirst) post({ kind: 'holdImages', images: images.map(givenImage) });
    isFirst = false;
  });
}

function createSignals(saved: SavedUi): Signals {
  return {
    picture: signal(undefined),
    drafts: signal(saved.drafts),
    aim: signal(
      saved.answering === '' ? { kind: 'free' } : { kind: 'question', by: 'person', questionId: saved.answering },
    ),
    toggled: signal(new Set(saved.toggled)),
    scroll: signal(saved.scroll),
    outbox: signal([]),
    notice: signal(undefined),
    focus: signal(undefined),
    composerFocus: signal(0),
    formFocus: signal(undefined),
    suggestions: signal({ nth: 0, files: [] }),
    attached: signal([]),
    shownImages: signal(new Map()),
    inView: signal(new Set()),
    nested: signal(new Map()),
    belief: signal(undefined),
    find: signal(undefined),
    restoring: signal(undefined),
    restoreChoice: signal(saved.restoreChoice),
    announcement: signal(''),
  };
}

function derive(signals: Signals, door: { post: (message: ToHost) => void; newId: () => string }): Panel {
  const question = computed(() => questionAimedAt(signals));
  const open = computed(() => openQuestions(signals));
  const view = computed(() => signals.picture.value?.view);
  return {
    ...signals,
    view,
    items: computed(() => groupSteps(signals.picture.value?.items ?? [])),
    live: computed(() => signals.picture.value?.live),
    outputs: computed(() => signals.picture.value?.outputs ?? new Map()),
    members: computed(() => view.value?.members ?? []),
    related: computed(() => view.value?.related ?? []),
    question,
    open,
    answerable: computed(() => answerable(signals)),
    words: computed(() => wordsFor(view.value?.language ?? 'en')),
    saved: computed(() => savedOf(signals)),
    intents: createIntents(signals, door),
  };
}

function savedOf({ picture, drafts, aim, toggled, scroll, restoreChoice }: Signals): SavedUi {
  const view = picture.value?.view;
  return {
    v: 1,
    rootId: view?.state.identity.rootId ?? '',
    selfId: view?.state.identity.selfId ?? '',
    course: view && !isNewest(view) ? view.course : 0,
    drafts: drafts.value,
    answering: aim.value.kind === 'question' && aim.value.by === 'person' ? aim.value.questionId : '',
    toggled: [...toggled.value],
    scroll: scroll.value,
    restoreChoice: restoreChoice.value,
    ...(view?.unbegun && { unbegun: view.unbegun }),
  };
}

function nest(nested: NestedDialogs, message: ToWebview, picture: Picture | undefined): void {
  if (message.kind === 'nested') nested.open(message, new Set(picture?.view.members.map(({ id }) => id)));
  else if (message.kind === 'passing') nested.pass(message.events);
}

/** A message's changes besides the transcript. */
function react(signals: Signals, message: ToWebview): void {
  switch (message.kind) {
    case 'snapshot':
      // Why there was none is over.
      if (!signals.picture.value) signals.notice.value = undefined;
      signals.outbox.value = signals.outbox.value.filter(sent => !message.state.msgIds.includes(sent.msgId));
      if (message.focus) takeUp(signals, message.focus);
      return;
    case 'recorded': {
      const { record } = message;
      const view = signals.picture.value?.view;
      const nameOf = (agentId: string) => view?.members.find(({ id }) => id === agentId)?.name ?? agentId;
      if ('msgId' in record) signals.outbox.value = signals.outbox.value.filter(({ msgId }) => msgId !== record.msgId);
      signals.announcement.value =
        announcementOf(record, wordsFor(view?.language ?? 'en'), nameOf) ?? signals.announcement.value;
      return;
    }
    case 'focus':
      takeUp(signals, message.focus);
      return;
    case 'suggestions':
      // What servers offered a letter ago stands until they have told again: a key may be meant for it.
      if (message.nth === signals.suggestions.value.nth)
        signals.suggestions.value = { offers: signals.suggestions.value.offers ?? [], ...message };
      return;
    case 'mentions':
      // Dropped files are mentioned at the end of the typed text.
      addToText(signals, typed => withFiles(typed, message.paths));
      return;
    case 'attached':
      attach(signals, message);
      return;
    case 'image': {
      const url = message.data === undefined ? '' : imageUrl(message.data, message.type);
      signals.shownImages.value = new Map(signals.shownImages.value).set(message.hash, url);
      return;
    }
    case 'belief':
      signals.belief.value = message;
      return;
    case 'restoreOffer':
      takeOffer(signals, message.offer);
      return;
    case 'restored':
      takeRestored(signals, message);
      return;
    case 'refused':
      giveBack(signals, message);
      takeRefusal(signals, message.msgId);
      return;
    default:
      return;
  }
}

/** Shows what the host asks for. */
function takeUp(signals: Signals, on: Focus): void {
  if (on.kind === 'composer') {
    if (on.add !== undefined) addToText(signals, typed => withWords(typed, on.add ?? ''));
    focusComposer(signals);
    return;
  }
  if (on.kind === 'restore') {
    const item = signals.picture.value?.items.find(each => each.kind === 'user' && each.msgId === on.to);
    beginRestore(signals, on.to, on.edit && item?.kind === 'user' ? item.content : undefined);
  }
  bringIntoView(signals, on);
}

/** Adds to the text in the composer. */
function addToText(signals: Signals, add: (typed: string) => string): void {
  const { drafts, composerFocus } = signals;
  const open = openQuestionId(signals);
  drafts.value = { ...drafts.value, [open]: add(drafts.value[open] ?? '') };
  composerFocus.value += 1;
}

/** A refused text goes back to where it was typed, before what has been typed since. */
function giveBack(signals: Signals, { msgId, message, remedy }: Extract<ToWebview, { kind: 'refused' }>): void {
  signals.notice.value = { message, remedy };
  const sent = signals.outbox.value.find(each => each.msgId === msgId);
  if (!sent) return;
  signals.outbox.value = signals.outbox.value.filter(each => each !== sent);
  if (sent.queuedMsgId !== undefined) return;
  const typed = signals.drafts.value[sent.questionId] ?? '';
  const text = typed.trim() === '' ? sent.content : `${sent.content}\n${typed}`;
  signals.drafts.value = { ...signals.drafts.value, [sent.questionId]: text };
  signals.attached.value = [...sent.images, ...signals.attached.value];
}
