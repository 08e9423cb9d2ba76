// Projections of dialog states for lists, indexes and the command line. Key names are those of the files of SPEC 9 and
// of the command-line contract.

import type { AgentId, CallId, DialogId, QuestionId, RootId } from '../../base/ids.ts';
import { offersDrafts } from '../../draft/state.ts';
import type { EvidenceCount } from '../../evidence/evidence.ts';
import type { TodoLine } from '../../evidence/todo.ts';
import { type Interruption, isTrouble } from '../../facts/interruption.ts';
import { type Spending, spendingOf } from '../../spending/spending.ts';
import type { PermissionMode } from '../../team/permissions.ts';
import { type OpenChanges, openChanges } from '../fold/work-facts.ts';
import type { Form } from '../form.ts';
import { aboutOf } from '../permission.ts';
import type { AsideCause, AskedAbout, CallKind, QuestionKind, RootIdentity } from '../record-parts.ts';
import { sleepOf } from '../sleep.ts';
import type { DialogState, Pause, Status } from '../state.ts';
import { currentAside, openCalls } from '../state.ts';
import type { OpenQuestion, Sleep } from '../tool-call.ts';
import type { WorkFacts } from '../work-shape.ts';
import type { ShownWork } from '../workplace.ts';
import type { DisplayState } from './display-state.ts';
import { displayState, displayStates, isAtWork, pauseOf } from './display-state.ts';
import { evidenceCountIn } from './evidence-standing.ts';

/** An entry of `q4h.yaml` (SPEC 5.1). */
export interface QuestionEntry {
  readonly id: QuestionId;
  readonly kind: QuestionKind;
  readonly tellaskHead: string;
  readonly bodyContent: string;
  readonly askedAt: string;
  readonly callId?: CallId;
  readonly callSiteRef: { readonly course: number; readonly genseq: number };
  readonly options?: readonly string[];
  /** Of one that stands for a form of others (SPEC 22.1). */
  readonly form?: Form;
}

/** A question with the dialog that asks it, as inboxes show it. */
export interface PendingQuestion extends QuestionEntry {
  /** Of a question for permission. */
  readonly about?: AskedAbout;
  /** Of a question about work in a place of its own. */
  readonly work?: ShownWork;
  readonly rootId: RootId;
  readonly selfId: DialogId;
  readonly agentId: AgentId;
}

/** An entry of `subdlg.yaml` (SPEC 9.2); a call with several targets has one for each. */
export interface PendingCall {
  readonly subdialogId: DialogId;
  readonly callId: CallId;
  readonly tellaskHead: string;
  readonly agentId: AgentId;
  readonly kind: CallKind;
  readonly since: string;
}

/** An entry of `registry.yaml`, under its key `agentId!session` (SPEC 9.2). */
export interface RegistryEntry {
  readonly subdialogId: DialogId;
  readonly agentId: AgentId;
  readonly tellaskSession: string;
  readonly createdAt: string;
  readonly lastAccessed?: string;
  readonly locked: boolean;
}

/** A line of `roots.jsonl`: all that a list of roots shows, so that a list never reads a course. */
export interface RootSummary {
  readonly rootId: RootId;
  readonly status: Status;
  readonly state: DisplayState;
  readonly agentId: AgentId;
  readonly mode: 'chat' | 'draft';
  readonly headline: string;
  readonly taskDocPath: string;
  readonly createdAt: string;
  readonly lastModified: string;
  /** When it was last completed; absent: never, or by an earlier version. */
  readonly completedAt?: string;
  /** What the runtime knows of its work at that end. */
  readonly facts?: WorkFacts;
  /** How its acceptance lines stand; absent: it has none, or nobody looked at them yet. */
  readonly evidence?: EvidenceCount;
  /** Acceptance lines that its members wrote; absent: none. */
  readonly memberLines?: readonly string[];
  /** The number of the newest record of the tree; absent while its records have none. */
  readonly lastNumber?: number;
  /** True if any dialog of the tree must be driven, or was being driven. */
  readonly needsDrive: boolean;
  /** True if a dialog of the running tree is interrupted; null when none is. */
  readonly interrupted?: true | null;
  /**
   * The one of those that was first interrupted by something other than the person; null: none, true: one that an
   * earlier version did not name.
   */
  readonly trouble?: Trouble | true | null;
  /** True if a dialog of the running tree works now; null when none does. */
  readonly atWork?: true | null;
  /** True if drafts wait to be accepted while the mind is idle; null when none do. */
  readonly toAccept?: true | null;
  /** The reason why the root is not generating now; null when there is none. */
  readonly pause?: Pause | null;
  /** What dialogs of the running tree sleep until; null when none does. */
  readonly sleeps?: readonly Sleep[] | null;
  /** The cause of the root's aside (SPEC 19.1); null when there is none. */
  readonly aside?: AsideCause | null;
  /** True if dialogs of the tree changed files; null when none did; absent: unknown. */
  readonly edited?: true | null;
  /** Changes of the tree that no person has kept; null when there are none. */
  readonly changes?: OpenChanges | null;
  /** True if reverted edits of the tree can be redone; null when none can. */
  readonly undone?: true | null;
  /** Counts over the tree. */
  readonly questions: number;
  readonly subdialogs: number;
  /** The schedule that began it, and for which due time. */
  readonly schedule?: RootIdentity['schedule'];
  /** Of a fork. */
  readonly fork?: RootIdentity['fork'];
}

