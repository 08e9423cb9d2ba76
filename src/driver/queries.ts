// Queries of views about dialogs. They never drive and never change a file of a dialog.

import { type DialogRef, isRootRef, type RootId, rootRef } from '../core/base/ids.ts';
import { openChanges, treeFacts } from '../core/dialog/fold/work-facts.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import { sleepOf } from '../core/dialog/sleep.ts';
import { type DialogState, lastSaying, type Status } from '../core/dialog/state.ts';
import type { Sleep } from '../core/dialog/tool-call.ts';
import type { LiveGeneration } from '../core/dialog/view/feed-event.ts';
import { type DialogNode, dialogTree, type PendingQuestion, pendingQuestions } from '../core/dialog/view/projection.ts';
import type { WorkFacts } from '../core/dialog/work-shape.ts';
import type { DraftState } from '../core/draft/state.ts';
import { countOf, type EvidenceStanding } from '../core/evidence/evidence.ts';
import type { InterruptCode } from '../core/facts/interruption.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { Driver } from './driver.ts';
import type { Dialog, Tree } from './driver-context.ts';
import { leftCallers, shownState, shownStates } from './shown-states.ts';
import { modeOf } from './tools/permission.ts';
import { rootOf, statesOf } from './tree.ts';

/** One dialog for a view: its state, the newest `records` of a course, and how many come before them (SPEC 8.3). */
export interface DialogView {
  readonly state: DialogState;
  readonly rootStatus: Status;
  readonly course: number;
  readonly records: readonly CourseRecord[];
  readonly earlier: number;
  readonly live?: LiveGeneration;
}

/** How a tree stands once nothing in it can go on (CLI `settled`). */
export interface Settled {
  readonly rootId: RootId;
  readonly state: DialogNode['state'];
  readonly response: string | null;
  readonly questions: readonly PendingQuestion[];
  /** What its dialogs sleep until: it goes on then (SPEC 21.4). */
  readonly sleeps: readonly Sleep[];
  /** What the runtime knows of the work of the whole tree (SPEC 23.7). */
  readonly facts?: WorkFacts;
  /** Of a root with acceptance lines (SPEC 26). */
  readonly evidence?: EvidenceStanding;
  /** Of a draft dialogue (SPEC 15.12). */
  readonly draft?: DraftState;
  /** Interrupted dialogs of the tree, with why. */
  readonly interrupted: readonly {
    readonly dialog: DialogRef;
    readonly code: InterruptCode;
    readonly message: string;
  }[];
}

/** A loaded tree, or the refusal for an id that names none. */
export async function findTree(driver: Driver, rootId: RootId): Promise<Outcome<{ tree: Tree }>> {
  const tree = await driver.tree(rootId);
  return tree ? { ok: true, tree } : unknownDialog(rootId);
}

/** A loaded dialog, or the refusal for an id that names none. */
export async function findDialog(driver: Driver, ref: DialogRef): Promise<Outcome<{ dialog: Dialog }>> {
  const found = await findTree(driver, ref.rootId);
  if (!found.ok) return found;
  const dialog = found.tree.dialogs.get(ref.selfId);
  return dialog ? { ok: true, dialog } : unknownDialog(`${ref.rootId}#${ref.selfId}`);
}

/** The same with what a person changed in `reminders.json`: it counts, though it is no record yet (SPEC 9.1). */
export async function findEdited(driver: Driver, ref: DialogRef): ReturnType<typeof findDialog> {
  const found = await findDialog(driver, ref);
  const reminders = found.ok && driver.ctx.store.editedReminders?.(found.dialog);
  if (!found.ok || !reminders) return found;
  return { ok: true, dialog: { ...found.dialog, state: { ...found.dialog.state, reminders } } };
}

/** A tree as views show it: its root with every dialog below. */
export function treeNode(tree: Tree): DialogNode {
  const states = shownStates(tree);
  const node = dialogTree(states[0], states, leftCallers(tree));
  const permissionMode = modeOf(tree);
  const changes = openChanges(states);
  return { ...node, ...(permissionMode !== 'ask' && { permissionMode }), ...(changes && { changes }) };
}

