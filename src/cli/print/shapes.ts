// The JSON shapes of the command-line contract: exactly its keys, so that what the core adds later does not leak out.

import type { DialogRef, RootId } from '../../core/base/ids.ts';
import { rootRef } from '../../core/base/ids.ts';
import { treeFacts } from '../../core/dialog/fold/work-facts.ts';
import type { AsideCause } from '../../core/dialog/record-parts.ts';
import { lastSaying, type Pause } from '../../core/dialog/state.ts';
import type { DisplayState } from '../../core/dialog/view/display-state.ts';
import type { DialogNode, PendingCall, PendingQuestion, RootSummary } from '../../core/dialog/view/projection.ts';
import { draftDocument } from '../../core/draft/document.ts';
import type { DraftState } from '../../core/draft/state.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Runtime, Settled } from '../../runtime.ts';

/** One entry of `q4h`. */
export function questionJson(question: PendingQuestion) {
  const { id, kind, rootId, selfId, agentId, tellaskHead, bodyContent, askedAt, callSiteRef, options } = question;
  const asked = { id, kind, rootId, selfId, agentId, tellaskHead, bodyContent, askedAt, callSiteRef };
  return options === undefined ? asked : { ...asked, options };
}

/** One entry of `list`; `questions` and `subdialogs` are counts over the tree. */
export function rootJson(root: RootSummary) {
  const { rootId, agentId, state, taskDocPath, createdAt, lastModified, questions, subdialogs } = root;
  const { pause, interrupted } = root;
  return {
    ...{ rootId, agentId, state, taskDocPath, createdAt, lastModified, questions, subdialogs },
    ...(pause && { pause }),
    ...(interrupted && { interrupted }),
  };
}

interface TreeJson {
  readonly rootId: RootId;
  readonly selfId: string;
  readonly agentId: string;
  readonly state: DisplayState;
  readonly tellaskSession?: string;
  /** The reason why it is not generating now. */
  readonly pause?: Pause;
  readonly aside?: AsideCause;
  readonly pending: readonly PendingCall[];
  readonly children: readonly TreeJson[];
}

/** The document of `tree`. */
export function treeJson(node: DialogNode): TreeJson {
  const { rootId, selfId, agentId, state, tellaskSession, pause, aside, pending, children } = node;
  return {
    rootId,
    selfId,
    agentId,
    state,
    ...(tellaskSession !== undefined && { tellaskSession }),
    ...(pause && { pause }),
    ...(aside && { aside }),
    pending,
    children: children.map(treeJson),
  };
}

/** The last line of a command that drives. */
export function settledJson({ rootId, response, questions, draft, facts, evidence, ...settled }: Settled) {
  const { count: files = 0, added = 0, removed = 0, untold } = facts?.changed ?? {};
  return {
    type: 'settled',
    rootId,
    state: settledState({ ...settled, questions }),
    response,
    questions: questions.map(questionJson),
    changes: { files, added, removed, ...(untold && { untold }) },
    ...(evidence && { evidence }),
    ...(draft && { draft: draftJson(draft) }),
  } as const;
}

/** The root's own state, but `awaiting-q4h` when any question is open in its tree. */
export function settledState({ state, questions }: Pick<Settled, 'state' | 'questions'>): DisplayState {
  return questions.length > 0 ? 'awaiting-q4h' : state;
}

/** The state of a draft dialogue, drafts newest first (SPEC 15.1, 15.12). */
export function draftJson(draft: DraftState) {
  return draftDocument(draft);
}

/** The document of `mind history`. */
export function historyJson(draft: DraftState) {
  return { history: draft.history.map(({ role, text, iter, time }) => ({ role, text, iter, time })) };
}

/** The reminders of a dialog, counted from 1. */
export function remindersJson(reminders: readonly string[]) {
  return reminders.map((content, index) => ({ reminder_no: index + 1, content }));
}

/** How a tree stands at this moment, without waiting for anything. */
export async function settledNow(runtime: Runtime, rootId: RootId): Promise<Outcome<{ settled: Settled }>> {
  const [found, viewed] = await Promise.all([runtime.tree(rootId), runtime.view(rootRef(rootId), { tail: 0 })]);
  if (!found.ok) return found;
  if (!viewed.ok) return viewed;
  const response = lastSaying(viewed.view.state);
  const below = nodesOf(found.tree).slice(1);
  const views = await Promise.all(below.map(({ selfId }) => runtime.view({ rootId, selfId }, { tail: 0 })));
  const facts = treeFacts([viewed.view.state, ...views.flatMap(each => (each.ok ? each.view.state : []))]);
  const settled: Settled = {
    rootId,
    state: found.tree.state,
    response: response === '' ? null : response,
    questions: nodesOf(found.tree).flatMap(({ selfId, agentId, questions }) =>
      questions.map(question => ({ ...question, rootId, selfId, agentId })),
    ),
    sleeps: nodesOf(found.tree).flatMap(({ pause }) => (pause?.kind === 'asleep' ? [pause] : [])),
    interrupted: [],
    ...(facts && { facts }),
    ...(viewed.view.state.draft && { draft: viewed.view.state.draft }),
  };
  return { ok: true, settled };
}

/** A node and all below it, in the order of the tree. */
export function nodesOf(node: DialogNode): readonly DialogNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/** A reference as JSON shows it. */
export function refJson({ rootId, selfId }: DialogRef): DialogRef {
  return { rootId, selfId };
}
