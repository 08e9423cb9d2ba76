// A model that plays scripted replies, for offline demos and tests (SPEC 10.1). The replies that a root has used are
// kept in the marks of its recorded generations, so a restart continues where it stopped; memory holds running
// generations only.
import { randomUUID } from 'node:crypto';
import { failureFromStatus } from '../failures/failure.ts';
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest, StreamSegment } from '../provider.ts';
import type { Playbook, PlaybookReply } from './playbook.ts';

/**
 * `delay` waits so many milliseconds, or until the signal aborts; it may resolve or reject then. `elapsed` tells
 * milliseconds from any moment on.
 */
export interface PlaybookOptions {
  readonly id: string;
  readonly label: string;
  readonly playbook: Playbook;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly elapsed: () => number;
  readonly newId?: () => string;
}

/**
 * Makes the provider. A request plays the first unused reply of its root whose `when` matches its agent, course and
 * last message. A reply is used when it ends, by `finished` or `failed`; a stopped one can be played again.
 */
export function createPlaybookProvider(options: PlaybookOptions): LlmProvider {
  const spentByRoot = new Map<string, SpentReplies>();
  return {
    id: options.id,
    label: options.label,
    stream(request, signal) {
      const spent = spentByRoot.get(request.origin.rootId) ?? { done: new Set(), failed: [], playing: new Set() };
      spentByRoot.set(request.origin.rootId, spent);
      return play(options, { request, spent, signal });
    },
  };
}

/** Replies of one root by index. `failed` were played since the last mark: the next mark names them too. */
interface SpentReplies {
  readonly done: Set<number>;
  readonly failed: number[];
  readonly playing: Set<number>;
}

interface Performance {
  readonly request: LlmRequest;
  readonly spent: SpentReplies;
  readonly signal: AbortSignal;
}

async function* play(options: PlaybookOptions, { request, spent, signal }: Performance): AsyncGenerator<LlmEvent> {
  for (const mark of request.marks) for (const index of indexesIn(mark)) spent.done.add(index);
  const { replies, chunkDelayMs = 0 } = options.playbook;
  const isFor = audienceOf(replies, request);
  const index = replies.findIndex(
    (reply, at) => !spent.done.has(at) && !spent.playing.has(at) && isFor(reply) && fits(reply, request),
  );
  const reply = replies[index];
  if (reply === undefined) {
    yield { kind: 'failed', failure: exhausted(request) };
    return;
  }
  const pause = (ms: number) => waitFor(options.delay, ms, signal);
  if (!reply.repeat) spent.playing.add(index);
  try {
    if (!(await pause(reply.delayMs ?? 0))) return;
    // Timers come late: what they lost is caught up with, as from a server that sends at its pace.
    let due = options.elapsed();
    for (const event of speechOf(reply)) {
      if (event.kind === 'chunk') due += chunkDelayMs;
      if (!(await pause(event.kind === 'chunk' ? due - options.elapsed() : 0))) return;
      yield event;
    }
    const mark = reply.repeat ? undefined : spend(spent, index, reply);
    yield* lastEvents(reply, { mark, newId: options.newId ?? newCallId });
  } finally {
    spent.playing.delete(index);
  }
}

/** Also says whether the performance goes on. */
async function waitFor(delay: PlaybookOptions['delay'], ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms > 0 && !signal.aborted) {
    try {
      await delay(ms, signal);
    } catch {
      return false;
    }
  }
  return !signal.aborted;
}

/** Notes that a reply was played to its end, and gives the mark to record: this reply and the failed ones before it. */
function spend(spent: SpentReplies, index: number, reply: PlaybookReply): string {
  spent.done.add(index);
  const mark = `${MARK}${[index, ...spent.failed].join(',')}`;
  if (reply.fail === undefined) spent.failed.length = 0;
  else spent.failed.push(index);
  return mark;
}

const MARK = 'playbook:';

