// When a server wants to be asked again, by its headers (SPEC 10.3, 10.7). Pure.

/** Anything with headers to look up. */
export interface HeaderSource {
  get(name: string): string | null;
}

/** No server means to be left alone for longer; what says so is mistaken, and no clock here counts that far. */
export const LONGEST_RETRY_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** Brings a wait in milliseconds into 0..30 days. */
export function withinRetryLimits(ms: number): number {
  return Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, ms));
}

/**
 * Reads `retry-after-ms`, or `Retry-After` as seconds or HTTP date, into milliseconds from `now`; never negative, and
 * at most 30 days.
 */
export function parseRetryAfter(headers: HeaderSource, now: number): number | undefined {
  const exact = numberOf(headers.get('retry-after-ms'));
  if (exact !== undefined) return withinRetryLimits(exact);
  const value = headers.get('retry-after');
  const seconds = numberOf(value);
  if (seconds !== undefined) return withinRetryLimits(seconds * 1000);
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : withinRetryLimits(date - now);
}

/**
 * When the limit that is used up is lifted, in milliseconds from `now`: `x-ratelimit-reset` (OpenRouter), or those of
 * requests and tokens (OpenAI, Groq, Anthropic) whose `remaining` is 0.
 */
export function parseRateLimitReset(headers: HeaderSource, now: number): number | undefined {
  const waits = [
    resetMs(headers.get('x-ratelimit-reset'), now),
    ...['requests', 'tokens'].map(what =>
      headers.get(`x-ratelimit-remaining-${what}`) === '0'
        ? resetMs(headers.get(`x-ratelimit-reset-${what}`), now)
        : undefined,
    ),
    ...['requests', 'tokens', 'input-tokens', 'output-tokens'].map(what =>
      headers.get(`anthropic-ratelimit-${what}-remaining`) === '0'
        ? resetMs(headers.get(`anthropic-ratelimit-${what}-reset`), now)
        : undefined,
    ),
  ].filter(wait => wait !== undefined);
  return waits.length > 0 ? withinRetryLimits(Math.max(...waits)) : undefined;
}

/**
 * The wait that the message of an error names, in milliseconds; some servers, and errors within a stream, have no
 * header for it.
 */
export function waitInWords(message: string): number | undefined {
  const [, duration, amount, unit = 's'] =
    /(?:try again|retry) (?:in|after) (?:((?:[\d.]+(?:ms|[dhms]))+)\b|([\d.]+) ?(ms|milli|[dhms])\w*)/i.exec(message) ??
    [];
  if (duration !== undefined) return resetMs(duration, 0);
  const number = numberOf(amount ?? null);
  return number === undefined ? undefined : number * (unitMs[unit.toLowerCase()] ?? 0);
}

/** Seconds, a time as number of seconds or milliseconds, a date, or a duration such as `1m30.5s` or `20ms`. */
function resetMs(value: string | null, now: number): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) {
    if (number > 1e12) return number - now;
    return number > 1e9 ? number * 1000 - now : number * 1000;
  }
  const parts = [...(value ?? '').matchAll(/([\d.]+)(ms|[dhms])/g)];
  if (parts.length > 0 && parts.map(([whole]) => whole).join('') === value) {
    return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
  }
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : date - now;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, milli: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function numberOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
