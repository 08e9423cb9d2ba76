// The steps of a dialog that concern places of their own (SPEC 27): a place is made before an assignment is worked on,
// its difference goes up with the answer, and the caller's side takes it, sends it back or drops it.
import type { CallId, QuestionId } from '../../core/base/ids.ts';
import { factsOf } from '../../core/dialog/fold/work-facts.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { InboundCall } from '../../core/dialog/record-parts.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { WorkFacts } from '../../core/dialog/work-shape.ts';
import type { Offer, WorkDecision } from '../../core/dialog/workplace.ts';
import { findOpenCall, offerQueuedCalls, supplyResponse } from '../calls/deliver.ts';
import { placeCall } from '../calls/dispatch.ts';
import { commit } from '../commit.ts';
import type { Dialog, DriverContext, Tree } from '../driver-context.ts';
import { actingMember, memberOf } from '../member.ts';
import { recordChange } from '../tools/file-changes.ts';
import { fileDifferences } from './base.ts';
import { folderOf, hasOwnFolder } from './folder-of.ts';
import { makePlace, removePlace } from './make.ts';
import { changedOf, questionOf, shownChanges } from './show.ts';
import { type SettledWork, takeWork } from './take.ts';
import { usablePlace } from './usable.ts';

/** Makes the place of a dialog, or fails its assignment. */
export async function makePlaceStep(dialog: Dialog): Promise<void> {
  const { tree, state } = dialog;
  const { ctx } = tree;
  const { inbound } = state.frames[0];
  if (!ctx.places || !inbound) return;
  const { workplace: before, workLeft } = state;
  const member = memberOf(ctx, state);
  const words = ctx.minds.texts().work;
  const above = tree.dialogs.get(inbound.callerDialogId);
  const made =
    member.acp === undefined
      ? await makePlace(ctx.places, dialog.ref, { from: above ? folderOf(above) : ctx.rtws, bring: member.bring })
      : ({ ok: false, why: words.notForAgents } as const);
  if (!isCurrent(dialog, inbound)) return;
  const note = before ? words.lost(pathsIn(state)) : workLeft;
  if (made.ok) commit(dialog, { kind: 'workplaceMade', place: made.place, ...(note !== undefined && { note }) });
  else supplyResponse(dialog, { inbound, ok: false, content: words.notMade(made.why) });
}

/** The call may have been dismissed meanwhile. */
function isCurrent({ state, tree }: Dialog, { callId }: InboundCall): boolean {
  return !tree.isLost && state.frames[0].inbound?.callId === callId;
}

/** Answers the caller; of work in a place of its own, with the difference. */
export async function answerWithWork(
  dialog: Dialog,
  answer: { readonly inbound: InboundCall; readonly ok: boolean; readonly content: string },
): Promise<void> {
  const { state } = dialog;
  if (!state.workplace) return supplyResponse(dialog, answer);
  const facts = await workOf(dialog, answer.inbound);
  // Words, a stop or a dismissal came meanwhile: it is decided anew.
  if (dialog.state !== state) return;
  supplyResponse(dialog, { ...answer, ...(facts && { facts }) });
  if (facts && !facts.offered) await endPlace(dialog, 'unchanged');
}

/** Undefined where the work is in no place of its own, or nothing differs. */
async function workOf(
  { tree, state }: Dialog,
  { callId, callKind, callerDialogId }: InboundCall,
): Promise<WorkFacts | undefined> {
  const { ctx } = tree;
  const workplace = usablePlace(ctx, state);
  if (!workplace || !ctx.places || callKind === 'A') return undefined;
  const found = await fileDifferences(workplace, ctx.places);
  const facts = factsOf(state) ?? {};
  const { changed: _, ...others } = facts;
  if (!found || found.length === 0) return others;
  const caller = tree.dialogs.get(callerDialogId)?.state;
  const asks = caller !== undefined && asksPerson(ctx, state, caller);
  return { ...others, changed: changedOf(workplace, found), offered: { callId, ...(asks && { asks }) } };
}

function asksPerson(ctx: DriverContext, author: DialogState, caller: DialogState): boolean {
  return (memberOf(ctx, author).merge ?? (caller.identity.kind === 'root' ? 'ask' : 'auto')) === 'ask';
}

/** Puts the work of callees to the person, each with its difference. */
export async function askAboutWork(dialog: Dialog, offers: readonly Offer[]): Promise<void> {
  const { tree, state } = dialog;
  const { ctx } = tree;
  const questions: Fact[] = [];
  for (const offer of offers) {
    const author = tree.dialogs.get(offer.from);
    const workplace = author && usablePlace(ctx, author.state);
    const found = workplace && ctx.places && (await fileDifferences(workplace, ctx.places));
    if (!workplace || !found || found.length === 0) {
      questions.push(settledFact(offer, { outcome: 'dropped', note: noteOfNone(tree, offer, found !== undefined) }));
      continue;
    }
    const { callId } = offer;
    const { text, work } = questionOf(ctx.minds.texts(), offer, workplace, found);
    const asked = { questionId: ctx.newId() as QuestionId, questionKind: 'merge', callId } as const;
    questions.push({ kind: 'questionAsked', ...asked, ...text, work, genseq: state.genseq });
  }
  if (dialog.state === state && !tree.isLost) commit(dialog, ...questions);
}

