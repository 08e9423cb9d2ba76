// Tools with which a dialog ends its own work, and steers or ends work that it asked for (SPEC 1.6, 1.7, 19.2).
import * as z from 'zod';
import type { RootId } from '../../core/base/ids.ts';
import { failedCommand } from '../../core/dialog/fold/work-facts.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { DialogState, OpenCall } from '../../core/dialog/state.ts';
import { currentAside, openCalls, topFrame } from '../../core/dialog/state.ts';
import { speakerOf } from '../../core/dialog/view/speaker.ts';
import type { PromptTexts } from '../../core/prompt/prompt-texts.ts';
import type { ResultWords } from '../../core/prompt/words/en/results.ts';
import type { Team } from '../../core/team/team.ts';
import { routeTellask } from '../../core/tellask/route.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import type { Tool, ToolAnswer } from '../tool.ts';
import { defineTool, failed } from '../tool.ts';
import { mergeWork } from './merge-work.ts';
import { rootOnlyMessage } from './mind-tools.ts';

/** A tool's context from the tree beyond its own dialog. */
export interface TreePort {
  /** The states of all its dialogs. */
  states(rootId: RootId): readonly DialogState[];
}

/** `mark_done` (root dialogs), `tell_subdialog`, `dismiss_subdialog` and `merge_work`. */
export function controlTools(tree: TreePort): readonly Tool[] {
  return [markDone(tree), tellSubdialog, dismissSubdialog, mergeWork];
}

const markDone = (tree: TreePort) =>
  defineTool({
    name: 'mark_done',
    description: words => words.mark_done,
    args: () => z.object({}),
    isRepeatable: true,
    run: (_, { state, texts }) => {
      if (state.identity.kind !== 'root') return failed(rootOnlyMessage('mark_done', state));
      const reasons = [
        ...pendingWork(state, tree, texts.results.pending),
        ...(state.offers ?? [])
          .filter(({ asks }) => !asks)
          .map(({ agentId, callId }) => texts.work.waiting(agentId, callId)),
      ];
      const command = failedCommand(state);
      const refusals = [
        ...(reasons.length > 0 ? [[texts.results.donePending, ...reasons].join('\n- ')] : []),
        ...(command ? [texts.facts.failedBeforeDone(command)] : []),
      ];
      if (refusals.length > 0)
        return failed([...refusals, howToEnd(state, texts)].filter(part => part !== '').join('\n\n'));
      return { ok: true, content: w => w.done, facts: [{ kind: 'doneRequested' }] };
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
  description: words => words.tell_subdialog,
  args: () => z.object({ callId: z.string(), content: z.string() }),
  isRepeatable: true,
  worksOn: 'openCall',
  run: ({ callId, content }, { state }) => {
    const call = ownCalls(state).find(each => each.callId === callId);
    if (!call) return noSuchCall(callId, state);
    if (content.trim() === '') return failed(w => w.nothingToTell);
    const facts: Fact[] = [{ kind: 'calleeTold', callId: call.callId, content: withoutBlankEdges(content) }];
    return { ok: true, content: w => w.told(call.agentId), facts };
  },
});

const dismissSubdialog = defineTool({
  name: 'dismiss_subdialog',
  description: words => words.dismiss_subdialog,
  args: () => z.object({ callId: z.string(), reassign: z.boolean().optional() }),
  isRepeatable: true,
  worksOn: 'openCall',
  run: ({ callId, reassign }, { state, team }) => {
    const call = ownCalls(state).find(each => each.callId === callId);
    if (!call) return noSuchCall(callId, state);
    if (!reassign) return { ok: true, content: w => w.dismissed(callId), dismiss: call.callId };
    const { reassign: others = [] } = state;
    if (others.includes(call.callId)) return failed(w => w.reassigned(callId));
    if (newTellasks(state, team) <= others.length) {
      return failed(w => w.noSuccessor);
    }
    return { ok: true, content: w => w.reassigns(callId), facts: [{ kind: 'reassignRequested', callId: call.callId }] };
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

function noSuchCall(callId: string, state: DialogState): ToolAnswer {
  const open = ownCalls(state);
  return failed(w =>
    w.noOpenCall(
      callId,
      open.map(call => w.openCall(call.callId, call.agentId, oneLine(call.headline))),
    ),
  );
}

/** Why a root cannot complete now (SPEC 1.6); requests of the same generation count too. */
function pendingWork(state: DialogState, tree: TreePort, words: ResultWords['pending']): readonly string[] {
  const dialogs = tree.states(state.identity.rootId);
  const others = dialogs.filter(({ identity }) => identity.selfId !== state.identity.selfId);
  return [
    ...dialogs.flatMap(({ identity, questions }) =>
      questions.map(({ headline }) => words.question(identity.agentId, oneLine(headline))),
    ),
    ...openCalls(state).map(call => words.ownCall(call.agentId, call.callId, oneLine(call.headline))),
    ...others.flatMap(other =>
      openCalls(other).map(call => words.otherCall(other.identity.agentId, call.agentId, oneLine(call.headline))),
    ),
    ...(currentAside(state) && state.frames.some(frame => frame !== topFrame(state) && frame.attention === 'unanswered')
      ? [words.answer]
      : []),
    ...state.tellasks.map(({ headline }) => words.sameReply(oneLine(headline))),
    ...(state.queued.length > 0 ? [words.words] : []),
    ...(state.closing?.kind === 'newCourse' ? [words.newCourse] : []),
  ];
}

function oneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
