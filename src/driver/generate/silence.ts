// How long a model may stay silent (SPEC 10.8). While nothing comes, the seconds are told every so often, for views; at
// the limit the request is given up.
import type { Patience } from '../../llm/failures/patience.ts';
import type { LlmFailure } from '../../llm/provider.ts';

/** A clock that never jumps, in milliseconds, and work in a while; `after` gives the function that calls it off. */
export interface Timers {
  now(): number;
  after(ms: number, work: () => void): () => void;
}

/** Callbacks about a silence. */
export interface SilenceEvents {
  /** Seconds without a piece; 0 when one has come after all. */
  silent(seconds: number): void;
  /** The limit is reached. */
  expired(failure: LlmFailure): void;
}

/** Watches one request, from now on. */
export interface SilenceWatch {
  /** A piece of the reply has come. */
  heard(): void;
  end(): void;
}

/** Milliseconds between two words about a silence. */
const STEP_MS = 10_000;

function watchSilence(
  timers: Timers,
  { firstTokenMs = Number.POSITIVE_INFINITY, silenceMs = Number.POSITIVE_INFINITY }: Patience,
  on: SilenceEvents,
): SilenceWatch {
  const stepMs = Math.min(STEP_MS, firstTokenMs, silenceMs);
  let heardAt = timers.now();
  let hasHeard = false;
  let told = 0;
  const tell = (seconds: number) => {
    if (seconds === told) return;
    told = seconds;
    on.silent(seconds);
  };
  const wait = (): (() => void) => {
    const silentMs = timers.now() - heardAt;
    const limitMs = hasHeard ? silenceMs : firstTokenMs;
    return timers.after(Math.min(stepMs - (silentMs % stepMs), limitMs - silentMs), check);
  };
  const check = () => {
    const silentMs = timers.now() - heardAt;
    const limitMs = hasHeard ? silenceMs : firstTokenMs;
    if (silentMs >= limitMs) return on.expired(noReply(limitMs, hasHeard ? 'silence_s' : 'first_token_s'));
    tell((Math.floor(silentMs / STEP_MS) * STEP_MS) / 1000);
    cancel = wait();
  };
  let cancel = wait();
  return {
    heard() {
      heardAt = timers.now();
      hasHeard = true;
      if (told > 0) tell(0);
    },
    end: () => cancel(),
  };
}

/** A request that is given up after a silence, or when its own signal aborts. */
export interface WatchedRequest extends SilenceWatch {
  readonly signal: AbortSignal;
  /** Why it was given up after a silence, if it was. */
  expired(): LlmFailure | undefined;
}

/** Begins to watch a request. */
export function watchRequest(
  timers: Timers,
  patience: Patience = {},
  { signal, silent }: { readonly signal: AbortSignal; readonly silent?: ((seconds: number) => void) | undefined },
): WatchedRequest {
  // Not `AbortSignal.any`: Node keeps such a signal for ever as long as it has a listener, and with it the whole
  // request.
  const request = new AbortController();
  const stop = () => request.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  let failure: LlmFailure | undefined;
  const watch = watchSilence(timers, patience, {
    silent: seconds => silent?.(seconds),
    expired(expired) {
      failure = expired;
      request.abort();
    },
  });
  return {
    signal: request.signal,
    heard: watch.heard,
    expired: () => failure,
    end() {
      watch.end();
      signal.removeEventListener('abort', stop);
    },
  };
}

function noReply(limitMs: number, key: string): LlmFailure {
  const message = `nothing came for ${limitMs / 1000} s, the limit that ${key} sets`;
  return { code: 'no-reply', message, retryable: true };
}
