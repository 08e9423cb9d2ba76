// When a limit of a model server is lifted, by its headers.
import assert from 'node:assert/strict';
import { parseRateLimitReset, waitInWords } from '../../src/llm/failures/retry-after.ts';

describe('the limit that is used up', () => {
  const now = Date.UTC(2026, 0, 1);
  const resets = (headers: Record<string, string>) => parseRateLimitReset(new Headers(headers), now);

  it('of Anthropic is lifted at its date, and others of its limits do not count', () => {
    const reset = new Date(now + 20_000).toISOString();
    for (const what of ['requests', 'tokens', 'input-tokens', 'output-tokens']) {
      const of = (remaining: string) => ({
        [`anthropic-ratelimit-${what}-remaining`]: remaining,
        [`anthropic-ratelimit-${what}-reset`]: reset,
      });
      assert.equal(resets(of('0')), 20_000, what);
      assert.equal(resets(of('1')), undefined, what);
      assert.equal(resets(of('')), undefined, what);
    }
  });

  it('of others is lifted after a time', () => {
    const of = (remaining: string) => ({ 'x-ratelimit-remaining-tokens': remaining, 'x-ratelimit-reset-tokens': '6s' });
    assert.deepEqual([resets(of('0')), resets(of('3'))], [6_000, undefined]);
  });
});

describe('a wait that a server names in words only', () => {
  for (const [message, ms] of [
    ['Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 2.5s. Visit …', 2_500],
    ['Rate limit reached for requests. Please try again in 20ms.', 20],
    ['Limit 100000, Used 99000. Please try again in 7m12.5s. Need more tokens?', 432_500],
    ['Limit reached. Please try again in 1h0m3s', 3_603_000],
    ['Requests to this operation have exceeded the rate limit. Please retry after 21 seconds.', 21_000],
    ['Your account reached max request, please try again after 1 seconds', 1_000],
    ['Quota exceeded for metric. Please retry in 34.5s.', 34_500],
    ['Please try again later', undefined],
    ['Please try again in a minute', undefined],
    ['Please try again in 5 minutes', 300_000],
    ['Please try again in 250 ms', 250],
    ['Please retry after 250 milliseconds', 250],
  ] as const)
    it(`reads ${ms} ms in: ${message}`, () => assert.equal(waitInWords(message), ms));
});
