// Turns what went wrong outside (HTTP status, error body, network) into one coded LlmFailure (SPEC 10.3).
// Works on unknown values, never throws, and lets no key through.
import { redact } from '../core/secrets.ts';
import type { LlmFailure, LlmFailureCode } from './provider.ts';
import { TooLarge, tooLarge } from './reply-limits.ts';

/** What classification needs besides the error: the keys to hide, and the present time for `Retry-After` dates (ms). */
export interface FailureContext {
  readonly secrets: readonly string[];
  readonly now: () => number;
}

/** A refused HTTP request; `codes` are the words the body uses for the kind of error (its `code` and `type`). */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly codes?: readonly string[];
  readonly headers?: { get(name: string): string | null };
}

/** Classifies a refused HTTP request: 401, 403 auth; 402 and spent quota; 408, 409, 429, 5xx retryable; else bad-request. */
export function failureFromStatus(refusal: HttpRefusal, context: FailureContext): LlmFailure {
  const code = codeOfStatus(refusal.status, refusal.codes ?? []);
  const retryAfterMs = refusal.headers && parseRetryAfter(refusal.headers, context.now());
  return {
    code,
    message: tidy(refusal.message || `HTTP ${refusal.status}`, context.secrets),
    status: refusal.status,
    retryable: code === 'rate-limited' || code === 'server-error',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Classifies anything thrown while a request was made or its stream was read: an error of the `openai` package, of
 * `fetch`, or of a socket. Known by shape, not by class, so that it works on bundled and foreign errors alike.
 */
export function failureFromError(error: unknown, context: FailureContext): LlmFailure {
  const { status, error: body, headers } = fieldsOf(error);
  if (typeof status === 'number') {
    const known = hasGet(headers) ? { headers } : {};
    return failureFromStatus(
      { status, message: textOf(body) ?? withoutStatus(messageOf(error), status), codes: codesOf(body), ...known },
      context,
    );
  }
  if (body !== undefined && body !== null) return failureInStream(body, context);
  return networkFailure(error, context);
}

/** Classifies an error object that came inside a stream whose status was 200; without better knowledge `server-error`. */
export function failureInStream(body: unknown, context: FailureContext): LlmFailure {
  const message = textOf(body) ?? 'the server reported an error without a message';
  const codes = codesOf(body);
  const status = codes.map(Number).find(code => code >= 400 && code <= 599);
  if (status !== undefined) return failureFromStatus({ status, message, codes }, context);
  const code = codes.map(codeOfWord).find(found => found !== undefined) ?? 'server-error';
  const retryable = code === 'rate-limited' || code === 'server-error';
  return { code, message: tidy(message, context.secrets), retryable };
}

/** The stream ended before the model had finished: the same request may succeed. */
export function cutFailure(message: string, context: FailureContext): LlmFailure {
  return { code: 'unreachable', message: tidy(message, context.secrets), retryable: true };
}

/** No server means to be left alone for longer; what says so is mistaken, and no clock here counts that far. */
export const LONGEST_RETRY_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Reads `retry-after-ms`, or `Retry-After` as seconds or HTTP date, into milliseconds from `now`; never negative, and at
 * most 30 days.
 */
export function parseRetryAfter(headers: { get(name: string): string | null }, now: number): number | undefined {
  const within = (ms: number) => Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, ms));
  const exact = numberOf(headers.get('retry-after-ms'));
  if (exact !== undefined) return within(exact);
  const value = headers.get('retry-after');
  const seconds = numberOf(value);
  if (seconds !== undefined) return within(seconds * 1000);
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? undefined : within(date - now);
}

function codeOfStatus(status: number, codes: readonly string[]): LlmFailureCode {
  if (status === 402 || codes.some(code => codeOfWord(code) === 'quota')) return 'quota';
  if (status === 401 || status === 403) return 'auth';
  if (status === 408 || status === 409 || status === 429) return 'rate-limited';
  return status >= 500 ? 'server-error' : 'bad-request';
}

const codesByWord: Readonly<Record<string, LlmFailureCode>> = {
  insufficient_quota: 'quota',
  insufficient_user_quota: 'quota',
  insufficient_balance: 'quota',
  insufficient_credits: 'quota',
  exceeded_current_quota_error: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  rate_limit_exceeded: 'rate-limited',
  rate_limit_error: 'rate-limited',
  authentication_error: 'auth',
  invalid_api_key: 'auth',
  permission_error: 'auth',
  invalid_request_error: 'bad-request',
  context_length_exceeded: 'bad-request',
  model_not_found: 'bad-request',
};

function codeOfWord(word: string): LlmFailureCode | undefined {
  return Object.hasOwn(codesByWord, word) ? codesByWord[word] : undefined;
}

/** Faults of the address or the certificate: asking again cannot mend them. */
const LASTING = /^(ERR_INVALID_URL|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY))/;

function networkFailure(error: unknown, context: FailureContext): LlmFailure {
  const cause = deepestCause(error);
  if (cause instanceof TooLarge) return tooLarge(cause.message);
  const { code } = fieldsOf(cause);
  const word = typeof code === 'string' ? code : '';
  const message = messageOf(cause) || word || 'the connection failed';
  if (word === 'ERR_INVALID_URL' || /invalid (url|header)|includes credentials/i.test(message)) {
    return { code: 'not-configured', message: tidy(message, context.secrets), retryable: false };
  }
  return { ...cutFailure(message, context), retryable: !LASTING.test(word) };
}

/** `fetch failed` says nothing: the reason is in the chain of causes, or the first of several tried addresses. */
function deepestCause(error: unknown): unknown {
  let at = error;
  for (let depth = 0; depth < 8; depth += 1) {
    const { cause, errors } = fieldsOf(at);
    const next = Array.isArray(errors) && errors.length > 0 ? errors[0] : cause;
    if (next === undefined || next === null) return at;
    at = next;
  }
  return at;
}

function codesOf(body: unknown): string[] {
  const { code, type, status } = fieldsOf(body);
  return [code, type, status].filter(word => typeof word === 'string' || typeof word === 'number').map(String);
}

function textOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body || undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, detail, error } = fieldsOf(body);
  for (const candidate of [message, detail, error]) {
    if (typeof candidate === 'string' && candidate !== '') return candidate;
    if (typeof candidate === 'object' && candidate !== null) return textOf(candidate) ?? JSON.stringify(candidate);
  }
  return JSON.stringify(body);
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message } = fieldsOf(error);
  return typeof message === 'string' ? message : '';
}

function withoutStatus(message: string, status: number): string {
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return text === 'status code (no body)' ? `HTTP ${status}` : text;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function hasGet(headers: unknown): headers is { get(name: string): string | null } {
  return typeof fieldsOf(headers).get === 'function';
}

function numberOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const LONGEST_MESSAGE = 500;

/** One line without tags (proxies answer in HTML) and keys, of a length that a person reads. */
function tidy(message: string, secrets: readonly string[]): string {
  const bare = /^\s*</.test(message) ? message.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ') : message;
  const line = redact(bare, secrets).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)} …` : line;
}
