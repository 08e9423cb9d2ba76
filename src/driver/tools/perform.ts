// One tool call: allowed, started, run, returned, each recorded. A tool that the member does not have, that is refused
// or that fails gives the model an answer; it never ends the dialog.
import type { CallId, QuestionId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { mayWrite } from '../../core/dialog/fold/work-facts.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { sealedRoot } from '../../core/dialog/seals.ts';
import type { OpenToolCall } from '../../core/dialog/tool-call.ts';
import { findTool } from '../../tools/find-tool.ts';
import { failed, type Tool, type ToolContext, type ToolResult } from '../../tools/tool.ts';
import { absentToolMessage } from '../../tools/toolsets.ts';
import { deliverTold, findOpenCall } from '../calls/deliver.ts';
import { dismissCall } from '../calls/dismiss.ts';
import { commit } from '../commit.ts';
import type { AbortReason, Dialog, DriverContext, Tree } from '../driver-context.ts';
import { stopFacts, withEffects } from '../end-work.ts';
import { gatherForDone, gatherUnasked } from '../evidence/gather.ts';
import type { Gathering } from '../evidence/gathering.ts';
import { lookAtAcceptance } from '../evidence/look.ts';
import { offeredTools } from '../generate/offered-tools.ts';
import { transcriptOf } from '../generate/transcript-of.ts';
import { actingMember, memberOf } from '../member.ts';
import { untilStored } from '../stored.ts';
import { restsOn, rootOf } from '../tree.ts';
import { folderOf, fromShared, hasOwnFolder } from '../workplaces/folder-of.ts';
import { sharedPathIn } from '../workplaces/shared-path.ts';
import { answersOf, askedBackFacts, holdOpen } from './ask-back.ts';
import { changesSoFar, factsOfChanges, isKept } from './file-changes.ts';
import { type CallDecision, decideCall, modeOf, permissionAsked } from './permission.ts';
import { findUnused } from './unused-permission.ts';

/** Runs one tool call, or asks the person first; records its result together with what the tool wants recorded. */
export async function perform(dialog: Dialog, call: OpenToolCall, signal: AbortSignal): Promise<void> {
  const { tree } = dialog;
  const { ctx } = tree;
  const { callId } = call;
  const since = changesSoFar(ctx);
  const finish = (result: ToolResult) => finishCall(dialog, { call, result, signal, since });
  // What it checked is recorded, so it goes on after a crash.
  const isMarkingDone = call.name === 'mark_done' && call.result === undefined;
  if (call.started && !isMarkingDone) return finish(leftResult(ctx, call));
  const context = contextOf(dialog, call);
  const tool = await toolOf(dialog, call, signal);
  if (signal.aborted) return abandon(dialog, call, signal);
  if (!tool) return finish(failed(noSuchTool(dialog, call)));
  const elsewhere = sharedPathIn(dialog, tool.readArgs?.(call.args) ?? call.args);
  if (elsewhere !== undefined) return finish(failed(elsewhere));
  // A permission on `mark_done` is for a command that it runs.
  if (!isMarkingDone && (tool.review || call.permission)) {
    const decision = await decisionOn(dialog, { tool, call, context });
    if (signal.aborted) return abandon(dialog, call, signal);
    if (decision.kind === 'end') return finish(decision.result);
    if (decision.kind === 'ask') return askWithOthers(dialog, { call, decision, signal });
    keepPermission(dialog, decision);
  }
  if (mayWrite(call.name)) lookAtAcceptance(tree);
  commit(dialog, { kind: 'toolStarted', callId });
  // A power cut must not take the start back: the call would run a second time.
  const started = untilStored(tree) ?? (tool.isRepeatable ? undefined : ctx.store.synced(restsOn(dialog)));
  if (started) {
    await started;
    if (signal.aborted) return finish(failed(ctx.minds.texts().results.callStopped));
  }
  const run = () => runTool(ctx, tool, call, { context, signal });
  if (isMarkingDone) {
    const result = await withEvidence(dialog, { result: await run(), call, context, signal });
    return result && finish(result);
  }
  finish(tool.isRepeatable ? await run() : orLapsed(await withEffects(dialog, run), { ctx, call, signal }));
}

/** The result of `mark_done` once the acceptance lines are checked; undefined: it waits (SPEC 26.3). */
async function withEvidence(
  dialog: Dialog,
  { result, ...marking }: Marking & { readonly result: ToolResult },
): Promise<ToolResult | undefined> {
  if (!result.facts?.some(({ kind }) => kind === 'doneRequested')) return result;
  const gathered = await gatherForDone(gatheringOf(dialog, marking));
  if (gathered.kind === 'waits') return undefined;
  return gathered.kind === 'verified' ? result : failed(gathered.content);
}

/** Checks the acceptance lines that need nobody, without a member that marks the task done (SPEC 26.4). */
export async function gatherNow(tree: Tree): Promise<void> {
  const root = rootOf(tree);
  const { genseq } = root.state;
  const call = { callId: tree.ctx.newId() as CallId, genseq, name: 'mark_done', args: '{}', started: true };
  const context = contextOf(root, call);
  await gatherUnasked(gatheringOf(root, { call, context, signal: new AbortController().signal }));
}

interface Marking {
  readonly call: OpenToolCall;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
}

/** Evidence is gathered through the same doors as calls of tools. */
function gatheringOf(dialog: Dialog, { call, context, signal }: Marking): Gathering {
  const { ctx } = dialog.tree;
  return {
    dialog,
    call,
    context,
    signal,
    async decide(tool, asked) {
      const decision = await decisionOn(dialog, { tool, call: asked, context });
      if (decision.kind === 'run') keepPermission(dialog, decision);
      return decision;
    },
    async run(tool, asked) {
      const since = changesSoFar(ctx);
      const made = await withEffects(dialog, () => runTool(ctx, tool, asked, { context, signal }));
      commit(dialog, ...factsOfChanges(dialog, { callId: call.callId, result: made, since }));
      return made;
    },
  };
}

function keepPermission({ tree }: Dialog, { kept, grant }: Extract<CallDecision, { kind: 'run' }>): void {
  if (kept) tree.ctx.workspacePermissions?.add(kept);
  if (grant) commit(rootOf(tree), { kind: 'permissionGranted', grant });
}

/**
 * Asks about a call together with all later ones of the reply that would ask, so that the person decides about them at
 * once (SPEC 24.4).
 */
async function askWithOthers(
  dialog: Dialog,
  { call, decision, signal }: { readonly call: OpenToolCall; readonly decision: Asking; readonly signal: AbortSignal },
): Promise<void> {
  const { ctx } = dialog.tree;
  const asked: { readonly call: OpenToolCall; readonly decision: Asking }[] = [{ call, decision }];
  const seen = new Set([markOf(decision)]);
  const tools = toolsOf(dialog);
  for (const other of dialog.state.toolCalls) {
    const tool = other.callId !== call.callId && isUndecided(other) && findTool(other.name, tools);
    if (!tool || tool.review === undefined) continue;
    const later = await decisionOn(dialog, { tool, call: other, context: contextOf(dialog, other) });
    if (later.kind !== 'ask') continue;
    const mark = markOf(later);
    if (!seen.has(mark)) asked.push({ call: other, decision: later });
    seen.add(mark);
  }
  if (signal.aborted) return abandon(dialog, call, signal);
  commit(dialog, ...asked.map(each => permissionAsked(ctx.newId() as QuestionId, each.call, each.decision)));
}

type Asking = Extract<CallDecision, { kind: 'ask' }>;

function isUndecided({ started, permission, sleep }: OpenToolCall): boolean {
  return !started && permission === undefined && sleep === undefined;
}

/**
 * What is asked about once at a time: the next edit of a file shows what it changes after the first, and *always* may
 * hold for the same call.
 */
function markOf({ about, headline, body }: Asking): string {
  return about.kind === 'text' ? about.path : `${headline}\n${body}`;
}

/** The model is told why its call was ended, and that it may have left something. */
function orLapsed(
  result: ToolResult,
  { ctx, call, signal }: { readonly ctx: DriverContext; readonly call: OpenToolCall; readonly signal: AbortSignal },
): ToolResult {
  if (result.ok || signal.reason !== ('lapsed' satisfies AbortReason)) return result;
  return { ...result, content: `${result.content}\n\n${ctx.minds.texts().toolLapsed(call.name)}` };
}

/**
 * What comes of a call that was running when the process ended: nobody knows how far it came, unless its change is
 * recorded (SPEC 11.2).
 */
export function leftResult(ctx: DriverContext, { name, result }: OpenToolCall): ToolResult {
  return result === undefined ? failed(ctx.minds.texts().toolOutcomeUnknown(name)) : { ok: true, content: result };
}

interface Finished {
  readonly call: OpenToolCall;
  readonly result: ToolResult;
  readonly signal: AbortSignal;
  /** Changes of others since then are not those of this call. */
  readonly since: number;
}

function finishCall(dialog: Dialog, finished: Finished): void {
  const { call, result: found, signal, since } = finished;
  const result = found.orElse?.() ?? found;
  const { tree } = dialog;
  const { ctx } = tree;
  const { callId } = call;
  delete dialog.steer;
  ctx.minds.renew();
  if (mayWrite(call.name)) lookAtAcceptance(tree);
  const asks = signal.aborted || !isOpen(dialog, call) ? undefined : result.asks;
  if (!asks) result.asks?.held?.release();
  if (!isOpen(dialog, call)) {
    keepTraces(dialog, { ...finished, result });
    return;
  }
  const { content, facts = [] } = result;
  commit(
    dialog,
    ...withReturn(facts, { callId, content }),
    ...(asks ? askedBackFacts(dialog, call, asks) : [ending(dialog, result, callId)]),
    ...factsOfChanges(dialog, { callId: call.callId, result, since }),
    ...(signal.aborted ? stopFacts(signal) : []),
  );
  if (asks) holdOpen(dialog, call, asks);
  if (result.dismiss !== undefined) dismissCall(tree, result.dismiss);
  for (const fact of facts) {
    const told = fact.kind === 'calleeTold' && findOpenCall(dialog, fact.callId);
    if (told) deliverTold(dialog, told);
  }
}

/**
 * What a call did outside stands although nobody waits for its result any more, so that it can be reverted or ended.
 */
function keepTraces(dialog: Dialog, { call, result, since }: Omit<Finished, 'signal'>): void {
  const { tree } = dialog;
  const { status } = rootOf(tree).state;
  // An archived tree lies elsewhere.
  if (tree.isLost || status === 'archived') return;
  const started = (result.facts ?? []).filter(({ kind }) => kind === 'processStarted' && status === 'running');
  const facts = [...started, ...factsOfChanges(dialog, { callId: call.callId, result, since })];
  if (facts.length > 0) commit(dialog, ...facts);
}

function ending(dialog: Dialog, { ok, content, sleep, exitCode }: ToolResult, callId: CallId): Fact {
  const { file } = sleep ?? {};
  if (sleep && file)
    return { kind: 'sleepBegan', callId, ...sleep, file: { ...file, path: fromShared(dialog, file.path) } };
  if (sleep) return { kind: 'sleepBegan', callId, ...sleep };
  return { kind: 'toolReturned', callId, ok, content, ...(exitCode !== undefined && { exitCode }) };
}

/**
 * The facts of a call come before its result, so that a crash between them cannot leave a result without its change.
 */
function withReturn(facts: readonly Fact[], returns: { readonly callId: CallId; readonly content: string }): Fact[] {
  const last = facts.at(-1);
  return last ? [...facts.slice(0, -1), { ...last, returns } as Fact] : [];
}

/** Ends a call that has not started: after a stop it runs when the dialog continues, otherwise it is dropped. */
function abandon(dialog: Dialog, call: OpenToolCall, signal: AbortSignal): void {
  const isUnwanted = signal.reason === ('dismissed' satisfies AbortReason);
  if (isUnwanted)
    finishCall(dialog, {
      call,
      result: failed(dialog.tree.ctx.minds.texts().results.callUnwanted),
      signal,
      since: 0,
    });
  else commit(dialog, ...stopFacts(signal));
}

function isOpen(dialog: Dialog, { callId }: OpenToolCall): boolean {
  return dialog.state.toolCalls.some(each => each.callId === callId);
}

/** The context that a tool gets for this call. */
export function contextOf(dialog: Dialog, { callId, asked }: OpenToolCall): ToolContext {
  const { ctx } = dialog.tree;
  return {
    rtws: folderOf(dialog),
    state: dialog.state,
    member: actingMember(ctx, dialog.state),
    team: ctx.minds.team(),
    callId,
    readsFreely: ctx.readsFreely?.() ?? false,
    ...(asked && { asked: answersOf(asked) }),
    texts: ctx.minds.texts(),
    notWorkedOn: () => transcriptOf(dialog).notWorkedOn(),
    readCourse: course => ctx.store.readCourse(dialog.ref, course),
    keep: content => isKept(ctx, dialog.ref, content),
    output: (text, styled) =>
      ctx.feed.publish({ type: 'tool_output', ...dialog.ref, callId, text, ...(styled !== undefined && { styled }) }),
    onSteer: listener => {
      dialog.steer = { callId, listener };
    },
  };
}

function noSuchTool(dialog: Dialog, { name }: OpenToolCall): string {
  const { ctx } = dialog.tree;
  const { state } = dialog;
  return absentToolMessage(name, offeredTools(dialog, toolsOf(dialog)), {
    member: memberOf(ctx, state),
    state,
    texts: ctx.minds.texts(),
  });
}

/** Every tool that the dialog has, those included that its requests do not offer yet. */
function toolsOf({ tree, state }: Dialog): readonly Tool[] {
  const { ctx } = tree;
  return ctx.tools.toolsFor(memberOf(ctx, state), state);
}

/** The tool of a call; after a restart its server may have to be started first. */
async function toolOf(dialog: Dialog, { name }: OpenToolCall, signal: AbortSignal): Promise<Tool | undefined> {
  const { ctx } = dialog.tree;
  const find = () => findTool(name, toolsOf(dialog));
  const found = find();
  if (found) return found;
  await ctx.tools.ready?.(memberOf(ctx, dialog.state), dialog.state, signal);
  return find();
}

interface Found {
  readonly tool: Tool;
  readonly call: OpenToolCall;
  readonly context: ToolContext;
}

async function decisionOn(dialog: Dialog, found: Found): Promise<CallDecision> {
  const { tree } = dialog;
  const { ctx } = tree;
  try {
    const { grants = [], identity } = rootOf(tree).state;
    const { seals } = ctx;
    const isOurs = identity.kind === 'root' && seals.holds(identity.seal, sealedRoot(tree.rootId));
    const isForeign = ctx.isUntrusted === true && !isOurs;
    const unusedPermission = (callId: CallId) => findUnused(dialog.records, { callId, by: found.call.callId });
    const inWorkspace = ctx.workspacePermissions?.list;
    return await decideCall({
      ...found,
      grants,
      ...(inWorkspace && { inWorkspace }),
      seals,
      // In a place of its own nothing is lost: what was copied is kept, and what is taken is decided later.
      mode: modeOf(tree) === 'ask' && hasOwnFolder(dialog) ? 'edits' : modeOf(tree),
      isForeign,
      unusedPermission,
    });
  } catch (error) {
    return { kind: 'end', result: failure(ctx, found.call.name, error) };
  }
}

async function runTool(
  ctx: DriverContext,
  tool: Tool,
  { name, args }: OpenToolCall,
  { context, signal }: { context: ToolContext; signal: AbortSignal },
): Promise<ToolResult> {
  try {
    return await tool.call(args, context, signal);
  } catch (error) {
    return failure(ctx, name, error);
  }
}

function failure(ctx: DriverContext, name: string, error: unknown): ToolResult {
  ctx.log.error(`tool ${name} failed`, error);
  return failed(ctx.minds.texts().results.toolFailed(name, errorMessage(error)));
}
