// A person's permission for a call whose result nobody received (SPEC 22.4): an agent of another vendor asked, its
// process ended before the answer came, and the agent that is started again asks the same.

import type { CallId } from '../../core/base/ids.ts';
import { readPermission } from '../../core/dialog/permission.ts';
import type { CourseRecord, RecordOf } from '../../core/dialog/record.ts';
import type { OpenToolCall } from '../../core/dialog/tool-call.ts';
import { agentPermissionName } from '../../core/team/agent-permission.ts';

/**
 * The answer to the question about a call of this course, unless it may have been used: another call than `by` repeated
 * it, or a generation that began after it was broken off. Its seal is for the caller to check.
 */
export function findUnused(
  records: readonly CourseRecord[],
  { callId, by }: { readonly callId: CallId; readonly by: CallId },
): Pick<OpenToolCall, 'callId' | 'permission'> | undefined {
  const question = records.find(isQuestionOf(callId));
  if (!question) return undefined;
  const at = records.findIndex(
    record => record.kind === 'questionAnswered' && record.questionId === question.questionId,
  );
  const answer = records[at];
  if (answer?.kind !== 'questionAnswered' || isSpent(records.slice(at), { callId, by })) return undefined;
  return { callId, permission: readPermission(question, answer.content, answer.seal) };
}

function isQuestionOf(callId: CallId) {
  return (record: CourseRecord): record is RecordOf<'questionAsked'> =>
    record.kind === 'questionAsked' && record.questionKind === 'permission' && record.callId === callId;
}

function isSpent(
  later: readonly CourseRecord[],
  { callId, by }: { readonly callId: CallId; readonly by: CallId },
): boolean {
  const begun = later.filter(({ kind }) => kind === 'generationStarted').length;
  const whole = later.filter(record => record.kind === 'generationEnded' && record.outcome === 'complete').length;
  return (
    whole < begun ||
    later.some(
      record =>
        record.kind === 'toolCalled' &&
        record.name === agentPermissionName &&
        record.callId !== by &&
        record.args.includes(JSON.stringify({ again: callId }).slice(1, -1)),
    )
  );
}
