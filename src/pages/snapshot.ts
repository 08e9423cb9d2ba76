// Puts together the whole picture of one dialog for its panel, from what the runtime says (SPEC 8.3).
import type { DialogRef } from '../core/base/ids.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { DialogNode } from '../core/dialog/view/projection.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Team } from '../core/team/team.ts';
import { isIconName, visibleMembers } from '../core/team/team.ts';
import type { MemberLabel, RelatedDialog, Snapshot } from '../protocol/messages.ts';
import type { DialogView, Runtime } from '../runtime.ts';
import { shownModel } from './shown-model.ts';

/** Records of a course that a panel gets at first; earlier ones come when it scrolls there. */
export const TAIL = 200;

export type SnapshotRuntime = Pick<Runtime, 'tree' | 'view' | 'team'> &
  Partial<Pick<Runtime, 'draftLimits' | 'keepsGoing' | 'models'>>;

export interface SnapshotRequest {
  readonly dialog: DialogRef;
  /** Absent: the newest. */
  readonly course?: number;
  readonly language: 'en' | 'zh';
  /** Whether the settings name a scripted model. A dialog that one has spoken in is labelled anyway (SPEC 10.1). */
  readonly scripted: boolean;
  /** Why nothing can be sent from this window, in words; absent when it can. */
  readonly readOnly?: string;
  readonly drivenElsewhere?: string;
}

/** What a panel knows of the tree around its dialog. */
export type Relations = Pick<Snapshot, 'rootStatus' | 'related'>;

/** The snapshot, or why there is none. The view is taken last, so that what streams meanwhile is in it. */
export async function takeSnapshot(
  runtime: SnapshotRuntime,
  request: SnapshotRequest,
): Promise<Outcome<{ snapshot: Snapshot }>> {
  const { dialog, course } = request;
  const found = await runtime.tree(dialog.rootId, { todo: true });
  if (!found.ok) return found;
  const viewed = await runtime.view(dialog, { tail: TAIL, ...(course !== undefined && { course }) });
  if (!viewed.ok) return viewed;
  const related = relatedDialogs(found.tree);
  return {
    ok: true,
    snapshot: framed(runtime, request, { ...viewed.view, related, rootHeadline: found.tree.headline }),
  };
}

/** What a dialog holds, with the facts of the team, the model and the page's place around it. */
export function framed(
  runtime: SnapshotRuntime,
  { language, scripted, readOnly, drivenElsewhere }: SnapshotRequest,
  shown: DialogView & Pick<Snapshot, 'related' | 'rootHeadline'>,
): Snapshot {
  const { team } = runtime.team();
  return {
    kind: 'snapshot',
    ...shown,
    members: memberLabels(team),
    language,
    ...pushMaxOf(shown.state, team, runtime),
    ...(shown.state.draft && runtime.draftLimits?.().branches && { branches: true as const }),
    ...(readOnly !== undefined && { readOnly }),
    ...(drivenElsewhere !== undefined && { drivenElsewhere }),
    ...labelOfModel(shown.state, scripted, runtime),
  };
}

/** A scripted model is always labelled as such (SPEC 10.1), any other one by its name. */
function labelOfModel(
  state: DialogState,
  scripted: boolean,
  { models, team }: SnapshotRuntime,
): Pick<Snapshot, 'scripted' | 'model' | 'isAgent' | 'textOnly' | 'withoutTools'> {
  if (scripted || state.marks.length > 0 || isDemo(state)) return { scripted: 'playbook' };
  const agent = team().team.members.get(state.identity.agentId)?.acp;
  if (agent !== undefined) return { model: agent, isAgent: true };
  const configured = models?.configured(state.identity.agentId);
  const model = configured && shownModel(configured);
  return {
    ...(model !== undefined && { model }),
    ...(configured?.takesImages === false && { textOnly: true as const }),
    ...(configured?.withoutTools && { withoutTools: true as const }),
  };
}

function isDemo({ identity }: DialogState): boolean {
  return identity.kind === 'root' && identity.demo === true;
}

/** How often the responder of a root is pushed in a row; nothing for subdialogs and members that are never pushed. */
function pushMaxOf({ identity }: DialogState, team: Team, runtime: SnapshotRuntime): Pick<Snapshot, 'pushMax'> {
  const pushMax = team.members.get(identity.agentId)?.diligencePushMax ?? 0;
  if (identity.kind !== 'root' || pushMax < 1 || runtime.keepsGoing?.(identity.taskDocPath) === false) return {};
  return { pushMax };
}

/** What a snapshot says of the tree. */
export function relationsOf({ rootStatus, related }: Snapshot): Relations {
  return { rootStatus, related };
}

/** The same from a tree: every dialog, root first, as cards link to it. */
export function treeRelations(tree: DialogNode): Relations {
  const { state } = tree;
  const rootStatus = state === 'completed' || state === 'archived' ? state : 'running';
  return { rootStatus, related: relatedDialogs(tree) };
}

function relatedDialogs(tree: DialogNode, supdialogId?: string): RelatedDialog[] {
  const { selfId, agentId, state, interruption, pause, headline, spent, questions } = tree;
  const { permissionMode, changes, evidence, todo, reverted } = tree;
  const asked = questions.map(({ id, kind, tellaskHead }) => ({
    questionId: id,
    questionKind: kind,
    headline: tellaskHead,
  }));
  const own = {
    selfId,
    agentId,
    state,
    ...(interruption && { interruption }),
    ...(pause && { pause }),
    headline,
    ...(spent && { spent }),
    ...(permissionMode && { permissionMode }),
    ...(changes && { changes }),
    ...(reverted && { reverted }),
    ...(evidence && { evidence }),
    ...(todo && { todo }),
    ...(supdialogId !== undefined && { supdialogId }),
    ...(asked.length > 0 && { questions: asked }),
  };
  return [own, ...tree.children.flatMap(child => relatedDialogs(child, selfId))];
}

/** The members that people see. A page has no icons of the editor: a member with one is shown by its letter there. */
export function memberLabels(team: Team): MemberLabel[] {
  return visibleMembers(team).map(({ id, name, icon, description }) => ({
    id,
    name,
    ...(description !== undefined && { description }),
    ...(icon !== undefined && !isIconName(icon) && { icon }),
  }));
}