/** A dialog that cannot go on, and when that began. */
export interface Trouble {
  readonly selfId: DialogId;
  readonly agentId: AgentId;
  readonly at: string;
}

/** One dialog in its tree, as trees show it. */
export interface DialogNode {
  readonly rootId: RootId;
  readonly selfId: DialogId;
  readonly agentId: AgentId;
  readonly state: DisplayState;
  /** All states that hold, the most urgent first. */
  readonly states: readonly DisplayState[];
  readonly headline: string;
  readonly tellaskSession?: string;
  readonly lastModified: string;
  readonly pending: readonly PendingCall[];
  readonly interruption?: Interruption;
  /** The reason why it is not generating now. */
  readonly pause?: Pause;
  /** The cause of its aside. */
  readonly aside?: AsideCause;
  /** True if it changed files itself; absent: unknown. */
  readonly edited?: boolean;
  /** True if reverted edits of it can be redone. */
  readonly undone?: true;
  /** Files of its last revert, while nothing has happened since. */
  readonly reverted?: number;
  readonly questions: readonly QuestionEntry[];
  /** Of this dialog alone. */
  readonly spent?: Spending;
  /** Of a root: how its acceptance lines stand. */
  readonly evidence?: EvidenceCount;
  /** Of a root: what is to be done in it; absent: nothing is written down. */
  readonly todo?: readonly TodoLine[];
  /** Of a root: what runs without a question in its tree; absent: rules and defaults alone say it. */
  readonly permissionMode?: PermissionMode;
  /** Of a root: changes of its tree that no person has kept. */
  readonly changes?: OpenChanges;
  /** Questions of this dialog and everything below it. */
  readonly questionsBelow: number;
  readonly children: readonly DialogNode[];
}

/** The index entry of an open question. */
export function questionEntry(question: OpenQuestion): QuestionEntry {
  const { questionId, questionKind, headline, body, askedAt, callId, course, genseq, options, form } = question;
  return {
    id: questionId,
    kind: questionKind,
    tellaskHead: headline,
    bodyContent: body,
    askedAt,
    ...(callId !== undefined && { callId }),
    callSiteRef: { course, genseq },
    ...(options && { options }),
    ...(form && { form }),
  };
}

/** The open questions of one dialog as inboxes show them. */
export function pendingQuestions(state: DialogState): PendingQuestion[] {
  const { rootId, selfId, agentId } = state.identity;
  return state.questions.map(question => ({
    ...questionEntry(question),
    rootId,
    selfId,
    agentId,
    ...(question.questionKind === 'permission' && { about: aboutOf(question) }),
    ...(question.work && { work: question.work }),
  }));
}

/** The open calls of one dialog, every frame included. */
export function pendingCalls(state: DialogState): PendingCall[] {
  return openCalls(state).flatMap(({ targets, callId, headline, agentId, callKind, since }) =>
    targets.map(subdialogId => ({ subdialogId, callId, tellaskHead: headline.trim(), agentId, kind: callKind, since })),
  );
}

/**
 * The tree under `root`, children in the order of their creation. `dialogs` are all of that tree, root included; those
 * `withLeftCalls` made calls that nobody brings to their callees.
 */
