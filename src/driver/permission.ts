// Whether a tool call may run (SPEC 12.4, 5.1): policies, what a person allowed for good, and their answer on this call.
// What runs is what was shown: an answer counts only while the question would still read the same.

import type { QuestionId } from '../core/dialog/ids.ts';
import { fingerprint, permissionOptions } from '../core/dialog/permission.ts';
import type { Fact } from '../core/dialog/record.ts';
import type { OpenToolCall } from '../core/dialog/state.ts';
import { type Grant, grantFor, isGranted, judge } from '../core/policy.ts';
import type { LeaveTexts } from '../core/prompt/leave-words.ts';
import { failed, type Review, type Tool, type ToolContext, type ToolResult } from '../tools/tool.ts';

/** What is to become of a call: run it (and remember `grant` for the tree), end it with a result, or ask the person. */
export type Leave =
  | { readonly kind: 'run'; readonly grant?: Grant }
  | { readonly kind: 'end'; readonly result: ToolResult }
  | { readonly kind: 'ask'; readonly headline: string; readonly body: string };

/** A tool call that is about to run. `grants` are those of its tree. */
export interface ReviewedCall {
  readonly tool: Tool;
  readonly call: OpenToolCall;
  readonly context: ToolContext;
  readonly grants: readonly Grant[];
}

/** Decides one call; changes nothing. Rejects only when the tool's review does. */
export async function seekLeave({ tool, call, context, grants }: ReviewedCall): Promise<Leave> {
  const { permission } = call;
  if (permission?.kind === 'refused') return { kind: 'end', result: failed(permission.content) };
  const review = await tool.review?.(call.args, context);
  if (!review) return { kind: 'run' };
  if (review.kind === 'fails') return { kind: 'end', result: review.result };
  const verdict = judge(context.member.policy ?? [], review.action);
  if (verdict.decision === 'deny') return { kind: 'end', result: failed(deniedMessage) };
  if (verdict.decision === 'allow' || isGranted(grants, review.action, verdict)) return { kind: 'run' };
  const grant = grantFor(review.action, verdict);
  const question = await questionOf(review, grant, context.texts.leave);
  if (permission?.shown !== fingerprint(question)) return { kind: 'ask', ...question };
  return { kind: 'run', ...(permission.kind === 'always' && { grant }) };
}

/** The question to record for a call that waits for the person. */
export function permissionAsked(
  questionId: QuestionId,
  call: OpenToolCall,
  { headline, body }: Extract<Leave, { kind: 'ask' }>,
): Fact {
  return {
    kind: 'questionAsked',
    questionId,
    questionKind: 'permission',
    headline,
    body,
    callId: call.callId,
    options: permissionOptions,
    genseq: call.genseq,
  };
}

const deniedMessage =
  'A policy of this workspace forbids this call; nothing was done. Do not try it in another way: go on without it, or ask the person.';

async function questionOf(review: Extract<Review, { kind: 'acts' }>, grant: Grant, leave: LeaveTexts) {
  const { headline, body } = await review.question();
  return { headline, body: `${body}\n\n${alwaysText(grant, leave)}` };
}

function alwaysText({ tool, paths, command }: Grant, leave: LeaveTexts): string {
  if (command !== undefined) return leave.alwaysCommand;
  if (paths.length === 0) return leave.alwaysTool(tool);
  return leave.alwaysIn(
    tool,
    paths.map(path => (path.endsWith('/') ? leave.andBelow(path) : path)),
  );
}
