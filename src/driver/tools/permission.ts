// Decides whether a tool call may run (SPEC 12.4, 5.1): policies, standing permissions, and the person's answer on this
// call. The call that runs is the call that was shown: an answer counts only while the question would still read the
// same.

import type { CallId, QuestionId } from '../../core/base/ids.ts';
import { isSameQuestion, lastingOptions, permissionOptions, readPermission } from '../../core/dialog/permission.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { AskedAbout } from '../../core/dialog/record-parts.ts';
import { type Seals, sealedGrant, sealedMode, sealedPermission } from '../../core/dialog/seals.ts';
import type { OpenQuestion, OpenToolCall, Shown } from '../../core/dialog/tool-call.ts';
import type { PermissionTexts } from '../../core/prompt/words/en/questions.ts';
import { type PermissionMode, runsInMode } from '../../core/team/permissions.ts';
import { changesExecuted, type Grant, grantFor, isGranted, judge, type Verdict } from '../../core/team/policy.ts';
import { failed, type Review, type Tool, type ToolContext, type ToolResult } from '../../tools/tool.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { rootOf } from '../tree.ts';

/**
 * What is to become of a call: run it (and remember `grant` for the tree, `kept` for the workspace), end it with a
 * result, or ask the person.
 */
export type CallDecision =
  | { readonly kind: 'run'; readonly grant?: Grant; readonly kept?: Grant }
  | { readonly kind: 'end'; readonly result: ToolResult }
  | ({ readonly kind: 'ask'; readonly options: readonly string[] } & Required<Shown>);

/** A tool call that is about to run. `grants` are those of its tree. */
export interface ReviewedCall {
  readonly tool: Tool;
  readonly call: OpenToolCall;
  readonly context: ToolContext;
  readonly grants: readonly Grant[];
  /** Those of the workspace, which need no seal; absent: there can be none. */
  readonly inWorkspace?: () => readonly Grant[];
  readonly seals: Seals;
  /** What runs without a question in the tree. */
  readonly mode: PermissionMode;
  /** The call may be one that the folder brought along: what acts is asked about. */
  readonly isForeign: boolean;
  /** The permission for an earlier call that was never used, if any. */
  readonly unusedPermission: (callId: CallId) => Pick<OpenToolCall, 'callId' | 'permission'> | undefined;
}

/** Decides one call; changes nothing. Rejects only when the tool's review does. */
export async function decideCall({
  tool,
  call,
  context,
  grants,
  inWorkspace,
  seals,
  mode,
  isForeign,
  unusedPermission,
}: ReviewedCall): Promise<CallDecision> {
  const { identity } = context.state;
  if (call.permission?.kind === 'refused') {
    const { why, said } = call.permission;
    return { kind: 'end', result: failed(context.texts.results.notPermitted[why](said)) };
  }
  const review = await tool.review?.(call.args, context);
  if (!review) return { kind: 'run' };
  if (review.kind === 'fails') return { kind: 'end', result: review.result };
  const standing = () => [
    ...grants.filter(each => seals.holds(each.seal, sealedGrant(identity.rootId, each))),
    ...(inWorkspace?.() ?? []),
  ];
  const judged = judge(context.member.policy ?? [], review.action);
  const runsGranted = changesExecuted(review.action) && judged.reason === 'default' && standing().some(isForShell);
  const asksAnyway = judged.decision === 'allow' && (runsGranted || (isForeign && review.action.toolset !== 'read'));
  const verdict: Verdict = asksAnyway ? { ...judged, decision: 'ask' } : judged;
  if (verdict.decision === 'deny') return { kind: 'end', result: failed(context.texts.results.denied) };
  if (verdict.decision === 'allow' || isGranted(standing(), review.action, verdict)) return { kind: 'run' };
  const isLifted = !isForeign && runsInMode(mode, review.action, verdict);
  if (isLifted && !call.permission) return { kind: 'run' };
  const grant = grantFor(review.action, verdict);
  // It lifts no rule, and what a foreign dialog left open is not for good.
  const isLasting = inWorkspace !== undefined && !isForeign && verdict.reason === 'default';
  const question = await questionOf(review, { grant, isLasting }, context.texts.permission);
  const options = isLasting ? lastingOptions : permissionOptions;
  const orAsk: CallDecision = isLifted ? { kind: 'run' } : { kind: 'ask', options, ...question };
  const { callId, permission } = call.permission
    ? call
    : ((review.repeats && unusedPermission(review.repeats)) ?? call);
  if (!permission || permission.kind === 'refused' || !isSameQuestion(permission.shown, question)) return orAsk;
  const { kind } = permission;
  // Recorded elsewhere, it was no permission of the person who sits here.
  if (!seals.holds(permission.seal, sealedPermission(identity, callId, { kind, ...question }))) return orAsk;
  const seal = seals.seal(sealedGrant(identity.rootId, grant));
  if (kind === 'here') return isLasting ? { kind: 'run', kept: grant } : orAsk;
  return { kind: 'run', ...(kind === 'always' && { grant: { ...grant, seal } }) };
}

/** What it executes may not change unasked (SPEC 24.6). */
function isForShell({ command, commands, tool }: Grant): boolean {
  return tool === 'run_shell' && (command ?? commands) !== undefined;
}

/** What runs without a question in a tree; a mode that was not chosen on this machine counts as `ask`. */
export function modeOf(tree: Tree): PermissionMode {
  const { mode, seal } = rootOf(tree).state.permissionMode ?? { mode: 'ask' };
  return tree.ctx.seals.holds(seal, sealedMode(tree.rootId, mode)) ? mode : 'ask';
}

/** The seal of an answer that allows a tool call; none for any other. */
export function permissionSeal(
  { ref, tree }: Dialog,
  question: OpenQuestion,
  answer: string,
): { readonly seal?: string } {
  if (question.questionKind !== 'permission' || question.callId === undefined) return {};
  const { kind } = readPermission(question, answer);
  const { seals } = tree.ctx;
  return kind === 'refused' ? {} : { seal: seals.seal(sealedPermission(ref, question.callId, { ...question, kind })) };
}

/** The question to record for a call that waits for the person. */
export function permissionAsked(
  questionId: QuestionId,
  call: OpenToolCall,
  { headline, body, about, options }: Extract<CallDecision, { kind: 'ask' }>,
): Fact {
  return {
    kind: 'questionAsked',
    questionId,
    questionKind: 'permission',
    headline,
    body,
    callId: call.callId,
    options,
    about,
    genseq: call.genseq,
  };
}

async function questionOf(
  review: Extract<Review, { kind: 'acts' }>,
  { grant, isLasting }: { readonly grant: Grant; readonly isLasting: boolean },
  permission: PermissionTexts,
): Promise<Required<Shown>> {
  const { headline, body, change, isWholeCommand } = await review.question();
  const about: AskedAbout = change
    ? { kind: 'text', path: change.path }
    : isWholeCommand === undefined
      ? { kind: 'other' }
      : { kind: 'command', isWhole: isWholeCommand };
  const lasting = isLasting ? ` ${permission.alwaysHere}` : '';
  return { headline, body: `${body}\n\n${alwaysText(grant, permission)}${lasting}`, about };
}

function alwaysText({ tool, paths, command, commands }: Grant, permission: PermissionTexts): string {
  if (commands) return permission.alwaysCommands(commands);
  if (command !== undefined) return permission.alwaysCommand;
  if (paths.length === 0) return permission.alwaysTool(tool);
  return permission.alwaysIn(
    tool,
    paths.map(path => (path.endsWith('/') ? permission.andBelow(path) : path)),
  );
}