/** Open questions of a tree, the oldest first. */
export function questionsOf(tree: Tree): PendingQuestion[] {
  if (rootOf(tree).state.status !== 'running') return [];
  return statesOf(tree)
    .flatMap(pendingQuestions)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A page of a dialog: the newest course unless another is named, its last `tail` records, or those before `before`. */
export async function viewOf(
  dialog: Dialog,
  page: { course?: number; tail?: number; before?: number } = {},
): Promise<Outcome<{ view: DialogView }>> {
  const { tree } = dialog;
  const state = shownState(dialog);
  const course = page.course ?? state.course;
  const records = course === state.course ? dialog.records : await tree.ctx.store.readCourse(dialog.ref, course);
  if (!records) return refuse('unknown-course', { course, newest: state.course });
  const end = Math.max(0, Math.min(page.before ?? records.length, records.length));
  const earlier = Math.max(0, end - (page.tail ?? end));
  const view = {
    state,
    rootStatus: rootOf(tree).state.status,
    course,
    records: records.slice(earlier, end),
    earlier,
    ...(dialog.live && course === state.course && { live: liveNow(dialog, dialog.live, tree.ctx.now()) }),
  };
  return { ok: true, view };
}

/** A copy, with the remaining wait. */
function liveNow({ waitsUntil = 0 }: Dialog, live: LiveGeneration, now: number): LiveGeneration {
  const { retrying, ...rest } = structuredClone(live);
  return retrying ? { ...rest, retrying: { ...retrying, inMs: Math.max(0, waitsUntil - now) } } : rest;
}

/** How a tree stands now; ask when it is quiet. */
export function settledOf(tree: Tree, evidence?: EvidenceStanding): Settled {
  const root = rootOf(tree);
  const questions = questionsOf(tree);
  const text = lastSaying(root.state);
  const facts = treeFacts(statesOf(tree), evidence && { evidence: countOf(evidence) });
  return {
    rootId: tree.rootId,
    state: questions.length > 0 ? 'awaiting-q4h' : treeNode(tree).state,
    response: text === '' ? null : text,
    questions,
    sleeps: root.state.status === 'running' ? statesOf(tree).flatMap(state => sleepOf(state) ?? []) : [],
    ...(facts && { facts }),
    ...(evidence && { evidence }),
    ...(root.state.draft && { draft: root.state.draft }),
    interrupted: [...tree.dialogs.values()].flatMap(({ ref, state }) => {
      if (!state.interruption || root.state.status !== 'running') return [];
      const { code, message } = state.interruption;
      return [{ dialog: ref, code, message }];
    }),
  };
}

/** A dialog by id, unique id prefix, or `root#self` (CLI). `subdialogsOf` lists the subdialogs of a root. */
export async function resolveName(
  name: string,
  roots: readonly RootId[],
  subdialogsOf: (rootId: RootId) => Promise<readonly DialogRef[]>,
): Promise<Outcome<{ dialog: DialogRef }>> {
  const [rootName = '', selfName, ...more] = name.split('#');
  // An empty part is most often a variable that is not set.
  if (rootName === '' || selfName === '' || more.length > 0) return unknownDialog(name);
  const matching = roots.filter(rootId => rootId.startsWith(rootName));
  const beneath = async (rootId: RootId, prefix: string) =>
    (await subdialogsOf(rootId)).filter(ref => ref.selfId.startsWith(prefix));
  const all = async (rootIds: readonly RootId[], prefix: string) =>
    (await Promise.all(rootIds.map(rootId => beneath(rootId, prefix)))).flat();
  // In JSON a root has a `selfId` as well, and it is the same.
  const ofRoot = async (prefix: string) => [
    ...matching.filter(rootId => rootId === prefix).map(rootRef),
    ...(await all(
      matching.filter(rootId => rootId !== prefix),
      prefix,
    )),
  ];
  const found = selfName === undefined ? matching.map(rootRef) : await ofRoot(selfName);
  const isSubdialog = found.length === 0 && selfName === undefined;
  const candidates = isSubdialog ? await all(roots, rootName) : found;
  const exact = candidates.find(ref =>
    selfName === undefined && isRootRef(ref) ? ref.rootId === rootName : ref.selfId === (selfName ?? rootName),
  );
  const [first, second] = candidates;
  if (exact) return { ok: true, dialog: exact };
  if (!first) return unknownDialog(name);
  if (second) return refuse('ambiguous-dialog', { name, count: candidates.length });
  return { ok: true, dialog: first };
}

function unknownDialog(name: string) {
  return refuse('unknown-dialog', { name });
}