export function dialogTree(
  root: DialogState,
  dialogs: Iterable<DialogState>,
  withLeftCalls: ReadonlySet<DialogId>,
): DialogNode {
  const children = Map.groupBy(
    [...dialogs].sort((a, b) => (a.identity.selfId < b.identity.selfId ? -1 : 1)),
    ({ identity }) => (identity.kind === 'sub' ? identity.supdialogId : undefined),
  );
  const node = (state: DialogState): DialogNode => {
    const { rootId, selfId, agentId } = state.identity;
    const session = state.identity.kind === 'sub' ? state.identity.tellaskSession : undefined;
    const pause = pauseOf(state, root.status) ?? (withLeftCalls.has(selfId) ? ({ kind: 'left' } as const) : undefined);
    const aside = currentAside(state);
    const below = (children.get(selfId) ?? []).map(node);
    return {
      rootId,
      selfId,
      agentId,
      state: displayState(state, root.status),
      states: displayStates(state, root.status),
      headline: state.headline,
      ...(session !== undefined && { tellaskSession: session }),
      lastModified: state.lastModified,
      pending: pendingCalls(state),
      ...(state.interruption && { interruption: state.interruption }),
      ...(pause && { pause }),
      ...(aside && { aside: aside.because }),
      ...(state.edited !== undefined && { edited: state.edited }),
      ...(state.undone && { undone: true }),
      ...(state.reverted && { reverted: state.reverted }),
      questions: state.questions.map(questionEntry),
      spent: spendingOf([state]),
      questionsBelow: below.reduce((sum, child) => sum + child.questionsBelow, state.questions.length),
      children: below,
    };
  };
  return { ...node(root), ...evidenceCountIn([root, ...[...dialogs].filter(each => each !== root)]) };
}

/** The line of a root in `roots.jsonl`. `needsDrive` is the driver's to say. */
export function rootSummary(root: DialogState, dialogs: readonly DialogState[], needsDrive: boolean): RootSummary {
  const { identity, draft } = root;
  const isRunning = root.status === 'running';
  return {
    rootId: identity.rootId,
    status: root.status,
    state: displayState(root, root.status),
    agentId: identity.agentId,
    mode: identity.kind === 'root' ? identity.mode : 'chat',
    headline: root.headline,
    taskDocPath: identity.taskDocPath,
    createdAt: identity.createdAt,
    lastModified: dialogs.reduce((latest, { lastModified }) => (lastModified > latest ? lastModified : latest), ''),
    ...(root.completedAt !== undefined && { completedAt: root.completedAt }),
    ...(root.endFacts && { facts: root.endFacts }),
    ...evidenceCountIn([root, ...dialogs.filter(each => each !== root)]),
    ...memberLinesOf(root),
    needsDrive,
    interrupted: (isRunning && dialogs.some(({ interruption }) => interruption)) || null,
    trouble: isRunning ? firstTrouble(dialogs) : null,
    atWork: (isRunning && dialogs.some(isAtWork)) || null,
    toAccept: (isRunning && !needsDrive && offersDrafts(draft)) || null,
    pause: pauseOf(root, root.status) ?? null,
    sleeps: isRunning ? sleepsOf(dialogs) : null,
    aside: currentAside(root)?.because ?? null,
    ...editsOf(dialogs),
    changes: openChanges([root, ...dialogs.filter(({ identity: { kind } }) => kind === 'sub')]) ?? null,
    questions: dialogs.reduce((sum, { questions }) => sum + questions.length, 0),
    subdialogs: dialogs.length - 1,
    ...(identity.kind === 'root' && identity.schedule && { schedule: identity.schedule }),
    ...(identity.kind === 'root' && identity.fork && { fork: identity.fork }),
  };
}

function memberLinesOf({ acceptance }: DialogState): Pick<RootSummary, 'memberLines'> {
  const lines = [...(acceptance?.lines ?? []), ...(acceptance?.dropped ?? [])].filter(({ by }) => by === 'member');
  return lines.length > 0 ? { memberLines: lines.map(({ line }) => line) } : {};
}

function firstTrouble(dialogs: readonly DialogState[]): Trouble | null {
  const troubled = dialogs.flatMap(({ identity: { selfId, agentId }, interruption, lastModified }) =>
    interruption && isTrouble(interruption.code) ? [{ selfId, agentId, at: interruption.at ?? lastModified }] : [],
  );
  return troubled.sort((a, b) => (a.at < b.at ? -1 : 1))[0] ?? null;
}

function editsOf(dialogs: readonly DialogState[]): Pick<RootSummary, 'edited' | 'undone'> {
  const isKnown = dialogs.every(({ edited }) => edited !== undefined);
  const hasEdited = dialogs.some(({ edited }) => edited);
  return {
    ...((hasEdited || isKnown) && { edited: hasEdited || null }),
    undone: dialogs.some(({ undone = 0 }) => undone > 0) || null,
  };
}

function sleepsOf(dialogs: readonly DialogState[]): readonly Sleep[] | null {
  const sleeps = dialogs.flatMap(state => sleepOf(state) ?? []);
  return sleeps.length > 0 ? sleeps : null;
}
