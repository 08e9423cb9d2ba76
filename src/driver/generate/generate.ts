// One generation of one dialog: takes a place, asks the model, shows the stream, records what came of it. A failed
// attempt is a recorded generation too; whether and when to try again is decided here, by the retry rules (SPEC 10.3).

import type { QuestionId } from '../../core/base/ids.ts';
import type { Fact, GenerationOutcome } from '../../core/dialog/record.ts';
import type { MissedCall, RanAway } from '../../core/dialog/record-parts.ts';
import { topFrame } from '../../core/dialog/state.ts';
import { findMissedCall } from '../../core/dialog/transcript/missed-calls.ts';
import { hasCalls } from '../../core/dialog/transcript/reply-message.ts';
import type { InterruptCode } from '../../core/facts/interruption.ts';
import { brokenOff } from '../../core/spending/call-figures.ts';
import { callNames } from '../../core/tellask/call-names.ts';
import { LONG_WAIT_MS, retriesAfter, retryDelayMs } from '../../llm/failures/retry.ts';
import { untilAborted } from '../../llm/http/until-aborted.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmFailure, LlmFailureCode, LlmRequest } from '../../llm/provider.ts';
import { predictionFacts, takesTurn } from '../belief/turn.ts';
import { supplyResponse } from '../calls/deliver.ts';
import { commit, syncAnswers, untilAnswersSynced } from '../commit.ts';
import { draftStepOf } from '../draft/step.ts';
import type { AbortReason, Dialog } from '../driver-context.ts';
import { stopFacts, withReply } from '../end-work.ts';
import { readImages } from '../intents/attach-images.ts';
import { comesToRest, memberOf, modelOf, takesTools } from '../member.ts';
import { untilStored } from '../stored.ts';
import { marksOf } from '../tree.ts';
import { buildPrompt, type NextRequest } from './build-prompt.ts';
import { callReading } from './call-reading.ts';
import { Generation, type StreamEnd } from './generation.ts';
import { brokenFigures, callFigures } from './model-call.ts';
import { readStream } from './read-stream.ts';
import { isRefusedImage, leaveOutRefused, takenTools } from './refused-parts.ts';
import { reserve } from './reserve.ts';
import { keepSystem, openSystem, readSystem } from './system-message.ts';
import { longWaitOf, takePlace, waitVisibly } from './take-place.ts';

/** Generates once. Ends with records in every case; never throws but for the disk. */
export async function generate(dialog: Dialog, signal: AbortSignal): Promise<void> {
  const { ctx } = dialog.tree;
  // The disk works while the request is made and answered.
  syncAnswers(dialog);
  const chosen = await untilAborted(modelOf(dialog), signal);
  if (!chosen) return recordStop(dialog, signal);
  if (chosen.kind === 'none') {
    commit(dialog, { kind: 'interrupted', ...chosen.why });
    return;
  }
  if (takesTools(dialog)) await ctx.tools.ready?.(memberOf(ctx, dialog.state), dialog.state, signal);
  const release = await takePlace(dialog, chosen.provider.id, signal);
  if (!release) return recordStop(dialog, signal);
  try {
    const failed = await attempt(dialog, chosen, signal);
    // The place is free for others while this one waits.
    release();
    if (failed) await backOff(dialog, { ...failed, providerId: chosen.provider.id }, signal);
  } finally {
    release();
    delete dialog.live;
  }
}

/** A failure after which to try again, and in how many milliseconds. */
interface Passing {
  readonly failure: LlmFailure;
  readonly inMs: number;
}

/** Makes one attempt. Returns the failure to retry after, if any. */
async function attempt(dialog: Dialog, model: Model, signal: AbortSignal): Promise<Passing | undefined> {
  const system = readSystem(dialog);
  if (system) await system;
  // A disk that refused an answer may have stopped it meanwhile.
  if (dialog.state.interruption !== null) return undefined;
  const asked = buildRequest(dialog, model);
  const giveBack = reserve(dialog, { request: asked.request, model });
  // Running generations fill a cap; this one continues when there is room.
  if (!giveBack) return undefined;
  try {
    return await generateOnce(dialog, { ...asked, model, signal });
  } finally {
    giveBack();
  }
}

