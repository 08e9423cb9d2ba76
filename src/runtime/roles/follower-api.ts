// Intents and queries in a process that reads: words for a dialog are handed over to the process that drives, and what can be waited
// for is waited for there (SPEC 9.4). Everything else is refused or read like anywhere.
import { rollbackNote } from '../../core/belief/history/turn-entry.ts';
import type { BeliefIntent } from '../../core/belief/intent.ts';
import { type AnsweredBy, authorOf } from '../../core/dialog/answered-by.ts';
import { type CallId, type DialogRef, formatRef, type RootId, rootRef } from '../../core/dialog/ids.ts';
import { diedAtWork, diedLine } from '../../core/dialog/left.ts';
import type { DialogNode, RootSummary } from '../../core/dialog/projection.ts';
import { refusalToSay } from '../../core/dialog/refusal-to-say.ts';
import type { DraftIntent } from '../../core/draft/intent.ts';
import { byIds, refusalToSend } from '../../core/draft/rules.ts';
import type { FeedEvent } from '../../core/feed-event.ts';
import { userAnswer, userMessage } from '../../core/packets.ts';
import { refuseText } from '../../core/text/message-text.ts';
import { type Outcome, refuse, restartInterruption } from '../../core/trouble.ts';
import type { Feed } from '../../driver/feed.ts';
import { checkImages } from '../../driver/intents/attach-images.ts';
import { refusalOfDelivered } from '../../driver/intents/queued-messages.ts';
import type { Settled } from '../../driver/queries.ts';
import type { DialogApi, DrivenBy } from '../api.ts';
import type { OpenQuestions } from '../open-questions.ts';
import { type HandOver, inNameOf, type Said } from './hand-over.ts';

/** The follower of other processes, as far as intents and queries need it. */
export interface LookingFollower {
  readonly isClosed: boolean;
  /** Starts to follow; what the list tells of is not news. */
  start(): void;
  /** Takes in everything that is stored now. */
  look(): boolean | Promise<boolean>;
  /** Resolves when something happened, or after a long silence; records stored by then are included. */
  nextEvent(): Promise<void>;
}

export interface FollowerApiOptions {
  /** Who asks, and where; handed over with each intent. */
  readonly by: AnsweredBy | undefined;
  /** Refuses every intent. */
  readonly api: DialogApi;
  readonly openQuestions: Pick<OpenQuestions, 'fateOf'>;
  readonly feed: Feed;
  readonly follower: LookingFollower;
  readonly handOver: HandOver;
  readonly newId: () => string;
  readonly drivenBy: () => DrivenBy;
  /** True if its line says that a tree is active. */
  readonly isAtWork: (rootId: RootId) => boolean;
  /** Whoever drives next goes on with what the one that is gone was at. */
  readonly goesOnByItself: boolean;
  /** Dialogs of followed trees that generate now. */
  readonly generating: () => number;
}

/** The intents and queries of a process that reads. It begins no dialog. */
export function createFollowerApi(ports: FollowerApiOptions): DialogApi {
  const { api, newId, by } = ports;
  const options = { ...ports, handOver: inNameOf(by, ports.handOver) };
  return {
    ...api,
    say: input => say(options, input),
    answer: input => answer(options, input),
    changeQueued: (dialog, { queuedMsgId, content }) =>
      handQueued(options, { kind: 'changeQueued', msgId: newId(), dialog, queuedMsgId, content }),
    removeQueued: (dialog, { queuedMsgId }) =>
      handQueued(options, { kind: 'removeQueued', msgId: newId(), dialog, queuedMsgId }),
    dismiss: (rootId, callId) => steer(options, { kind: 'dismiss', msgId: newId(), dialog: rootRef(rootId), callId }),
    tellCallee: async (rootId, { callId, content, msgId }) =>
      refuseText(content.trim(), 'message') ??
      (await steer(options, { kind: 'tell', msgId, dialog: rootRef(rootId), callId, content })),
    draft: (rootId, intent) => draft(options, rootId, intent),
    changeBelief: (rootId, intent) => changeBelief(options, rootId, intent),
    stop: (dialog, { tree = false } = {}) =>
      stop(options, { kind: 'stop', msgId: newId(), dialog, tree }, ref => isMeant(ref, dialog, tree)),
    async stopAll() {
      const outcome = await stop(options, { kind: 'stopAll', msgId: newId() }, () => true);
      return outcome.ok ? outcome.stopped : [];
    },
    async retryNow(dialog, { tree = false } = {}) {
      const intent: Said = { kind: 'retryNow', msgId: newId(), dialog, tree, by: authorOf(by) };
      const done = await actedOn(
        options,
        intent,
        ({ record }) => record.kind === 'retriedNow',
        ref => isMeant(ref, dialog, tree),
      );
      return done.ok ? { ok: true, retried: done.dialogs } : done;
    },
    settled: rootId => settled(options, rootId),
    activity: () => ({ ...api.activity(), generating: options.generating() }),
    listRoots: filter => api.listRoots(filter).map(root => asRead(options, root)),
    async tree(rootId) {
      const found = await api.tree(rootId);
      return found.ok && options.drivenBy() === 'nobody' ? { ok: true, tree: leftAtWork(found.tree) } : found;
    },
  };
}

