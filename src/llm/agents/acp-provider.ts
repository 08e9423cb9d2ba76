// An agent of another vendor as a provider (SPEC 22.4): what it says is the reply, what it asks is a tool call, its
// death is a failure that is tried again with all of the talk. So a caller gets one answer, whatever the agent does.
import { RequestError, type StopReason } from '@agentclientprotocol/sdk';
import type { After } from '../../core/base/after.ts';
import type { CarriedBack } from '../../core/base/chat.ts';
import { untilAborted } from '../http/until-aborted.ts';
import type { FinishReason, LlmEvent, LlmFailure, LlmProvider, LlmRequest } from '../provider.ts';
import { createSegmentWriter } from '../reply/segment-writer.ts';
import { AcpAgent, AgentGone, type AgentWire } from './acp-agent.ts';
import { sessionMark } from './acp-restarted.ts';
import { Talk, type TalkEvent } from './acp-talk.ts';
import { type OpenTalk, Talks } from './acp-talks.ts';

export interface AcpProviderOptions {
  readonly id: string;
  readonly label: string;
  /** Absolute; where the agent works. */
  readonly folder: string;
  readonly start: () => AgentWire;
  readonly newId: () => string;
  readonly after: After;
}

/** How long an agent may take to end a turn that was called off; then it is ended itself. */
const CANCEL_MS = 5_000;

/** Makes the provider; the agent is started by the first request, and again when it has ended. */
export function createAcpProvider(options: AcpProviderOptions): LlmProvider {
  const agents = new Agents(options);
  const talks = new Talks(talk => void callOff(talk, true));
  return { id: options.id, label: options.label, stream: (request, signal) => stream(request, signal) };

  async function* stream(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
    const { origin } = request;
    // A request that no other follows has a session of its own.
    const isLasting = request.prompt.lasting !== undefined && request.purpose === undefined;
    const heard = () => request.heard?.();
    let open = isLasting ? talks.of(origin) : undefined;
    if (!open) {
      const opening = openTalk(heard);
      try {
        open = await untilAborted(opening, signal);
      } catch (error) {
        yield { kind: 'failed', failure: failureOf(error, options.label, false) };
        return;
      }
      if (!open) {
        // Nobody waits for the session any more.
        opening.then(({ talk }) => talk.cancel()).catch(() => {});
        return;
      }
      if (isLasting) talks.keep(origin, open);
    }
    open.heard = heard;
    open.talk.take(request.prompt);
    let isOver = false;
    try {
      isOver = yield* relay(open.talk, signal, options);
    } finally {
      // The reader may also give up between two events; the agent is told to stop then, too.
      if (!(isOver && isLasting)) {
        talks.drop(origin, open);
        await callOff(open.talk, signal.aborted);
      }
    }
  }

  async function openTalk(heard: () => void): Promise<OpenTalk> {
    const open = { heard } as { heard: () => void; talk: Talk };
    const { id: to, folder, newId } = options;
    const heardNow = () => open.heard();
    open.talk = await Talk.open({ agent: await agents.get(), folder, to, session: newId(), heard: heardNow });
    return open;
  }

  /** Ends a turn; an agent that does not obey is ended, and with it what it does for others, which try again. */
  async function callOff(talk: Talk, isAborted: boolean): Promise<void> {
    const stop = options.after(CANCEL_MS, () =>
      talk.agent.end(`a turn that was stopped did not end within ${CANCEL_MS / 1000} s`),
    );
    const ended = talk.cancel().finally(stop);
    // Whoever stops a dialog does not wait for the agent.
    if (!isAborted) await ended;
  }
}

/** The running process, started once. */
class Agents {
  readonly #options: AcpProviderOptions;
  #started: ReturnType<typeof AcpAgent.start> | undefined;

  constructor(options: AcpProviderOptions) {
    this.#options = options;
  }

  /** The agent that runs or starts; another one when that has ended. */
  get(): Promise<AcpAgent> {
    if (!this.#started || this.#started.agent.isGone)
      this.#started = AcpAgent.start(this.#options.start(), this.#options.after);
    return this.#started.ready;
  }
}

/** The events of a turn until it ends or asks; false when the talk is spent. */
async function* relay(
  talk: Talk,
  signal: AbortSignal,
  { id, newId, label }: AcpProviderOptions,
): AsyncGenerator<LlmEvent, boolean> {
  const out: LlmEvent[] = [];
  const segments = createSegmentWriter(out);
  const apart = keptApart();
  const mark = (hasAsked: boolean) => sessionMark(id, talk.session, hasAsked);
  for (;;) {
    const event = await talk.next(signal);
    if (!event) return false;
    switch (event.kind) {
      case 'text':
        segments.write(event.segment, apart.text(event), 'session/update');
        break;
      case 'asked':
        segments.close('session/update');
        yield* out.splice(0);
        yield* asked(event, newId(), mark(true));
        return true;
      case 'ended':
        if (event.reason === 'end_turn' && talk.goOn()) {
          apart.begin();
          break;
        }
        segments.close('session/prompt');
        yield* out.splice(0);
        yield { kind: 'finished', reason: reasonOf(event.reason), back: mark(false) };
        return event.reason === 'end_turn';
      case 'failed':
        segments.close('session/prompt');
        yield* out.splice(0);
        yield { kind: 'failed', failure: failureOf(event.error, label, true) };
        return false;
    }
    yield* out.splice(0);
  }
}

/** Agents say several things in a turn, with work between them, and end none of them with a line break. */
function keptApart() {
  let isBegun = false;
  let endsLine = true;
  const begin = () => {
    isBegun = true;
  };
  return {
    /** Another thing begins. */
    begin,
    text({ segment, text }: Extract<TalkEvent, { kind: 'text' }>): string {
      if (segment === 'thinking') begin();
      if (segment === 'thinking' || text === '') return text;
      const lead = isBegun && !endsLine && !text.startsWith('\n') ? '\n\n' : '';
      isBegun = false;
      endsLine = text.endsWith('\n');
      return lead + text;
    },
  };
}

function* asked({ ask }: Extract<TalkEvent, { kind: 'asked' }>, id: string, back: CarriedBack): Generator<LlmEvent> {
  yield { kind: 'toolCall', id, name: ask.name, args: ask.args };
  yield { kind: 'finished', reason: 'tool-calls', back };
}

function reasonOf(reason: StopReason): FinishReason {
  switch (reason) {
    case 'max_tokens':
      return 'length';
    case 'refusal':
      return 'refused';
    default:
      return 'stop';
  }
}

/** `-32000` is the protocol's word for an agent that wants its person to log in. */
const AUTH_REQUIRED = -32_000;

/** Only an agent that ended in the middle of a turn is worth another try. */
function failureOf(error: unknown, label: string, isRunning: boolean): LlmFailure {
  const message = messageOf(error);
  if (error instanceof RequestError && error.code === AUTH_REQUIRED)
    return { code: 'agent-login', message, retryable: false };
  if (error instanceof AgentGone)
    return { code: 'agent-failed', message: `${label} ended: ${message}`, retryable: isRunning };
  return { code: 'agent-failed', message: `${label}: ${message}`, retryable: false };
}

/** Agents say what matters beside the message: `{details}`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data: unknown = error instanceof RequestError ? error.data : undefined;
  const { details } = { ...(data as { readonly details?: unknown } | undefined) };
  return typeof details === 'string' ? `${error.message}: ${details}` : error.message;
}
