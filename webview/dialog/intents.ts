// The person's actions in the panel. Each sends an intent to the host or changes UI state. None changes a dialog: that
// shows when its record arrives.
import type { CallId, DialogId } from '../../src/core/base/ids.ts';
import type { ReadImages } from '../../src/core/base/image.ts';
import { userAnswer, userMessage } from '../../src/core/intents/packets.ts';
import { withoutBlankEdges } from '../../src/core/text/blank-edges.ts';
import type { ToHost } from '../../src/protocol/messages.ts';
import { isAnsweredInFields } from '../shared/form-draft.ts';
import { wordsFor } from '../shared/words/use-words.ts';
import { aimAfterSending, settleAim } from './composer/aim.ts';
import { givenImage, isImageFile, readFiles, refusalOf, withImages } from './composer/attached.ts';
import type { OpenMention } from './composer/completion.ts';
import { answerWithQueued, editQueued, leaveQueued, saveQueued } from './composer/queued.ts';
import { leaveRestore, restoreNow, startRestore } from './composer/restoring.ts';
import { closedFind } from './conversation/find.ts';
import { openQuestionId, openQuestions } from './items/open-questions.ts';
import type { Door, Goal, Sent, Signals } from './signals.ts';
import type { RestoreChoice } from './ui.ts';

export interface Intents {
  /** Replaces the text in the composer. */
  readonly type: (text: string) => void;
  /** Sends the composer's text; `empty` when there is nothing to send. */
  readonly send: () => 'sent' | 'empty';
  /** Image files for the next message. */
  readonly attachFiles: (files: File[]) => void;
  /** Takes an image away again, by its address. */
  readonly detach: (url: string) => void;
  /** Answers a question with one of its options. */
  readonly choose: (questionId: string, option: string) => void;
  readonly startAnswer: (questionId: string) => void;
  /** Writes a message although questions are open. */
  readonly writeMessage: () => void;
  /** Opens a queued message for editing, or types into it; leaving it and saving it close it again. */
  readonly editQueued: (msgId: string, text: string) => void;
  readonly leaveQueued: (msgId: string) => void;
  readonly saveQueued: (msgId: string) => void;
  /** Sends a queued message as the answer to the open question. */
  readonly answerWithQueued: (msgId: string) => void;
  /** Says something to those who work on an open call. */
  readonly tell: (callId: CallId, content: string) => void;
  /** Adds a word to the message that drafts wait for. */
  readonly addWord: (content: string) => void;
  readonly toggle: (key: string) => void;
  readonly show: (on: Goal) => void;
  /** Goes to the next open question: of this dialog round and round, else of another dialog. */
  readonly nextQuestion: () => void;
  /** Asks for files that fit. */
  readonly suggest: (query: string, sign: OpenMention['sign']) => void;
  /** Begins to go back to before a message; with its text, which is edited in the composer then. */
  readonly startRestore: (msgId: string, content?: string) => void;
  readonly chooseRestore: (choice: Partial<RestoreChoice>) => void;
  readonly leaveRestore: () => void;
  readonly restore: () => void;
  readonly openFind: () => void;
  /** Asks for all earlier records of the shown course; false when they are here already. */
  readonly askAllEarlier: () => boolean;
  readonly dismissNotice: () => void;
  /** Any intent that is a plain message to the host. */
  readonly post: (message: ToHost) => void;
}

