// Tools with which a dialog ends its own work, or work that it asked for (SPEC 1.6, 1.7).
import * as z from 'zod';
import type { CallId, RootId } from '../core/dialog/ids.ts';
import type { DialogState } from '../core/dialog/state.ts';
import { openCalls } from '../core/dialog/state.ts';
import { rootOnlyMessage } from './mind-tools.ts';
import type { Tool } from './tool.ts';
import { defineTool, failed } from './tool.ts';

/** What these tools must know of a tree beyond the dialog that calls them. */
export interface TreePort {
  /** Pending questions of the whole tree. */
  questions(rootId: RootId): readonly { readonly agentId: string; readonly headline: string }[];
}

/** `mark_done` (root dialogs) and `dismiss_subdialog`. */
export function controlTools(tree: TreePort): readonly Tool[] {
  return [markDone(tree), dismissSubdialog];
}

const markDone = (tree: TreePort) =>
  defineTool({
    name: 'mark_done',
    description: 'Complete this root dialog: its goals are met and checked.',
    args: () => z.object({}),
    isRepeatable: true,
    run: (_, { state }) => {
      if (state.identity.kind !== 'root') return failed(rootOnlyMessage('mark_done', state));
      const reasons = pendingWork(state, tree);
      if (reasons.length > 0) return failed(['Refused, the dialog still has work pending:', ...reasons].join('\n- '));
      return { ok: true, content: 'The dialog is marked as done.', facts: [{ kind: 'doneRequested' }] };
    },
  });

const dismissSubdialog = defineTool({
  name: 'dismiss_subdialog',
  description: 'End a call of yours whose answer is no longer needed.',
  args: () => z.object({ callId: z.string() }),
  isRepeatable: true,
  run: ({ callId }, { state }) => {
    const calls = openCalls(state).filter(call => call.callKind !== 'A');
    if (calls.some(call => call.callId === callId))
      return { ok: true, content: `Dismissed ${callId}.`, dismiss: callId as CallId };
    const open = calls.map(call => `${call.callId} (@${call.agentId}: ${oneLine(call.headline)})`);
    return failed(`No open call of yours is ${callId}. Open: ${open.join(', ') || 'none'}.`);
  },
});

/** Why a root cannot complete now (SPEC 1.6); what the same generation asks for counts too. */
function pendingWork(state: DialogState, tree: TreePort): readonly string[] {
  const questions = tree.questions(state.identity.rootId);
  return [
    ...questions.map(({ agentId, headline }) => `question for the person of @${agentId}: ${oneLine(headline)}`),
    ...openCalls(state).map(
      call => `unanswered tellask to @${call.agentId} (${call.callId}): ${oneLine(call.headline)}`,
    ),
    ...state.tellasks.map(({ headline }) => `tellask of this same reply: ${oneLine(headline)}`),
    ...(state.queued.length > 0 ? ['a message of the person that you have not read yet'] : []),
    ...(state.closing?.kind === 'newCourse' ? ['the new course that this same reply began'] : []),
  ];
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