/** The inputs of one attempt. */
interface Attempt extends Asked {
  readonly model: Model;
  readonly signal: AbortSignal;
}

async function generateOnce(
  dialog: Dialog,
  { request, images, opens, model, signal }: Attempt,
): Promise<Passing | undefined> {
  const { tree } = dialog;
  const { ctx } = tree;
  const genseq = dialog.state.genseq + 1;
  const startedAt = ctx.now();
  const isAside = takesTurn(dialog.state);
  const opened = opens && keepSystem(tree, opens);
  commit(dialog, { kind: 'generationStarted', genseq, ...(opened?.name && { system: opened.name }) });
  if (opened) openSystem(dialog, opened);
  const names = callNames(ctx.minds.team());
  const generation = new Generation({
    dialog: dialog.ref,
    genseq,
    dialect: dialog.state.identity.dialect,
    names,
    ...(!isAside && !dialog.state.draft && { reading: callReading(dialog, names) }),
    newId: ctx.newId,
    show: event => !isAside && ctx.feed.publish(event),
    ...(isAside && { isAside }),
  });
  if (!isAside) dialog.live = generation.live;
  const stored = untilStored(tree);
  if (stored) await stored;
  const reading = readImages(dialog, request.prompt, images);
  if (reading) await reading;
  const streamed = { model, request, timers: ctx.timers, onSilence: (seconds: number) => generation.silent(seconds) };
  const end = await withReply(dialog, () => readStream(streamed, generation, signal));
  const ms = Math.max(0, ctx.now() - startedAt);
  // The reply may depend on answers that are not synced yet.
  await untilAnswersSynced(dialog);
  const made: Made = { generation, model, request, ms };
  if (signal.aborted) recordAbort(dialog, made, signal);
  else if (!dialog.state.generating) recordOverruled(dialog, made);
  else if (end.kind === 'finished') await recordComplete(dialog, { ...made, end, signal });
  else if (end.kind === 'ranAway') recordRunaway(dialog, made, end.ranAway);
  else if (end.kind === 'broken') recordBroken(dialog, made, end.message);
  else return recordFailure(dialog, made, { ...end, providerId: model.provider.id });
  return undefined;
}

/** The result of the stream, who was asked, and its duration. */
interface Made {
  readonly generation: Generation;
  readonly model: Model;
  readonly request: LlmRequest;
  readonly ms: number;
}

/** The request, and the system message that it begins for its course, if any. */
interface Asked extends Pick<NextRequest, 'opens'> {
  readonly request: LlmRequest;
  /** Bytes of its images by their hash, read before it is sent. */
  readonly images: Map<string, Uint8Array>;
}

function buildRequest(dialog: Dialog, model: Model): Asked {
  const { tree } = dialog;
  const { ctx } = tree;
  const { state, ref } = dialog;
  const images = new Map<string, Uint8Array>();
  const { prompt: built, opens } = buildPrompt(dialog);
  const prompt = { ...built, tools: takenTools(dialog, model, built.tools) };
  const request: LlmRequest = {
    prompt,
    ...(model.model !== undefined && { model: model.model }),
    ...(model.params && { params: model.params }),
    images: {
      ...(model.images !== undefined && { taken: model.images }),
      read: image => (isRefusedImage(dialog, model, image) ? undefined : images.get(image.hash)),
      inWords: (image, why) =>
        ctx.minds.texts().imageNotShown(image.name, isRefusedImage(dialog, model, image) ? 'refused' : why),
    },
    origin: { ...ref, agentId: state.identity.agentId, course: state.course },
    marks: marksOf(tree),
    ...(takesTurn(state) && { purpose: { kind: 'predict' as const } }),
  };
  return { request, images, ...(opens && { opens }) };
}