/** Carries out what was decided about the work of a callee. */
export async function settleWork(dialog: Dialog, offer: Offer, decision: WorkDecision): Promise<void> {
  const { tree } = dialog;
  const { ctx } = tree;
  const author = tree.dialogs.get(offer.from);
  const workplace = author && usablePlace(ctx, author.state);
  const words = ctx.minds.texts().work;
  if (decision.what === 'back') {
    const said = decision.words?.trim() || words.lookAgain;
    const note = words.sentBack(offer.agentId, said);
    const body = offer.isPart && offer.trouble !== undefined ? `${said}\n\n${offer.trouble}` : said;
    return sendBack(dialog, offer, { because: 'words', headline: words.backTitle, body, note });
  }
  if (!author || !workplace || !ctx.places) {
    commit(dialog, settledFact(offer, { outcome: 'dropped', note: noteOfNone(tree, offer, false) }));
    return;
  }
  if (decision.what === 'drop' || decision.what === 'show') {
    const found = (await fileDifferences(workplace, ctx.places)) ?? [];
    if (tree.isLost) return;
    const files = found.map(each => each.path);
    if (decision.what === 'show') {
      const note = words.shown(offer.agentId, shownChanges(ctx.minds.texts(), workplace, found));
      commit(dialog, settledFact(offer, { outcome: 'shown', note }));
      return;
    }
    const note = words.dropped(offer.agentId, files, offer.isPart === true);
    commit(dialog, settledFact(offer, { outcome: 'dropped', note }));
    return endPlace(author, 'dropped', words.notTaken(files));
  }
  const settled = await takeWork({
    ports: ctx.places,
    place: workplace,
    callId: offer.callId,
    target: folderOf(dialog),
    author: actingMember(ctx, author.state),
    texts: ctx.minds.texts(),
    isShared: !hasOwnFolder(dialog),
    began: files => commit(dialog, { kind: 'mergeBegan', callId: offer.callId, files }),
    ...(decision.paths && { paths: decision.paths }),
    ...(decision.mark !== undefined && { mark: decision.mark }),
  });
  if (tree.isLost) return;
  await finish(dialog, { offer, author, settled });
}

async function finish(
  dialog: Dialog,
  { offer, author, settled }: { readonly offer: Offer; readonly author: Dialog; readonly settled: SettledWork },
): Promise<void> {
  const { ctx } = dialog.tree;
  const words = ctx.minds.texts().work;
  const { agentId, callId } = offer;
  switch (settled.kind) {
    case 'refused':
      commit(dialog, settledFact(offer, { outcome: 'failed', note: words.failed(agentId, settled.why) }));
      return;
    case 'conflict': {
      const { conflicts } = settled;
      const note = words.conflicted(
        agentId,
        conflicts.map(({ path }) => path),
      );
      const body = words.conflict(conflicts);
      sendBack(dialog, offer, { because: 'conflict', headline: words.conflictTitle, body, note }, settled.bringTheirs);
      return;
    }
    case 'taken': {
      const { changed, paths, left } = settled;
      const changes = changed.map(file => recordChange(dialog, file));
      const note = words.merged(agentId, paths, left);
      const isOwn = hasOwnFolder(dialog);
      commit(
        dialog,
        ...(changes.length > 0
          ? [{ kind: 'filesChanged', callId, changes, ...(isOwn && { isOwn: true }) } satisfies Fact]
          : []),
        settledFact(offer, { outcome: 'merged', note, ...(left.length > 0 && { isPart: true }) }),
      );
      settled.forget();
      ctx.minds.renew();
      if (left.length === 0) await endPlace(author, 'merged');
    }
  }
}

type Outcome = Omit<Extract<Fact, { kind: 'workSettled' }>, 'kind' | 'callId'>;

function settledFact({ callId }: Offer, outcome: Outcome): Fact {
  return { kind: 'workSettled', callId, ...outcome };
}

function noteOfNone({ ctx, dialogs }: Tree, { agentId, from }: Offer, isThereStill: boolean): string {
  const words = ctx.minds.texts().work;
  return words.failed(agentId, isThereStill ? words.nothing : words.gone(pathsIn(dialogs.get(from)?.state)));
}

/** Files that a dialog is known to have changed in places of its own. */
function pathsIn(state: DialogState | undefined): readonly string[] {
  const { files = [], earlier = [] } = state?.work ?? {};
  return [...new Set([...earlier, ...files].flatMap(({ path, isOwn }) => (isOwn ? [path] : [])))];
}

/** Calls the author again, in the same dialog. `before` is done when that is recorded, and before it reads the call. */
function sendBack(
  dialog: Dialog,
  { callId }: Offer,
  told: { because: 'words' | 'conflict'; headline: string; body: string; note: string },
  before?: () => void,
): void {
  const again = dialog.tree.ctx.newId() as CallId;
  commit(dialog, { kind: 'workSentBack', callId, again, ...told });
  before?.();
  const call = findOpenCall(dialog, again);
  if (call) placeCall(dialog, call);
  offerQueuedCalls(dialog.tree);
}

/** Nobody needs the place any more. A member that works on in it keeps it. */
async function endPlace(author: Dialog, because: 'merged' | 'dropped' | 'unchanged', note?: string): Promise<void> {
  const { tree, state } = author;
  const { workplace } = state;
  const { places } = tree.ctx;
  if (!workplace || !places || state.frames[0].inbound) return;
  commit(author, { kind: 'workplaceEnded', because, ...(note !== undefined && { note }) });
  try {
    await removePlace(places, workplace);
  } catch (error) {
    tree.ctx.log.error(`the place ${workplace.folder} could not be removed`, error);
  }
}
