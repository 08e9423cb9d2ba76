// Reads what a provider yields into a generation, to its end or until somebody ends it (SPEC 8.1, 11.1).
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from '../llm/provider.ts';
import type { Generation, StreamEnd } from './generation.ts';

/** Reads the stream to its end, or until `signal` aborts, whatever the provider does then (SPEC 11.1). */
export async function readStream(
  provider: LlmProvider,
  request: LlmRequest,
  generation: Generation,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const stream = provider.stream(request, signal)[Symbol.asyncIterator]();
  const next = nextUntilAborted(stream, signal);
  for (;;) {
    const event = await next();
    if (event === undefined) return { kind: 'failed', failure: endedEarly };
    const end = generation.take(event);
    if (end) {
      // A reply that was given up may go on for ever; one that is finished has nothing left to give.
      if (end.kind !== 'finished') void stream.return?.(undefined);
      return end;
    }
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