interface Finished extends Made {
  readonly end: Extract<StreamEnd, { kind: 'finished' }>;
  readonly signal: AbortSignal;
}

async function recordComplete(dialog: Dialog, finished: Finished): Promise<void> {
  const { generation, signal } = finished;
  const { genseq } = generation.live;
  const { draft } = dialog.state;
  const end = endOf(dialog, finished);
  const step = draft && (await draftStepOf(dialog, { draft, generation, end, model: finished.model, signal }));
  if (signal.aborted) return recordAbort(dialog, finished, signal);
  dialog.attempts = 0;
  if (step) commit(dialog, step);
  else if (takesTurn(dialog.state)) commit(dialog, ...predictionFacts(dialog, generation, end));
  else {
    const { back } = finished.end.event;
    const ended = { kind: 'generationEnded', genseq, outcome: 'complete', ...end, ...(back && { back }) } as const;
    const facts = generation.facts({ isCut: brokenOff(ended.finish) !== undefined });
    const missed = missedIn(dialog, finished, facts);
    commit(dialog, ...facts, {
      ...ended,
      ...(missed ? { missed } : comesToRest(dialog) && { rests: true }),
    });
  }
}

/** How a reply misses the tools; agents of other vendors have tools of their own. */
function missedIn(dialog: Dialog, { request, generation }: Finished, facts: readonly Fact[]): MissedCall | undefined {
  const { tree, state } = dialog;
  if (hasCalls(facts) || memberOf(tree.ctx, state).acp) return undefined;
  const text = generation.textOf('saying');
  return findMissedCall({ text, prompt: request.prompt, hasCalled: state.hasCalled === true || state.course > 1 });
}

/** The provider's figures for the generation, as they are recorded. */
function endOf(dialog: Dialog, finished: Finished) {
  const {
    end: { event },
    model,
    ms,
  } = finished;
  return {
    ...(event.reason !== 'stop' && event.reason !== 'tool-calls' && { finish: event.reason }),
    ...callFigures(dialog, finished, event),
    ...(event.imagesLeftOut !== undefined && { imagesLeftOut: event.imagesLeftOut }),
    ...(model.limits && { limits: model.limits }),
    ms,
  };
}

/** The end of a generation that broke off. */
function endOfBroken(
  dialog: Dialog,
  made: Made,
  outcome: GenerationOutcome,
): Extract<Fact, { kind: 'generationEnded' }> {
  const { generation, ms } = made;
  return { kind: 'generationEnded', genseq: generation.live.genseq, outcome, ...brokenFigures(dialog, made), ms };
}

/** The reply is kept up to its first repetition, and the model is told at the next step (SPEC 23.14). */
function recordRunaway(dialog: Dialog, made: Made, ranAway: RanAway): void {
  dialog.attempts = 0;
  commit(dialog, ...made.generation.cutFacts(), { ...endOfBroken(dialog, made, 'ran-away'), ranAway });
}

function recordAbort(dialog: Dialog, made: Made, signal: AbortSignal): void {
  dialog.attempts = 0;
  // The call was dismissed and its records are closed, so the result is dropped.
  const facts = signal.reason === ('dismissed' satisfies AbortReason) ? [] : made.generation.cutFacts();
  commit(dialog, ...facts, endOfBroken(dialog, made, 'stopped'), ...stopFacts(signal));
}

/** Syncing an answer failed meanwhile and interrupted the dialog, so the generated calls are not dispatched. */
function recordOverruled(dialog: Dialog, made: Made): void {
  const cut = made.generation.cutFacts();
  commit(dialog, ...cut, endOfBroken(dialog, made, cut.length > 0 ? 'cut' : 'failed'));
}

/** It waited to generate when it was aborted. */
function recordStop(dialog: Dialog, signal: AbortSignal): void {
  dialog.attempts = 0;
  const isLeft = dialog.state.pause && signal.reason === ('closing' satisfies AbortReason);
  commit(dialog, ...(isLeft ? [{ kind: 'leftWaiting' } as const] : stopFacts(signal)));
}

