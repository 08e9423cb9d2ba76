// Hands intents over to the process that performs them, by one table: each kind is checked as far as this process can,
// handed over, and its result read from what is stored then (SPEC 9.4, 20.4).

import { type DialogRef, type RootId, rootRef } from '../../core/base/ids.ts';
import { rollbackNote } from '../../core/belief/history/turn-entry.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import { refusalToSay } from '../../core/dialog/view/refusal-to-say.ts';
import { byIds, refusalToSend } from '../../core/draft/rules.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { type AnyIntentOf, type Intent, type IntentOf, meansTree } from '../../core/intents/intents.ts';
import { type HandedKind, intentTraits } from '../../core/intents/traits.ts';
import { treeOf, type UnaddressedIntent } from '../../core/intents/wire.ts';
import { refuseText } from '../../core/text/message-text.ts';
import type { Feed } from '../../driver/feed.ts';
import { checkImages } from '../../driver/intents/attach-images.ts';
import { refusalOfDelivered } from '../../driver/intents/queued-messages.ts';
import { type DialogQueries, type IntentResults, type Perform, type PerformAny, performs } from '../api.ts';
import type { OpenQuestions } from '../stored/open-questions.ts';
import type { LookingFollower } from './follower.ts';
import type { HandOver, Performed } from './hand-over.ts';

export interface HandIntentsPorts {
  readonly queries: Pick<DialogQueries, 'view' | 'questions' | 'belief' | 'tree'>;
  readonly openQuestions: Pick<OpenQuestions, 'fateOf'>;
  readonly feed: Feed;
  readonly follower: LookingFollower;
  readonly handOver: HandOver;
  readonly newId: () => string;
  /** Whoever drives next goes on with what the one that is gone was at. */
  readonly goesOnByItself: boolean;
}

interface At extends HandIntentsPorts {
  readonly by: AnsweredBy | undefined;
  /** Of an intent that has none: it is applied once by it. */
  readonly msgId: string;
}

type Handing<K extends HandedKind> = (at: At, intent: IntentOf<K>) => Promise<Outcome<IntentResults[K]>>;

/** Hands intents over; those of other kinds are left to `own`, which refuses them. */
export function handIntents(ports: HandIntentsPorts, own: PerformAny): Perform {
  return performs((intent, by) =>
    isHanded(intent) ? hand({ ...ports, by, msgId: intent.msgId ?? ports.newId() }, intent) : own(intent, by),
  );
}

function isHanded(intent: Intent): intent is AnyIntentOf<HandedKind> {
  return intentTraits[intent.kind].reader === 'handOver';
}

function hand<K extends HandedKind>(at: At, intent: IntentOf<K>): Promise<Outcome<IntentResults[K]>> {
  const handing: { readonly [Each in HandedKind]: Handing<Each> } = handings;
  return handing[intent.kind](at, intent);
}

const handings: { readonly [K in HandedKind]: Handing<K> } = {
  start,
  async say(at, intent) {
    const { dialog, content, images = [] } = intent;
    const viewed = await at.queries.view(dialog, { tail: 0 });
    if (!viewed.ok) return viewed;
    const { state, rootStatus } = viewed.view;
    const refused = refusalToSay(state, rootStatus, { content, images }) ?? (state.draft && refusalToSend(state.draft));
    if (refused) return refused;
    const checked = checkImages(images);
    if (!checked.ok) return checked;
    const done = await handWords(at, intent);
    return done.ok ? { ok: true, queued: true, handedOver: true } : done;
  },
  async answer(at, intent) {
    const { questionId } = intent;
    const question = (await at.queries.questions()).find(({ id }) => id === questionId);
    if (!question) return (await at.openQuestions.fateOf(questionId)) ?? refuse('unknown-question', { questionId });
    const unusable = refuseText(intent.content, 'answer');
    if (unusable) return unusable;
    const checked = checkImages(intent.images ?? []);
    if (!checked.ok) return checked;
    const dialog: DialogRef = { rootId: question.rootId, selfId: question.selfId };
    const done = await handWords(at, { ...intent, dialog, targetSubdialogId: undefined });
    return done.ok ? { ok: true, dialog, handedOver: true } : done;
  },
  changeQueued: handQueued,
  removeQueued: handQueued,
  dismiss: handCall,
  async tell(at, intent) {
    return refuseText(intent.content.trim(), 'message') ?? handCall(at, intent);
  },
  async belief(at, intent) {
    const { rootId } = intent.dialog;
    const before = await at.queries.belief(rootId);
    if (!before.ok) return before;
    const done = await handWords(at, { ...intent, dialog: rootRef(rootId) });
    if (!done.ok) return done;
    await at.follower.look();
    const after = await at.queries.belief(rootId);
    if (!after.ok) return after;
    const { now, rollbacks } = after.view;
    const last = intent.belief.kind === 'rollBack' ? rollbacks.at(-1) : undefined;
    if (!last) return { ok: true, belief: now };
    return { ok: true, belief: now, rolledBack: { from: last.from, to: last.to }, note: rollbackNote };
  },
  draft,
  async stop(at, intent) {
    const done = await actedOn(at, { ...intent, msgId: at.msgId, tree: meansTree(intent) }, isStop);
    return done.ok ? { ok: true, stopped: done.dialogs } : done;
  },
  async stopAll(at, intent) {
    const done = await actedOn(at, { ...intent, msgId: at.msgId }, isStop);
    if (done.ok) return { ok: true, stopped: done.dialogs };
    // Nothing runs then.
    return done.why.id === 'no-driver' ? { ok: true, stopped: [] } : done;
  },
  async retryNow(at, intent) {
    const done = await actedOn(at, { ...intent, msgId: at.msgId, tree: meansTree(intent) }, isRetry);
    return done.ok ? { ok: true, retried: done.dialogs } : done;
  },
};