/** Without a driver, a dialog that was active when the last one died counts as interrupted. */
function asRead({ drivenBy, isAtWork }: FollowerApiOptions, root: RootSummary): RootSummary {
  const needsDrive = root.needsDrive || isAtWork(root.rootId);
  const isDead = (diedAtWork(root) || root.atWork) && drivenBy() === 'nobody';
  return isDead ? diedLine({ ...root, needsDrive }) : { ...root, needsDrive };
}

/** The same for a tree: each active dialog shows the state that loading it for driving will record. */
function leftAtWork(node: DialogNode): DialogNode {
  const children = node.children.map(leftAtWork);
  if (!diedAtWork(node)) return { ...node, children };
  const { pause, ...rest } = node;
  const others = node.states.filter(state => state !== 'generating' && state !== 'interrupted' && state !== 'idle');
  const interruption = node.interruption ?? restartInterruption;
  return { ...rest, state: 'interrupted', states: ['interrupted', ...others], interruption, children };
}

/** The same for a tree that was followed until nobody drove it any more. */
async function leftSettled(api: DialogApi, settled: Settled): Promise<Settled> {
  const found = await api.tree(settled.rootId);
  if (!found.ok) return settled;
  const left = nodesAtWork(found.tree).map(({ rootId, selfId }) => ({
    dialog: { rootId, selfId },
    ...restartInterruption,
  }));
  const state = settled.questions.length > 0 ? settled.state : leftAtWork(found.tree).state;
  return { ...settled, state, interrupted: [...settled.interrupted, ...left] };
}

function nodesAtWork(node: DialogNode): readonly DialogNode[] {
  return [...(diedAtWork(node) ? [node] : []), ...node.children.flatMap(nodesAtWork)];
}

async function say(
  { api, by, handOver }: FollowerApiOptions,
  { dialog, content, msgId, images = [] }: Parameters<DialogApi['say']>[0],
): ReturnType<DialogApi['say']> {
  const viewed = await api.view(dialog, { tail: 0 });
  if (!viewed.ok) return viewed;
  const { state, rootStatus } = viewed.view;
  const refused = refusalToSay(state, rootStatus, { content, images }) ?? (state.draft && refusalToSend(state.draft));
  if (refused) return refused;
  const checked = checkImages(images);
  if (!checked.ok) return checked;
  const told = await tell(handOver, userMessage(dialog, { content, msgId, by, images }), dialog.rootId);
  return told.ok ? { ok: true, queued: true, handedOver: true } : told;
}

async function answer(
  { api, openQuestions, by, handOver }: FollowerApiOptions,
  { questionId, content, msgId, queuedMsgId }: Parameters<DialogApi['answer']>[0],
): ReturnType<DialogApi['answer']> {
  const question = (await api.questions()).find(({ id }) => id === questionId);
  if (!question) return (await openQuestions.fateOf(questionId)) ?? refuse('unknown-question', { questionId });
  const unusable = refuseText(content, 'answer');
  if (unusable) return unusable;
  const dialog: DialogRef = { rootId: question.rootId, selfId: question.selfId };
  const told = await tell(
    handOver,
    userAnswer(dialog, { questionId, content, msgId, by: authorOf(by), queuedMsgId }),
    dialog.rootId,
  );
  return told.ok ? { ok: true, dialog, handedOver: true } : told;
}

async function handQueued(
  { api, handOver }: FollowerApiOptions,
  intent: Extract<Said, { kind: 'changeQueued' | 'removeQueued' }>,
): Promise<Outcome<object>> {
  const viewed = await api.view(intent.dialog, { tail: 0 });
  if (!viewed.ok) return viewed;
  const isQueued = viewed.view.state.queued.some(({ msgId }) => msgId === intent.queuedMsgId);
  return isQueued ? tell(handOver, intent, intent.dialog.rootId) : refusalOfDelivered();
}

/** An intent about a running call: the driver knows the open ones. */
async function steer(
  { handOver }: FollowerApiOptions,
  intent: Extract<Said, { kind: 'dismiss' | 'tell' }>,
): Promise<Outcome<{ callId: CallId }>> {
  const { callId, dialog } = intent;
  const told = await tell(handOver, intent, dialog.rootId);
  return told.ok ? { ok: true, callId } : told;
}

