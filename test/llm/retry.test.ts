import assert from 'node:assert/strict';
import { LONG_WAIT_MS, retriesAfter, retryDelayMs } from '../../src/llm/failures/retry.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';

describe('the delay before a retry', () => {
  const failure: LlmFailure = { code: 'rate-limited', message: '', retryable: true };

  it('doubles from one second up to a minute', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 40].map(attempt => retryDelayMs(attempt, failure, () => 1));
    assert.deepEqual(delays, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is spread over the upper quarter', () => {
    assert.deepEqual(
      [0, 0.5, 1].map(random => retryDelayMs(3, failure, () => random)),
      [3_000, 3_500, 4_000],
    );
  });

  it('is never shorter than the server asks, and not capped then', () => {
    assert.equal(
      retryDelayMs(1, { ...failure, retryAfterMs: 300_000 }, () => 0),
      300_000,
    );
    assert.equal(
      retryDelayMs(1, { ...failure, retryAfterMs: 5_000 }, () => 1),
      5_250,
    );
    assert.equal(
      retryDelayMs(1, { ...failure, retryAfterMs: 0 }, () => 0),
      750,
    );
  });

  it('has the limits of the specification', () => {
    assert.deepEqual([retriesAfter(failure), LONG_WAIT_MS], [5, 120_000]);
  });

  it('comes once only after minutes of silence', () => {
    assert.equal(retriesAfter({ ...failure, code: 'no-reply' }), 1);
  });
});