function indexesIn(mark: string): number[] {
  return mark.startsWith(MARK) ? mark.slice(MARK.length).split(',').map(Number) : [];
}

/**
 * Predictions of dialogue state are played by `predict` replies alone once a playbook has one; without any, its replies
 * serve both in order. A background flow plays only replies that name it (SPEC 16.3, 16.4).
 */
function audienceOf(
  replies: readonly PlaybookReply[],
  { purpose }: LlmRequest,
): (reply: Pick<PlaybookReply, 'predict' | 'internal'>) => boolean {
  if (purpose?.kind === 'internal') return ({ internal }) => internal === purpose.flow;
  if (purpose === undefined) return ({ predict, internal }) => predict === undefined && internal === undefined;
  const predicts = replies.some(({ predict }) => predict !== undefined);
  return ({ predict, internal }) => internal === undefined && (predict !== undefined) === predicts;
}

function fits({ when }: PlaybookReply, { origin, prompt }: LlmRequest): boolean {
  if (when === undefined) return true;
  if (when.agent !== undefined && when.agent !== origin.agentId) return false;
  if (when.course !== undefined && when.course !== origin.course) return false;
  return when.contains === undefined || lastText(prompt).includes(when.contains);
}

/** The last message of the talk, with what closes the request. */
function lastText({ messages, lasting = messages.length }: LlmRequest['prompt']): string {
  return messages
    .slice(Math.max(0, lasting - 1))
    .map(({ content }) => content)
    .join('\n\n');
}

function speechOf(reply: PlaybookReply): LlmEvent[] {
  return [...segmentOf('thinking', reply.think ?? ''), ...segmentOf('saying', reply.say ?? textOf(reply.predict))];
}

/** A prediction as a model writes it that calls no tools. */
function textOf(predict: PlaybookReply['predict']): string {
  return predict === undefined || typeof predict === 'string' ? (predict ?? '') : JSON.stringify(predict);
}

/** Eight characters at a time, so that a scripted model looks alive; a character of two code units stays whole. */
function segmentOf(segment: StreamSegment, text: string): LlmEvent[] {
  const pieces = text.match(/.{1,8}/gsu) ?? [];
  if (pieces.length === 0) return [];
  const chunks = pieces.map(piece => ({ kind: 'chunk', segment, text: piece }) as const);
  return [{ kind: 'segmentStarted', segment }, ...chunks, { kind: 'segmentFinished', segment }];
}

function* lastEvents(
  reply: PlaybookReply,
  { mark, newId }: { readonly mark: string | undefined; readonly newId: () => string },
): Generator<LlmEvent> {
  const marked = mark === undefined ? {} : { mark };
  if (reply.fail !== undefined) {
    yield { kind: 'failed', failure: failureOf(reply.fail), ...marked };
    return;
  }
  const tools = reply.tools ?? [];
  for (const { name, args = {} } of tools) {
    yield { kind: 'toolCall', id: newId(), name, args: typeof args === 'string' ? args : JSON.stringify(args) };
  }
  yield { kind: 'finished', reason: tools.length > 0 ? 'tool-calls' : 'stop', model: 'playbook', ...marked };
}

/** Without a status the connection broke. */
function failureOf({
  status,
  message = 'scripted failure',
  retryAfterMs,
}: NonNullable<PlaybookReply['fail']>): LlmFailure {
  const after = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === undefined) return { code: 'unreachable', message, retryable: true, ...after };
  return { ...failureFromStatus({ status, message }, { secrets: [], now: () => 0 }), ...after };
}

function exhausted({ origin, prompt }: LlmRequest): LlmFailure {
  const last = lastText(prompt).replace(/\s+/g, ' ').trim();
  const start = last.length > 60 ? `${last.slice(0, 60)}…` : last;
  const message = `no reply is left for ${origin.agentId} (course ${origin.course}) whose last message starts "${start}"`;
  return { code: 'playbook-exhausted', message, retryable: false };
}

function newCallId(): string {
  return `call_${randomUUID()}`;
}
