// Makes a root dialog from another one, up to a generation or a message of the person (SPEC 13.8, 25.4).

import type { DialogId, RootId } from '../../core/base/ids.ts';
import { factTraits } from '../../core/dialog/fact-traits.ts';
import { applyRecord, foldCourse } from '../../core/dialog/fold/apply.ts';
import type { CourseRecord, Fact, RecordOf } from '../../core/dialog/record.ts';
import type { RootIdentity } from '../../core/dialog/record-parts.ts';
import { restorePoint } from '../../core/dialog/restore-point.ts';
import { sealedRoot } from '../../core/dialog/seals.ts';
import { carry, type DialogState } from '../../core/dialog/state.ts';
import { closeQuestions } from '../../core/dialog/view/question-closing.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { failedAnswers } from '../calls/dismiss.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { DriverContext, Tree } from '../driver-context.ts';
import { keepParts, systemsIn } from '../generate/system-message.ts';
import { rootOf } from '../tree.ts';
import { attachedIn, keepImages } from './attach-images.ts';
import { storeRoot } from './create-root.ts';

/** Where a fork begins: after a generation, or before a message of the person. */
type ForkAt = { readonly course: number } & ({ readonly genseq: number } | { readonly msgId: string });

/**
 * Creates a root with the conversation and state of another up to a point. It rests until the next message. `id`: of
 * the new root. `note`: the first thing that it is told.
 */
export async function forkRoot(
  driver: Driver,
  from: Tree,
  at: ForkAt,
  as: { readonly id?: RootId | undefined; readonly note?: string } = {},
): Promise<Outcome<{ rootId: RootId }>> {
  const root = rootOf(from);
  const { by } = driver.ctx.actor;
  const { ref, state } = root;
  const records = at.course === state.course ? root.records : await driver.ctx.store.readCourse(ref, at.course);
  const [first, ...others] = records ?? [];
  const kept = first && ('genseq' in at ? recordsUpTo(others, at.genseq) : recordsBefore(others, at.msgId));
  if (!first || !kept) {
    return 'genseq' in at ? refuse('unknown-generation', { ...at }) : refuse('unknown-message', { msgId: at.msgId });
  }
  const id = as.id ?? driver.ctx.newId();
  const now = new Date(driver.ctx.now()).toISOString();
  // No schedule started the fork.
  const { schedule: _, ...own } = state.identity as RootIdentity;
  const of = own.fork?.of ?? from.rootId;
  const fork = { of, number: forksOf(driver.ctx, of) + 1, headline: own.fork?.headline ?? state.headline };
  const identity = {
    ...own,
    fork,
    rootId: id as RootId,
    selfId: id as DialogId,
    createdAt: now,
    seal: driver.ctx.seals.seal(sealedRoot(id as RootId)),
  };
  // Read before anything is stored: from there on the fork is made in one tick.
  const taken = kept.filter(({ kind }) => factTraits[kind]?.inForks !== 'no');
  const images = await attachedIn(from, ref, [first, ...taken]);
  const systems = await systemsIn(from, taken);
  const tree = storeRoot(driver, firstOfFork(first, identity, now));
  const copy = rootOf(tree);
  // Open work in the copy is closed, with a note to the model.
  const open = closingFacts(taken.reduce(applyRecord, copy.state), 'not carried over into the fork');
  const { forkNote, forkHeadline } = driver.ctx.minds.texts();
  const headline = fork.headline && forkHeadline(fork.number, fork.headline);
  keepImages(driver.ctx, copy.ref, images);
  for (const parts of systems) keepParts(tree, parts);
  // Copies of records keep their time, and what they say of people.
  const forked: Fact = {
    kind: 'dialogForked',
    from: from.rootId,
    course: at.course,
    genseq: 'genseq' in at ? at.genseq : copy.state.genseq,
    note: as.note ?? forkNote,
    headline,
    ...(by && { askedBy: by }),
  };
  commit(copy, ...taken.map(({ v, n, ...fact }) => fact as Fact), ...open, forked);
  driver.settle(tree);
  return { ok: true, rootId: tree.rootId };
}

/** The highest number of a fork of a root; 0: it was never forked. */
function forksOf({ roots }: DriverContext, rootId: RootId): number {
  let highest = 0;
  for (const { fork } of roots.summaries.values()) if (fork?.of === rootId) highest = Math.max(highest, fork.number);
  return highest;
}

/** Returns the records of the generations up to the chosen one; `undefined` when that one is not complete. */
function recordsUpTo(records: readonly CourseRecord[], genseq: number): readonly CourseRecord[] | undefined {
  const ended = records.findIndex(record => isComplete(record) && record.genseq === genseq);
  if (ended < 0) return undefined;
  const next = records.findIndex((record, index) => index > ended && isNext(record));
  return next < 0 ? records : records.slice(0, next);
}

/** Returns the records before a message of the person; `undefined` when it is not among them. */
function recordsBefore(records: readonly CourseRecord[], msgId: string): readonly CourseRecord[] | undefined {
  const point = restorePoint(records, msgId);
  return point && records.slice(0, point.cut);
}

/** True if a record belongs to a later generation. */
function isNext(record: CourseRecord): boolean {
  if (record.kind === 'turnBegan' || record.kind === 'beliefChanged') return record.by !== 'agent';
  return factTraits[record.kind]?.inForks === 'keptLeadingOn';
}

function isComplete(record: CourseRecord): record is RecordOf<'generationEnded' | 'draftStepped'> {
  return record.kind === 'draftStepped' || (record.kind === 'generationEnded' && record.outcome === 'complete');
}

/**
 * The fork begins as the course began: as a new dialog, or with what an earlier course handed over, nothing of it open.
 */
function firstOfFork(
  first: CourseRecord,
  identity: RootIdentity,
  at: string,
): CourseRecord & { identity: RootIdentity } {
  const before = foldCourse([first]);
  if (first.kind !== 'courseStarted' || !before) return { v: 1, at, kind: 'dialogCreated', identity };
  const frames = [{ pending: [], attention: 'rest' }] as const;
  const { recent: _, recentInternal: __, heardAt: ___, reverted: ____, reverting: _____, ...taken } = carry(before);
  const carried = {
    ...taken,
    edited: false,
    undone: 0,
    seq: 0,
    frames,
    queued: [],
    interruption: null,
  };
  const { prompt, opening, ledger, images } = first;
  const said = {
    prompt,
    ...(opening !== undefined && { opening }),
    ...(ledger && { ledger }),
    ...(images && { images }),
  };
  return { v: 1, at, kind: 'courseStarted', course: 1, identity, carried, ...said, reason: 'fork' };
}

/** Closes open work at the chosen point, so that every call and question of the copy has an end. */
function closingFacts({ toolCalls, tellasks, frames, questions }: DialogState, reason: string): Fact[] {
  return [
    ...toolCalls.map(({ callId }): Fact => ({ kind: 'toolReturned', callId, ok: false, content: reason })),
    ...tellasks.map(({ callId }): Fact => ({ kind: 'tellaskRefused', callId, reason: 'forked', message: reason })),
    ...frames.flatMap(({ pending }) => pending.flatMap(call => failedAnswers(call, reason))),
    ...closeQuestions(questions, { reason, because: 'forked' }),
  ];
}
