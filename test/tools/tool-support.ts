// A dialog state and a tool context for tests of tools.

import type { AgentId, CallId, DialogId, RootId } from '../../src/core/base/ids.ts';
import { openCourse } from '../../src/core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import type { Identity, InboundCall } from '../../src/core/dialog/record-parts.ts';
import type { DialogState, OpenCall } from '../../src/core/dialog/state.ts';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import type { Dialect } from '../../src/core/team/dialect.ts';
import type { Member } from '../../src/core/team/team.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/tool.ts';

export const alice: Member = {
  id: 'alice' as AgentId,
  name: 'Alice',
  diligencePushMax: 3,
  fbr: { effort: 1, tools: true },
  hidden: false,
};

export interface StateOptions {
  readonly kind?: 'root' | 'sub';
  readonly mode?: 'chat' | 'draft';
  readonly dialect?: Dialect;
  readonly session?: string;
  readonly freshSelf?: true;
  /** Headline of the assignment of a subdialog. */
  readonly headline?: string;
}

/** A dialog at its beginning, with parts of its state replaced. */
export function stateOf(options: StateOptions = {}, change: Partial<DialogState> = {}): DialogState {
  const { kind = 'root', mode = 'chat', dialect = 'tellask', session, freshSelf, headline = '@alice do it' } = options;
  const common = { agentId: alice.id, taskDocPath: 'tasks/x.tsk', createdAt: at, dialect };
  const rootId = 'root1' as RootId;
  const identity: Identity =
    kind === 'root'
      ? { ...common, kind, mode, rootId, selfId: 'root1' as DialogId }
      : {
          ...common,
          kind,
          rootId,
          selfId: 'sub1' as DialogId,
          supdialogId: 'root1' as DialogId,
          depth: 1,
          ...(session !== undefined && { tellaskSession: session }),
          ...(freshSelf && { freshSelf }),
        };
  const call: InboundCall = {
    callId: 'c1' as CallId,
    callKind: 'C',
    callerDialogId: 'root1' as DialogId,
    callerAgentId: 'bob' as AgentId,
    headline,
    body: '',
  };
  const record: CourseRecord = { v: 1, at, kind: 'dialogCreated', identity, ...(kind === 'sub' && { call }) };
  const state = openCourse(record);
  if (!state) throw new Error('the first record opens a course');
  return { ...state, ...change };
}

/** A call that waits for its answer. */
export function openCall(callId: string, callKind: OpenCall['callKind'] = 'C'): OpenCall {
  return {
    callId: callId as CallId,
    callKind,
    targets: ['sub1' as DialogId],
    agentId: 'bob' as AgentId,
    headline: '@bob look into it\n',
    body: '',
    since: at,
  };
}

/** What a tool knows when alice calls it. */
export function contextOf(state: DialogState = stateOf()): ToolContext {
  return {
    rtws: '/nowhere',
    state,
    member: alice,
    team: parseTeam('members: {alice: {}, bob: {}}\n', 'team.yaml').team,
    callId: 't1' as CallId,
    texts: promptTexts('en'),
    notWorkedOn: () => [],
    readCourse: async () => undefined,
    output: () => {},
  };
}

/** Calls the tool of this name. */
export function callTool(
  tools: readonly Tool[],
  name: string,
  args: Readonly<Record<string, unknown>>,
  state: DialogState = stateOf(),
): Promise<ToolResult> {
  const tool = tools.find(({ spec }) => spec.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.call(JSON.stringify(args), contextOf(state), new AbortController().signal);
}

const at = '2026-01-01T00:00:00.000Z';
