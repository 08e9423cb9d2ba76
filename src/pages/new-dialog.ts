// A dialog that is not stored yet: its page looks like that of an empty dialog, and the first message begins it (SPEC
// 25.6).
import type { AgentId, DialogRef } from '../core/base/ids.ts';
import { foldCourse } from '../core/dialog/fold/apply.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { IntentOf } from '../core/intents/intents.ts';
import { dialectFor } from '../core/team/team.ts';
import type { Snapshot } from '../protocol/messages.ts';
import type { NewDialog } from '../protocol/new-dialog.ts';
import { framed, type SnapshotRequest, type SnapshotRuntime } from './snapshot.ts';

/** The picture of a dialog before its first message; refused when the team has no member for it. */
export function pictureNew(
  runtime: SnapshotRuntime,
  request: SnapshotRequest,
  choices: NewDialog,
): Outcome<{ snapshot: Snapshot }> {
  const { team } = runtime.team();
  const { dialog } = request;
  const { agentId: asked = team.defaultResponder, taskDocPath, domain, permissionMode } = choices;
  // A member that left the team meanwhile gives way to the default one.
  const agentId = (team.members.has(asked as AgentId) ? asked : team.defaultResponder) as AgentId;
  // Nobody sees it.
  const at = new Date(0).toISOString();
  const state = foldCourse([
    {
      v: 1,
      at,
      kind: 'dialogCreated',
      identity: {
        kind: 'root',
        ...dialog,
        agentId,
        taskDocPath: taskDocPath ?? `tasks/${dialog.rootId}.tsk`,
        createdAt: at,
        dialect: dialectFor(team, agentId),
        mode: 'chat',
        ...(domain !== undefined && { domain }),
      },
    },
  ]);
  if (!state) return refuse('unknown-dialog', { name: dialog.rootId });
  const related = [
    { selfId: dialog.selfId, agentId, state: 'idle' as const, headline: '', ...(permissionMode && { permissionMode }) },
  ];
  const view = { state, rootStatus: 'running', course: 1, records: [], earlier: 0 } as const;
  const snapshot = framed(runtime, request, { ...view, related, rootHeadline: '' });
  return { ok: true, snapshot: { ...snapshot, unbegun: choices } };
}

/** The intent by which a first message begins its dialog. */
export function beginningWith(
  { rootId }: DialogRef,
  choices: NewDialog,
  { content, msgId, images }: IntentOf<'say'>,
): IntentOf<'start'> {
  return { ...choices, kind: 'start', rootId, text: content, msgId, ...(images && { images }) };
}
