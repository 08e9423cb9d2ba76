// How evidence for acceptance lines changes a state (SPEC 26), and which records may have changed a file. Pure.
import { callIdOf, type Lists, withId } from '../../base/fold-lists.ts';
import { withEvidence, withSeen } from '../../evidence/evidence.ts';
import type { evidenceFacts } from '../../evidence/record.ts';
import type { CourseRecord, RecordOf } from '../record.ts';
import type { DialogState } from '../state.ts';
import type { OpenQuestion } from '../tool-call.ts';
import { withOpenCall } from './frames.ts';
import { mayChangeFiles } from './work-facts.ts';

/** The change that each kind of fact makes. */
export const evidenceChanges: {
  readonly [K in keyof typeof evidenceFacts]: (
    state: DialogState,
    record: RecordOf<K>,
    lists: Lists,
  ) => Partial<DialogState>;
} = {
  acceptanceSeen: ({ acceptance }, seen) => ({ acceptance: withSeen(acceptance, seen) }),
  evidenceGathered: ({ acceptance }, { line, outcome, output, tree, at, n }) => ({
    acceptance: withEvidence(acceptance, {
      line,
      outcome,
      output,
      at,
      ...(tree !== undefined && { tree }),
      ...(n !== undefined && { n }),
    }),
  }),
  reviewAsked: (state, { callId, line, target, agentId, headline, body, tree, at }, lists) => {
    const review = { line, ...(tree !== undefined && { tree }) };
    return withOpenCall(
      state,
      { callId, callKind: 'C', targets: [target], agentId, headline, body, since: at, review },
      lists,
    );
  },
  doneWaits: (state, { callId, lines, files, dropped, tree }, lists) => {
    const acceptance = {
      lines,
      ...(files && { files }),
      ...(dropped && { dropped }),
      ...(tree !== undefined && { tree }),
    };
    // A permission was for the command that was asked about before.
    return {
      toolCalls: withId(lists, state.toolCalls, callIdOf, callId, ({ permission, ...call }) => ({
        ...call,
        started: false,
        acceptance,
      })),
    };
  },
};

/** Notes the person's answer on the `mark_done` that asked; no change for other questions. */
export function acceptanceAnswered(
  { toolCalls }: DialogState,
  { questionKind, callId }: OpenQuestion,
  answer: string | null,
  lists: Lists,
): Partial<DialogState> {
  if (questionKind !== 'acceptance' || callId === undefined) return {};
  return {
    toolCalls: withId(lists, toolCalls, callIdOf, callId, call =>
      call.acceptance ? { ...call, acceptance: { ...call.acceptance, answer } } : call,
    ),
  };
}

/** The number of a record that may have changed files. */
export function actedBy(
  { toolCalls }: DialogState,
  record: CourseRecord,
  lists: Lists,
): Pick<DialogState, 'acted' | 'untold'> {
  const { n } = record;
  if (n === undefined || !mayAct(toolCalls, record, lists)) return {};
  const isUntold =
    (record.kind === 'processStarted' && !record.isWatched) ||
    (record.kind === 'filesChanged' && record.untold !== undefined);
  return { acted: n, ...(isUntold && { untold: n }) };
}

function mayAct(toolCalls: DialogState['toolCalls'], record: CourseRecord, lists: Lists): boolean {
  switch (record.kind) {
    case 'filesChanged':
    case 'editsUndone':
    case 'editsRedone':
    case 'processStarted':
    case 'processEnded':
      return true;
    case 'toolReturned': {
      const call = toolCalls[lists.find(toolCalls, callIdOf, record.callId)];
      return call?.started === true && mayChangeFiles(call.name);
    }
    default:
      return false;
  }
}