/** The intents over these signals. */
export function createIntents(signals: Signals, door: Door): Intents {
  const { drafts, toggled, notice, picture, find } = signals;
  return {
    type: text => {
      signals.formFocus.value = undefined;
      drafts.value = { ...drafts.value, [openQuestionId(signals)]: text };
    },
    send: () => {
      if (signals.restoring.value?.held) return restoreNow(signals, door) ? 'sent' : 'empty';
      const questionId = openQuestionId(signals);
      const images = answerTakesImages(signals, questionId) ? signals.attached.value : [];
      const typed = withoutBlankEdges(drafts.value[questionId] ?? '');
      if (typed === '' && images.length === 0) return 'empty';
      const words = wordsFor(picture.value?.view.language ?? 'en').images;
      const content = typed === '' && questionId !== '' ? words.seeThem : typed;
      deliver(signals, door, { msgId: door.newId(), content, images, questionId });
      return 'sent';
    },
    attachFiles: files => {
      const words = wordsFor(picture.value?.view.language ?? 'en').images;
      const takes = answerTakesImages(signals, openQuestionId(signals));
      if (takes && !picture.value?.view.state.draft) void readFiles(files).then(read => attach(signals, read));
      else if (!files.some(isImageFile)) notice.value = words.notAttached(files.map(({ name }) => name));
      else notice.value = takes ? words.notInDrafts : words.notInAnswers;
    },
    detach: url => {
      signals.attached.value = signals.attached.value.filter(each => each.url !== url);
      focusComposer(signals);
    },
    choose: (questionId, content) => {
      deliver(signals, door, { msgId: door.newId(), content, images: [], questionId });
      focusComposer(signals);
    },
    startAnswer: questionId => bringIntoView(signals, { kind: 'question', questionId }),
    writeMessage: () => {
      signals.aim.value = { kind: 'message', by: 'person' };
      focusComposer(signals);
    },
    editQueued: (msgId, text) => editQueued(signals, msgId, text),
    leaveQueued: msgId => {
      leaveQueued(signals, msgId);
      focusComposer(signals);
    },
    saveQueued: msgId => {
      saveQueued(signals, door, msgId);
      focusComposer(signals);
    },
    answerWithQueued: msgId => {
      answerWithQueued(signals, door, msgId);
      focusComposer(signals);
    },
    tell: (callId, content) => door.post({ kind: 'tell', callId, content, msgId: door.newId() }),
    addWord: content => door.post({ kind: 'draft', intent: { kind: 'add', content, msgId: door.newId() } }),
    toggle: key => {
      const next = new Set(toggled.value);
      if (!next.delete(key)) next.add(key);
      toggled.value = next;
    },
    show: on => bringIntoView(signals, on),
    nextQuestion: () => {
      const next = nextQuestionId(signals);
      if (next === undefined) door.post({ kind: 'nextQuestion' });
      else bringIntoView(signals, { kind: 'question', questionId: next });
    },
    suggest: (query, sign) => {
      const nth = signals.suggestions.value.nth + 1;
      signals.suggestions.value = { ...signals.suggestions.value, nth };
      door.post({ kind: 'suggest', nth, query, sign });
    },
    startRestore: (msgId, content) => startRestore(signals, door, msgId, content),
    chooseRestore: choice => {
      signals.restoreChoice.value = { ...signals.restoreChoice.value, ...choice };
    },
    leaveRestore: () => {
      leaveRestore(signals);
      focusComposer(signals);
    },
    restore: () => {
      restoreNow(signals, door);
    },
    openFind: () => {
      const { asked, ...found } = find.value ?? closedFind;
      find.value = { ...found, asked: asked + 1 };
      askAllEarlier(signals, door);
    },
    askAllEarlier: () => askAllEarlier(signals, door),
    dismissNotice: () => {
      notice.value = undefined;
      focusComposer(signals);
    },
    post: message => {
      door.post(message);
      if (endsWithItsButton.has(message.kind)) focusComposer(signals);
    },
  };
}

/** Asks for every earlier record of the shown course; false when all of them are here. */
function askAllEarlier({ picture }: Signals, door: Door): boolean {
  const view = picture.value?.view;
  if (!view || view.earlier === 0) return false;
  door.post({ kind: 'showEarlier', course: view.firstCourse, before: view.earlier, all: true });
  return true;
}

/**
 * Brings something into view; a question also puts the composer into answer mode (SPEC 13.4) and leads to its form, if
 * it has one, else to the composer; words fill the find bar.
 */
export function bringIntoView(signals: Signals, on: Goal): void {
  if (on.kind === 'words') {
    const { asked } = signals.find.value ?? closedFind;
    signals.find.value = { query: on.query, current: '', asked: asked + 1 };
  }
  if (on.kind === 'question') {
    signals.aim.value = { kind: 'question', by: 'person', questionId: on.questionId };
    if (hasForm(signals, on.questionId)) signals.formFocus.value = on.questionId;
    else focusComposer(signals);
  }
  signals.focus.value = { nth: (signals.focus.value?.nth ?? 0) + 1, on };
}

