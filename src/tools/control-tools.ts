// Tools with which a dialog ends its own work, and steers or ends work that it asked for (SPEC 1.6, 1.7, 19.2).
import * as z from 'zod';
import type { RootId } from '../core/dialog/ids.ts';
import type { Fact } from '../core/dialog/record.ts';
import { speakerOf } from '../core/dialog/speaker.ts';
import type { DialogState, OpenCall } from '../core/dialog/state.ts';
import { currentAside, openCalls, topFrame } from '../core/dialog/state.ts';
import { failedCommand } from '../core/dialog/work-facts.ts';
import type { PromptTexts } from '../core/prompt/prompt-texts.ts';
import type { Team } from '../core/team.ts';
import { routeTellask } from '../core/tellask/route.ts';
import { withoutBlankEdges } from '../core/text/blank-edges.ts';
import { rootOnlyMessage } from './mind-tools.ts';
import type { Tool, ToolResult } from './tool.ts';
import { defineTool, failed } from './tool.ts';

/** A tool's context from the tree beyond its own dialog. */
export interface TreePort {
  /** The states of all its dialogs. */
  states(rootId: RootId): readonly DialogState[];
}

/** `mark_done` (root dialogs), `tell_subdialog` and `dismiss_subdialog`. */
export function controlTools(tree: TreePort): readonly Tool[] {
  return [markDone(tree), tellSubdialog, dismissSubdialog];
}

const markDone = (tree: TreePort) =>
  defineTool({
    name: 'mark_done',
    description: 'Complete this root dialog.',
    args: () => z.object({}),
    isRepeatable: true,
    run: (_, { state, texts }) => {
      if (state.identity.kind !== 'root') return failed(rootOnlyMessage('mark_done', state));
      const reasons = pendingWork(state, tree);
      const command = failedCommand(state);
      const refusals = [
        ...(reasons.length > 0 ? [['Refused, the dialog still has work pending:', ...reasons].join('\n- ')] : []),
        ...(command ? [texts.facts.failedBeforeDone(command)] : []),
      ];
      if (refusals.length > 0)
        return failed([...refusals, howToEnd(state, texts)].filter(part => part !== '').join('\n\n'));
      return { ok: true, content: 'The dialog is marked as done.', facts: [{ kind: 'doneRequested' }] };
    },
  });

/** What a member does in place of `mark_done`, where others wait for it or it for them. */
function howToEnd(state: DialogState, { facts }: Pick<PromptTexts, 'facts'>): string {
  const by = topFrame(state).inbound?.callerAgentId;
  const isCalling = state.tellasks.length > 0;
  const isWaiting = openCalls(state).length > 0;
  return facts.howToEnd({ ...(by !== undefined && { by }), isCalling, isWaiting });
}

const tellSubdialog = defineTool({
  name: 'tell_subdialog',
  description: 'Say something to the one at work on an open call of yours.',
  args: () => z.object({ callId: z.string(), content: z.string() }),
  isRepeatable: true,
  worksOn: 'openCall',
  run: ({ callId, content }, { state }) => {
    const call = ownCalls(state).find(each => each.callId === callId);
    if (!call) return noSuchCall(callId, state);
    if (content.trim() === '') return failed('Nothing to tell: content is empty.');
    const facts: Fact[] = [{ kind: 'calleeTold', callId: call.callId, content: withoutBlankEdges(content) }];
    return { ok: true, content: `Told @${call.agentId}.`, facts };
  },
});

const dismissSubdialog = defineTool({
  name: 'dismiss_subdialog',
  description: 'End an open call. With reassign, the next tellask of this reply takes its place.',
  args: () => z.object({ callId: z.string(), reassign: z.boolean().optional() }),
  isRepeatable: true,
  worksOn: 'openCall',
  run: ({ callId, reassign }, { state, team }) => {
    const call = ownCalls(state).find(each => each.callId === callId);
    if (!call) return noSuchCall(callId, state);
    if (!reassign) return { ok: true, content: `Dismissed ${callId}.`, dismiss: call.callId };
    const { reassign: others = [] } = state;
    if (others.includes(call.callId)) return failed(`${callId} is already re-assigned in this reply.`);
    if (newTellasks(state, team) <= others.length) {
      return failed('Nobody takes its place: write the new tellask to a member in the same reply as this call.');
    }
    const content = `${callId} ends as soon as the next tellask of this reply to a member is sent, which takes its place.`;
    return { ok: true, content, facts: [{ kind: 'reassignRequested', callId: call.callId }] };
  },
});

/** Tellasks of this reply that begin a call: not questions to the person, TellaskBacks, or what is refused. */
function newTellasks(state: DialogState, team: Team): number {
  const speaker = speakerOf(state);
  const routes = state.tellasks.map(tellask => (tellask.isCut ? undefined : routeTellask(tellask, speaker, team).kind));
  return routes.filter(kind => kind === 'registered' || kind === 'fresh').length;
}

/** Calls that this dialog may steer; a TellaskBack goes to the one who steers it. */
function ownCalls(state: DialogState): readonly OpenCall[] {
  return openCalls(state).filter(call => call.callKind !== 'A');
}

function noSuchCall(callId: string, state: DialogState): ToolResult {
  const open = ownCalls(state).map(call => `${call.callId} (@${call.agentId}: ${oneLine(call.headline)})`);
  return failed(`No open call of yours is ${callId}. Open: ${open.join(', ') || 'none'}.`);
}

/** Why a root cannot complete now (SPEC 1.6); requests of the same generation count too. */
function pendingWork(state: DialogState, tree: TreePort): readonly string[] {
  const dialogs = tree.states(state.identity.rootId);
  const others = dialogs.filter(({ identity }) => identity.selfId !== state.identity.selfId);
  return [
    ...dialogs.flatMap(({ identity, questions }) =>
      questions.map(({ headline }) => `question for the person of @${identity.agentId}: ${oneLine(headline)}`),
    ),
    ...openCalls(state).map(
      call => `unanswered tellask to @${call.agentId} (${call.callId}): ${oneLine(call.headline)}`,
    ),
    ...others.flatMap(other =>
      openCalls(other).map(
        call => `unanswered tellask of @${other.identity.agentId} to @${call.agentId}: ${oneLine(call.headline)}`,
      ),
    ),
    ...(currentAside(state) && state.frames.some(frame => frame !== topFrame(state) && frame.attention === 'unanswered')
      ? ['an answer that you have not read yet: you read it when this aside has ended']
      : []),
    ...state.tellasks.map(({ headline }) => `tellask of this same reply: ${oneLine(headline)}`),
    ...(state.queued.length > 0 ? ['a message of the person that you have not read yet'] : []),
    ...(state.closing?.kind === 'newCourse' ? ['the new course that this same reply began'] : []),
  ];
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
