// Internal flows run here, beside the dialog (SPEC 16.3): one model call for each, at most one at a time, which nobody
// waits for. What comes of it is recorded whenever it comes; when it fails the flow is Invalid, and the dialog goes on
// as it is.

import { type BeliefProgress, foldBelief, internalFlows } from '../../core/belief/belief-progress.ts';
import type { BeliefContext } from '../../core/belief/context.ts';
import {
  changeFacts,
  endFacts,
  endInternal,
  endTurn,
  internalDue,
  isInternalFlow,
  parseJsonObject,
  startInternal,
} from '../../core/belief/domain/rules.ts';
import type { InternalFlow } from '../../core/belief/internal.ts';
import type { BeliefState, Flow } from '../../core/belief/state.ts';
import { talkText } from '../../core/belief/talk.ts';
import { repeatedPattern, type Trace, traceOf } from '../../core/dialog/circles.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { internalPrompt } from '../../core/prompt/belief-text.ts';
import type { SideCall } from '../../core/spending/call-figures.ts';
import { callNames } from '../../core/tellask/call-names.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmRequest } from '../../llm/provider.ts';
import { circleQuestion } from '../circles.ts';
import { commit } from '../commit.ts';
import type { AbortReason, Dialog } from '../driver-context.ts';
import { withReply } from '../end-work.ts';
import { capNow, capQuestion } from '../generate/caps.ts';
import { Generation } from '../generate/generation.ts';
import { brokenFigures, callFigures } from '../generate/model-call.ts';
import { readStream } from '../generate/read-stream.ts';
import { reserve } from '../generate/reserve.ts';
import { memberOf, modelOf } from '../member.ts';
import { untilStored } from '../stored.ts';
import { isRunning, marksOf } from '../tree.ts';
import { beliefContext, domainOf, sideCall } from './turn.ts';

/** The end of a turn, together with the Internal flow that it calls for. */
export function endFactsWithInternal(dialog: Dialog, belief: BeliefProgress): readonly Fact[] {
  const { ctx } = dialog.tree;
  const { state } = endTurn(belief.state);
  const { domain } = domainOf(ctx, dialog.state.identity);
  const due = domain && internalDue(domain, belief.base, state);
  const started =
    due && changeFacts(belief, { by: 'internal', command: { start: due.name } }, now => startInternal(now, due));
  if (!started?.ok) return endFacts(belief);
  return [...started.facts, ...endFacts(started.facts.reduce(foldBelief, belief))];
}

/** The Internal flow that is to run now and does not, if any. */
export function idleInternal({ state, background }: Dialog): Flow | undefined {
  return background || !state.belief ? undefined : internalFlows(state.belief)[0];
}

/**
 * True if the person is asked before an Internal flow runs: it would repeat earlier ones, or a cap is reached (SPEC
 * 7.4, 10.4). The flow runs after the next drive that follows the answer.
 */
export function holdsInternal(dialog: Dialog): boolean {
  const { tree } = dialog;
  const { ctx } = tree;
  const { questions, recentInternal = [] } = dialog.state;
  if (questions.some(({ questionKind: kind }) => kind === 'repeat' || kind === 'cap')) return true;
  const speaker = { state: dialog.state, member: memberOf(ctx, dialog.state) };
  const cap = capNow(tree, speaker);
  if (repeatedPattern(recentInternal)) commit(dialog, circleQuestion(dialog, 'internal'));
  else if (cap === 'ask') commit(dialog, capQuestion(tree, speaker));
  else return cap === 'wait';
  return true;
}

/** Runs an Internal flow to its end; never rejects. If the process ends first, the flow stays as it was. */
export async function runInternal(dialog: Dialog, flow: Flow): Promise<void> {
  const { tree } = dialog;
  const { ctx } = tree;
  try {
    const { belief } = dialog.state;
    if (!belief) return;
    const asked = belief.state;
    const context = beliefContext(ctx, dialog.state);
    const answered = await askUntilKnown(dialog, { flow, context, asked });
    // Under a cap there is no room for it now: it stays, and is looked at again when there may be.
    if (answered === 'noRoom') return;
    if (ctx.closing() || !isRunning(tree)) return;
    commit(dialog, ...endingFacts(dialog, { ...answered, flow, context, asked }));
  } catch (error) {
    ctx.log.error(`the Internal flow ${flow.flow} of ${dialog.ref.rootId} failed`, error);
  } finally {
    delete dialog.background;
  }
}