/** Hands words over and waits for what the driver says to them: it may know more than was read here. */
async function handWords({ handOver, msgId, by }: At, intent: AnyIntentOf<HandedKind>): Promise<Outcome<Performed>> {
  const given = await handOver.give({ ...intent, msgId }, by, treeOf(intent));
  return given.ok ? handOver.outcome(msgId) : given;
}

async function handQueued(
  at: At,
  intent: AnyIntentOf<'changeQueued' | 'removeQueued'>,
): Promise<Outcome<IntentResults['removeQueued']>> {
  const viewed = await at.queries.view(intent.dialog, { tail: 0 });
  if (!viewed.ok) return viewed;
  const isQueued = viewed.view.state.queued.some(({ msgId }) => msgId === intent.queuedMsgId);
  return isQueued ? handWords(at, intent) : refusalOfDelivered();
}

/** An intent about a running call: the driver knows the open ones. */
async function handCall(at: At, intent: AnyIntentOf<'dismiss' | 'tell'>): Promise<Outcome<IntentResults['dismiss']>> {
  const done = await handWords(at, { ...intent, dialog: rootRef(intent.dialog.rootId) });
  return done.ok ? { ok: true, callId: intent.callId } : done;
}

/**
 * The one that drives the folder begins it. A driver of an earlier version does not know how; a demo or a schedule is
 * this process's own.
 */
async function start(at: At, intent: IntentOf<'start'>): Promise<Outcome<IntentResults['start']>> {
  const { queries, follower, handOver, newId, msgId } = at;
  if (intent.demo || intent.schedule) return refuse('reads-only');
  const rootId = intent.rootId ?? (newId() as RootId);
  const done = await handWords(at, { ...intent, rootId });
  if (!done.ok) return done;
  if (done.by === 'nobody') {
    handOver.takeBack(msgId);
    return refuse('no-driver');
  }
  await follower.look();
  return (await queries.tree(rootId)).ok ? { ok: true, rootId } : refuse('reads-only');
}

/**
 * A draft dialogue's intent in the form in which its driver performs it, even after later changes: drafts by id. The
 * result is read from the records.
 */
async function draft(at: At, intent: IntentOf<'draft'>): Promise<Outcome<IntentResults['draft']>> {
  const { queries, follower } = at;
  const dialog = rootRef(intent.dialog.rootId);
  const viewed = await queries.view(dialog, { tail: 0 });
  if (!viewed.ok) return viewed;
  const { draft: before } = viewed.view.state;
  if (!before) return refuse('no-drafts');
  const meant = byIds(before, intent.draft);
  if (!meant.ok) return meant;
  const msgId = ('msgId' in intent.draft ? intent.draft.msgId : undefined) ?? at.msgId;
  const done = await handWords({ ...at, msgId }, { kind: 'draft', dialog, draft: meant.intent });
  if (!done.ok) return done;
  await follower.look();
  const now = await queries.view(dialog, { tail: 0 });
  if (!now.ok) return now;
  const { unknown } = meant;
  return { ok: true, draft: now.view.state.draft ?? before, ...(unknown.length > 0 && { unknown }) };
}

type Recorded = Extract<FeedEvent, { type: 'recorded' }>;
type IsDone = (event: Recorded) => boolean;

const isStop: IsDone = ({ record }) => record.kind === 'interrupted' && record.code === 'stopped';

const isRetry: IsDone = ({ record }) => record.kind === 'retriedNow';

function isMeant(intent: AnyIntentOf<'stop' | 'stopAll' | 'retryNow'>, { rootId, selfId }: DialogRef): boolean {
  if (intent.kind === 'stopAll') return true;
  const { dialog } = intent;
  return dialog.rootId === rootId && (meansTree(intent) || dialog.selfId === selfId);
}

/**
 * Hands over what ends work or a wait, and resolves when the driver has done it. The result: the dialogs that are meant
 * and in which it was recorded meanwhile.
 */
async function actedOn(
  { feed, follower, handOver, goesOnByItself, by }: At,
  intent: UnaddressedIntent & AnyIntentOf<'stop' | 'stopAll' | 'retryNow'>,
  isDone: IsDone,
): Promise<Outcome<{ dialogs: readonly DialogRef[] }>> {
  follower.start();
  await follower.look();
  const dialogs: DialogRef[] = [];
  const subscription = feed.subscribe(event => {
    if (event.type !== 'recorded' || !isDone(event) || !isMeant(intent, event)) return;
    dialogs.push({ rootId: event.rootId, selfId: event.selfId });
  });
  try {
    const given = await handOver.give(intent, by);
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
