// Reads what a provider yields into a generation, to its end or until somebody ends it (SPEC 8.1, 10.8, 11.1).

import type { Model } from '../../llm/models/choose-model.ts';
import type { LlmEvent, LlmFailure, LlmRequest } from '../../llm/provider.ts';
import type { Generation, StreamEnd } from './generation.ts';
import { type Timers, watchRequest } from './silence.ts';

/** A request, its receiver, and its progress callbacks. */
interface Reading {
  readonly model: Pick<Model, 'provider' | 'patience'>;
  readonly request: LlmRequest;
  readonly timers: Timers;
  /** Seconds without a piece of the reply; 0 when one has come after all. */
  readonly onSilence?: (seconds: number) => void;
}

/**
 * Reads the stream until it ends, `signal` aborts, or nothing arrives for too long, even if the provider ignores the
 * abort (SPEC 11.1).
 */
export async function readStream(
  { model, request, timers, onSilence }: Reading,
  generation: Generation,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const watch = watchRequest(timers, model.patience, { signal, silent: onSilence });
  try {
    const { heard } = watch;
    const counted = generation.counted.bind(generation);
    const stream = model.provider.stream({ ...request, heard, counted }, watch.signal)[Symbol.asyncIterator]();
    const next = nextUntilAborted(stream, watch.signal);
    for (;;) {
      const event = await next();
      if (event === undefined) return { kind: 'failed', failure: watch.expired() ?? endedEarly };
      watch.heard();
      const end = generation.take(event);
      if (end) {
        // A reply that was given up may go on for ever; one that is finished has nothing left to give.
        if (end.kind !== 'finished') void stream.return?.(undefined);
        return end;
      }
    }
  } finally {
    watch.end();
  }
}

const endedEarly: LlmFailure = {
  code: 'unreachable',
  message: 'the stream ended before the answer was complete',
  retryable: true,
};

/** A function that yields the next event, or `undefined` when the stream is over or the signal aborted. */
function nextUntilAborted(stream: AsyncIterator<LlmEvent>, signal: AbortSignal): () => Promise<LlmEvent | undefined> {
  let wake: (() => void) | undefined;
  signal.addEventListener(
    'abort',
    () => {
      void stream.return?.(undefined);
      wake?.();
    },
    { once: true },
  );
  return () =>
    signal.aborted
      ? Promise.resolve(undefined)
      : new Promise((resolve, reject) => {
          wake = () => resolve(undefined);
          stream.next().then(({ done, value }) => resolve(done ? undefined : value), reject);
        });
}