function recordBroken(dialog: Dialog, made: Made, message: string): void {
  const { generation } = made;
  const { genseq } = generation.live;
  dialog.tree.ctx.feed.publish({ type: 'stream_error_evt', ...dialog.ref, genseq, message });
  commit(dialog, ...generation.cutFacts(), endOfBroken(dialog, made, 'stream-error'), {
    kind: 'interrupted',
    code: 'stream-error',
    message,
  });
}

/** Retrying cannot mend these, so the one who waits for the answer learns it at once (SPEC 4.4). */
const refusedForGood: ReadonlySet<LlmFailureCode> = new Set(['bad-request', 'context-full', 'blocked', 'no-tools']);

function recordFailure(
  dialog: Dialog,
  made: Made,
  { failure, mark, providerId }: Extract<StreamEnd, { kind: 'failed' }> & { readonly providerId: string },
): Passing | undefined {
  const { ctx } = dialog.tree;
  const cut = made.generation.cutFacts();
  const ended = {
    ...endOfBroken(dialog, made, cut.length > 0 ? 'cut' : 'failed'),
    ...(mark !== undefined && { mark }),
  };
  const leftOut = leaveOutRefused(dialog, { model: made.model, prompt: made.request.prompt }, failure);
  if (leftOut !== undefined) {
    commit(dialog, ...cut, { ...ended, retryAt: new Date(ctx.now()).toISOString() });
    return { failure: { ...failure, message: `${leftOut}: ${failure.message}` }, inMs: 0 };
  }
  const { inbound } = topFrame(dialog.state);
  if (refusedForGood.has(failure.code) && inbound) {
    dialog.attempts = 0;
    commit(dialog, ...cut, ended);
    supplyResponse(dialog, { inbound, ok: false, content: failure.message });
    return undefined;
  }
  const last = giveUp(dialog, failure, providerId);
  if (last) {
    dialog.attempts = 0;
    commit(dialog, ...cut, ended, last);
    return undefined;
  }
  const inMs = retryDelayMs(dialog.attempts + 1, failure, ctx.random);
  commit(dialog, ...cut, { ...ended, retryAt: new Date(ctx.now() + inMs).toISOString() });
  return { failure, inMs };
}

/** The fact that ends the attempts; none while another one follows. */
function giveUp(dialog: Dialog, failure: LlmFailure, providerId: string): Fact | undefined {
  const { message } = failure;
  const code: InterruptCode = failure.code;
  // Failures that waiting cannot fix are reported at once, whatever the server says about waiting.
  if (failure.retryable && (failure.retryAfterMs ?? 0) > LONG_WAIT_MS)
    return longWaitQuestion(dialog, failure, providerId);
  if (failure.retryable && dialog.attempts < retriesAfter(failure)) return undefined;
  return { kind: 'interrupted', code, message };
}

/** A long wait is not waited out in silence (SPEC 10.3). */
function longWaitQuestion(dialog: Dialog, { message, retryAfterMs = 0 }: LlmFailure, providerId: string): Fact {
  const { ctx } = dialog.tree;
  return {
    kind: 'questionAsked',
    questionId: ctx.newId() as QuestionId,
    questionKind: 'provider',
    ...ctx.minds.texts().longWaitQuestion({ ms: retryAfterMs, message }),
    genseq: dialog.state.genseq,
    longWait: longWaitOf(ctx, providerId, retryAfterMs),
  };
}

/** The server's Retry-After applies to every dialog that calls it. */
async function backOff(
  dialog: Dialog,
  { failure, inMs, providerId }: Passing & { readonly providerId: string },
  signal: AbortSignal,
): Promise<void> {
  dialog.attempts += 1;
  if (failure.retryAfterMs !== undefined)
    dialog.tree.ctx.scheduler.pauses.begin(providerId, failure.retryAfterMs, failure.message);
  await waitVisibly(dialog, { attempt: dialog.attempts, inMs, reason: failure.message }, signal);
  if (signal.aborted) recordStop(dialog, signal);
}
