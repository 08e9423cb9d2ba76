// The end of a request whose failure is known already, before or in its reply.
import type { LlmFailure } from '../provider.ts';

/** Ends a request with a failure that is known already. */
export class RequestEnded extends Error {
  readonly failure: LlmFailure;
  constructor(failure: LlmFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The end of a request that lacks an address, a key or a model. */
export function notConfigured(message: string): RequestEnded {
  return new RequestEnded({ code: 'not-configured', message, retryable: false });
}
