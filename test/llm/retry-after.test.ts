// When a limit of a model server is lifted, by its headers.
import assert from 'node:assert/strict';
import { parseRateLimitReset } from '../../src/llm/retry-after.ts';

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