/** Intents whose button goes when they are done, and would take the focus with it. */
const endsWithItsButton: ReadonlySet<ToHost['kind']> = new Set<ToHost['kind']>([
  'continue',
  'retryNow',
  'answerAsFailed',
  'stop',
  'markDone',
  'reopen',
  'dismiss',
  'steerCommand',
  'removeQueued',
]);

/** Whether images can go with a message, or with the answer to that question: permission and forms take none. */
export function answerTakesImages(signals: Signals, questionId: string): boolean {
  const { own, below } = openQuestions(signals);
  const asked = [...own, ...below].find(each => each.questionId === questionId);
  return asked?.questionKind !== 'permission' && !hasForm(signals, questionId);
}

/** Takes the focus from a form, if one has it. */
export function focusComposer({ composerFocus, formFocus }: Signals): void {
  formFocus.value = undefined;
  composerFocus.value += 1;
}

/** Whether a question of the shown dialog is answered in fields. */
function hasForm({ picture }: Signals, questionId: string): boolean {
  const asked = picture.value?.view.state.questions.find(each => each.questionId === questionId);
  return asked !== undefined && isAnsweredInFields(asked.form, asked.options ?? []);
}

/** Updates the composer for the open questions. */
export function settle(signals: Signals): void {
  const { aim, drafts, attached, picture } = signals;
  if (!picture.value) return;
  const hasMessage = (drafts.value[''] ?? '').trim() !== '' || attached.value.length > 0;
  aim.value = settleAim(aim.value, { ...openQuestions(signals), hasMessage });
}

/** More images for the next message. Images that were kept out, here or before by the host, are named. */
export function attach(signals: Signals, { images: given, refused: unread = [] }: ReadImages): void {
  const words = wordsFor(signals.picture.value?.view.language ?? 'en');
  const { images, refused } = withImages(signals.attached.value, given);
  const notice = refusalOf([...unread, ...refused], words.images);
  // The host gives those that it held once more: that is no deed of the person.
  if (notice || images.length > signals.attached.value.length) signals.notice.value = notice;
  signals.attached.value = images;
  signals.composerFocus.value += 1;
}

/** A question that is answered by default was not gone to yet. */
function nextQuestionId(signals: Signals): string | undefined {
  const { own } = openQuestions(signals);
  const aim = signals.aim.value;
  if (aim.kind === 'question' && aim.by === 'default') return aim.questionId;
  const current = aim.kind === 'question' ? aim.questionId : '';
  const at = own.findIndex(each => each.questionId === current);
  const next = own[(at + 1) % own.length]?.questionId;
  return next === current ? undefined : next;
}

function deliver(signals: Signals, door: Door, sent: Sent): void {
  const { drafts, aim, outbox, notice, picture, attached } = signals;
  const { msgId, content, images, questionId } = sent;
  if (!picture.value) return;
  const { identity, draft } = picture.value.view.state;
  const asker = openQuestions(signals).below.find(each => each.questionId === questionId)?.from;
  const dialog = { rootId: identity.rootId, selfId: (asker?.selfId as DialogId | undefined) ?? identity.selfId };
  const given = images.map(givenImage);
  if (questionId !== '') door.post(userAnswer(dialog, { msgId, questionId, content, images: given }));
  else if (draft) door.post({ kind: 'draft', intent: { kind: 'send', msgId, content, run: 'paused' } });
  else door.post(userMessage(dialog, { msgId, content, images: given }));
  if (images.length > 0) attached.value = [];
  const { [questionId]: _, ...others } = drafts.value;
  drafts.value = others;
  outbox.value = [...outbox.value, { ...sent, ...(asker && { isBelow: true }) }];
  notice.value = undefined;
  const aimed = aim.value.kind === 'question' ? aim.value.questionId : '';
  if (aimed === questionId) aim.value = aimAfterSending(aim.value, openQuestions(signals));
  settle(signals);
}
