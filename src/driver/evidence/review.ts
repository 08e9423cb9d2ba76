// Reviews of acceptance lines by members (SPEC 26.3): asked as a call of the runtime, answered in a subdialog. Whoever
// changed files of the task, or marks it done, is no reviewer of it.
import type { AgentId, CallId, DialogId } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { GivenResponse, OpenCall } from '../../core/dialog/state.ts';
import type { AcceptanceLine } from '../../core/evidence/acceptance.ts';
import { isFresh, type Now } from '../../core/evidence/evidence.ts';
import { readVerdict } from '../../core/evidence/verdict.ts';
import type { ChangedBy } from '../../core/prompt/words/work-words.ts';
import { callNames } from '../../core/tellask/call-names.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { rootOf, statesOf } from '../tree.ts';
import { ofTree } from './gathering.ts';
import { actedOf } from './standing.ts';

/** Characters of an answer that are kept. */
const KEPT = 3_000;

/** The record that asks for a review, or the evidence that nobody can be asked. */
export function reviewFact({ tree }: Dialog, { line, subject, member: name = '' }: AcceptanceLine, now: Now): Fact {
  const { ctx } = tree;
  const { evidence } = ctx.minds.texts();
  const { members } = ctx.minds.team();
  const agentId = members.get(callNames({ members }).resolve(name) as AgentId)?.id;
  const not = agentId === undefined ? evidence.noMember(name) : whyNot(tree, agentId);
  if (agentId === undefined || not !== undefined)
    return { kind: 'evidenceGathered', line, outcome: 'failed', output: not ?? '', ...ofTree(now) };
  return {
    kind: 'reviewAsked',
    callId: ctx.newId() as CallId,
    line,
    target: ctx.newId() as DialogId,
    agentId,
    headline: evidence.reviewHeadline(subject),
    body: evidence.reviewBody(changedBy(tree)),
    ...ofTree(now),
  };
}

/** The evidence that the answer to a review is; none for other calls. */
export function reviewed(caller: Dialog, call: OpenCall, given: GivenResponse): Fact[] {
  const { review, agentId } = call;
  if (!review) return [];
  const { tree } = caller;
  const { evidence } = tree.ctx.minds.texts();
  const asked = caller.records.find(each => each.kind === 'reviewAsked' && each.callId === call.callId);
  const isOfNow = review.tree !== undefined || isFresh(asked ?? {}, actedOf(tree));
  const not = whyNot(tree, agentId);
  const verdict = given.ok && isOfNow ? readVerdict(given.content) : 'unclear';
  const content = given.content.slice(0, KEPT);
  const output = not ?? (verdict === 'unclear' ? evidence.unclear(content) : content);
  const outcome = verdict === 'accepted' ? 'passed' : verdict === 'rejected' ? 'failed' : 'unclear';
  const { line } = review;
  return [
    { kind: 'evidenceGathered', line, outcome: not === undefined ? outcome : 'failed', output, ...ofTree(review) },
  ];
}

/** Why a member cannot review the work of a tree. */
function whyNot(tree: Tree, agentId: AgentId): string | undefined {
  const { evidence } = tree.ctx.minds.texts();
  if (agentId === rootOf(tree).state.identity.agentId) return evidence.isClaiming(agentId);
  const isAuthor = statesOf(tree).some(({ identity, edited }) => identity.agentId === agentId && edited);
  return isAuthor ? evidence.isAuthor(agentId) : undefined;
}

/** Files that changed, with who changed them. */
function changedBy(tree: Tree): readonly ChangedBy[] {
  const all = statesOf(tree).flatMap(({ identity, work }) =>
    [...(work?.earlier ?? []), ...(work?.files ?? [])].map(({ path }) => ({ path, by: identity.agentId })),
  );
  const byPath = Map.groupBy(all, ({ path }) => path);
  return [...byPath].map(([path, parts]) => ({ path, by: [...new Set(parts.map(({ by }) => by))] }));
}