/** The result of an edit is read once it is applied. */
async function changeBelief(
  { api, follower, handOver, newId }: FollowerApiOptions,
  rootId: RootId,
  belief: BeliefIntent,
): ReturnType<DialogApi['changeBelief']> {
  const before = await api.belief(rootId);
  if (!before.ok) return before;
  const told = await tell(handOver, { kind: 'belief', msgId: newId(), dialog: rootRef(rootId), belief }, rootId);
  if (!told.ok) return told;
  await follower.look();
  const after = await api.belief(rootId);
  if (!after.ok) return after;
  const { now, rollbacks } = after.view;
  const last = belief.kind === 'rollBack' ? rollbacks.at(-1) : undefined;
  if (!last) return { ok: true, belief: now };
  return { ok: true, belief: now, rolledBack: { from: last.from, to: last.to }, note: rollbackNote };
}

/**
 * A draft dialogue's intent in the form in which its driver applies it, even after later changes: drafts by id. The
 * result is read from the records.
 */
async function draft(
  { api, follower, handOver, newId }: FollowerApiOptions,
  rootId: RootId,
  intent: DraftIntent,
): ReturnType<DialogApi['draft']> {
  const dialog = rootRef(rootId);
  const viewed = await api.view(dialog, { tail: 0 });
  if (!viewed.ok) return viewed;
  const { draft: before } = viewed.view.state;
  if (!before) return refuse('no-drafts');
  const meant = byIds(before, intent);
  if (!meant.ok) return meant;
  const msgId = ('msgId' in intent ? intent.msgId : undefined) ?? newId();
  const told = await tell(handOver, { kind: 'draft', msgId, dialog, draft: meant.intent }, rootId);
  if (!told.ok) return told;
  await follower.look();
  const now = await api.view(dialog, { tail: 0 });
  if (!now.ok) return now;
  const { unknown } = meant;
  return { ok: true, draft: now.view.state.draft ?? before, ...(unknown.length > 0 && { unknown }) };
}

/** Hands words over and waits for what the driver says to them: it may know more than was read here. */
async function tell(handOver: HandOver, said: Said, rootId: RootId): Promise<Outcome<object>> {
  const given = await handOver.give(said, rootId);
  return given.ok ? handOver.outcome(said.msgId) : given;
}

function isMeant(ref: DialogRef, dialog: DialogRef, tree: boolean): boolean {
  return tree ? ref.rootId === dialog.rootId : formatRef(ref) === formatRef(dialog);
}

/** Resolves when the driver has stopped the dialogs that are meant. */
async function stop(
  options: FollowerApiOptions,
  intent: Said,
  isMeant: (ref: DialogRef) => boolean,
): Promise<Outcome<{ stopped: readonly DialogRef[] }>> {
  const isStop = ({ record }: Recorded) => record.kind === 'interrupted' && record.code === 'stopped';
  const done = await actedOn(options, intent, isStop, isMeant);
  return done.ok ? { ok: true, stopped: done.dialogs } : done;
}

type Recorded = Extract<FeedEvent, { type: 'recorded' }>;

/**
 * Hands over what ends work or a wait, and resolves when the driver has done it. The result: the dialogs that are meant and in
 * which it was recorded meanwhile.
 */
async function actedOn(
  { feed, follower, handOver, goesOnByItself }: FollowerApiOptions,
  intent: Said,
  isDone: (event: Recorded) => boolean,
  isMeant: (ref: DialogRef) => boolean,
): Promise<Outcome<{ dialogs: readonly DialogRef[] }>> {
  follower.start();
  await follower.look();
  const dialogs: DialogRef[] = [];
  const subscription = feed.subscribe(event => {
    if (event.type !== 'recorded' || !isDone(event) || !isMeant(event)) return;
    dialogs.push({ rootId: event.rootId, selfId: event.selfId });
  });
  try {
    const given = await handOver.give(intent);
    if (!given.ok) return given;
    const done = await handOver.outcome(intent.msgId);
    if (!done.ok) return done;
    if (done.by === 'nobody') {
      // It was meant for what ran or waited in the process that is gone.
      handOver.takeBack(intent.msgId);
      if (goesOnByItself) return refuse('no-driver');
    }
    await follower.look();
    return { ok: true, dialogs };
  } finally {
    subscription.dispose();
  }
}

async function settled(
  { api, follower, handOver, drivenBy, isAtWork }: FollowerApiOptions,
  rootId: RootId,
): ReturnType<DialogApi['settled']> {
  follower.start();
  for (;;) {
    // Asked before the look: the driver takes an intent out of the inbox after its line says that it works on it.
    const isPending = handOver.isPending(rootId);
    await follower.look();
    const goesOn = (isPending || isAtWork(rootId)) && drivenBy() === 'other';
    if (follower.isClosed || !goesOn) {
      const found = await api.settled(rootId);
      return drivenBy() === 'nobody' ? leftSettled(api, found) : found;
    }
    await follower.nextEvent();
  }
}