interface Answered {
  /** JSON of the answer; absent when there is none. */
  readonly answer?: unknown;
  readonly call?: SideCall;
  readonly trace?: Trace;
}

interface Asking {
  readonly flow: Flow;
  readonly context: BeliefContext;
  readonly asked: BeliefState;
  readonly abort: AbortController;
}

/** An agent that is ended since this process may no longer drive the tree is asked again, as in the drive loop. */
async function askUntilKnown(dialog: Dialog, asking: Omit<Asking, 'abort'>): Promise<Answered | 'noRoom'> {
  for (;;) {
    const abort = new AbortController();
    dialog.background = abort;
    const answered = await ask(dialog, { ...asking, abort });
    if (abort.signal.reason !== ('lapsed' satisfies AbortReason)) return answered;
  }
}

async function ask(dialog: Dialog, asking: Asking): Promise<Answered | 'noRoom'> {
  const { tree } = dialog;
  const { flow } = asking.flow;
  if (!isInternalFlow(flow)) return {};
  const model = await modelOf(dialog);
  if (model.kind === 'none') return {};
  const request = requestFor(dialog, { ...asking, name: flow }, model);
  const release = await tree.ctx.scheduler.acquire(model.provider.id, tree.rootId, asking.abort.signal);
  if (!release) return {};
  const giveBack = reserve(dialog, { request, model });
  try {
    return giveBack ? await askModel(dialog, asking, { request, model }) : 'noRoom';
  } finally {
    giveBack?.();
    release();
  }
}

function requestFor(
  dialog: Dialog,
  { name, context, asked }: Asking & { readonly name: InternalFlow },
  model: Model,
): LlmRequest {
  const { identity, course } = dialog.state;
  const words = dialog.tree.ctx.minds.texts().belief;
  return {
    prompt: internalPrompt(name, asked, {
      words,
      domain: context.domain,
      talk: talkText(dialog.records, words.predict),
    }),
    ...(model.model !== undefined && { model: model.model }),
    ...(model.params && { params: model.params }),
    origin: { ...dialog.ref, agentId: identity.agentId, course },
    purpose: { kind: 'internal', flow: name },
    marks: marksOf(dialog.tree),
  };
}

async function askModel(
  dialog: Dialog,
  { flow, abort }: Asking,
  { request, model }: { readonly request: LlmRequest; readonly model: Model },
): Promise<Answered> {
  const { ctx } = dialog.tree;
  const generation = new Generation({
    dialog: dialog.ref,
    genseq: dialog.state.genseq,
    dialect: dialog.state.identity.dialect,
    names: callNames({ members: new Map() }),
    newId: ctx.newId,
    show: () => {},
    isAside: true,
  });
  const stored = untilStored(dialog.tree);
  if (stored) await stored;
  const reading = { model, request, timers: ctx.timers };
  const end = await withReply(dialog, () => readStream(reading, generation, abort.signal), abort);
  if (end.kind !== 'finished') {
    ctx.log.info(`the Internal flow ${flow.flow} of ${dialog.ref.rootId} got no answer`);
    const broken = brokenFigures(dialog, { model, request, generation });
    return broken ? { call: sideCall(generation, broken) } : {};
  }
  const call = sideCall(generation, callFigures(dialog, { model, request, generation }, end.event));
  const text = generation.textOf('saying');
  return { answer: parseJsonObject(text), call, trace: traceOf([], `${flow.flow}: ${text}`) };
}

/** Ends the flow in the open turn, or in a new one. */
function endingFacts(
  { state: { belief } }: Dialog,
  { answer, call, trace, flow, context, asked }: Answered & Omit<Asking, 'abort'>,
): readonly Fact[] {
  // A rollback may have taken the flow away meanwhile.
  if (!belief || !internalFlows(belief).some(({ flowId }) => flowId === flow.flowId)) return [];
  const command = { complete: flow.flow };
  const told = { by: 'internal', command, ...(call && { call }), ...(trace && { trace }) } as const;
  const changed = changeFacts(belief, told, state =>
    endInternal(context, { asked, state, flowId: flow.flowId, answer }),
  );
  if (!changed.ok) return [];
  if (belief.isOpen) return changed.facts;
  return [...changed.facts, ...endFacts(changed.facts.reduce(foldBelief, belief))];
}
