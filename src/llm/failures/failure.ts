// Turns what went wrong outside (HTTP status, error body, network) into one coded LlmFailure (SPEC 10.3).
// Works on unknown values, never throws, and lets no key through.
import { redact } from '../../core/text/secrets.ts';
import type { LlmFailure, LlmFailureCode } from '../provider.ts';
import { TooLarge, tooLarge } from '../reply/reply-limits.ts';
import { fieldsIn } from '../reply/wire-values.ts';
import { codesOf, errorIn, headersIn, retryDelayIn, textOfError } from './error-shapes.ts';
import { codeOfMessage, codeOfStatus, codeOfWord, isAddressUnknown } from './failure-class.ts';
import {
  type HeaderSource,
  parseRateLimitReset,
  parseRetryAfter,
  waitInWords,
  withinRetryLimits,
} from './retry-after.ts';

/**
 * The context of a classification besides the error: the keys to hide, and the current time for `Retry-After` dates
 * (ms).
 */
export interface FailureContext {
  readonly secrets: readonly string[];
  readonly now: () => number;
}

/** A refused HTTP request; `codes` are the words the body uses for the kind of error (its `code` and `type`). */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  readonly codes?: readonly string[];
  readonly headers?: HeaderSource;
  /** The retry delay in the body itself, in milliseconds. */
  readonly waitMs?: number;
}

/**
 * An answer with a status of refusal, as it came; thrown where the request is made. The message stays bare: it is not
 * for people.
 */
export class HttpRefused extends Error {
  readonly status: number;
  readonly headers: HeaderSource;
  readonly body: string;
  constructor(status: number, headers: HeaderSource, body: string) {
    super('refused');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Status 200 with something that no model wrote; thrown where the answer is read. */
export class PageSent extends Error {
  readonly page: string;
  constructor(page: string) {
    super('a page');
    this.page = page;
  }
}

/** Recognized by shape: a provider in a bundle of its own has a class of its own. */
export function isPageSent(error: unknown): error is PageSent {
  return typeof fieldsIn(error).page === 'string';
}

/**
 * Classifies a refused HTTP request: 401 and 403 auth; 407 of a proxy unreachable; 402 and spent money; 408, 409, 429,
 * 5xx retryable; else bad-request.
 */
export function failureFromStatus(refusal: HttpRefusal, context: FailureContext): LlmFailure {
  const code = codeOfStatus(refusal);
  const retryAfterMs = waitOf(refusal, code, context.now());
  return {
    code,
    message: tidy(refusal.message || `HTTP ${refusal.status}`, context.secrets),
    status: refusal.status,
    retryable: code === 'rate-limited' || code === 'server-error',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Classifies any error of a request or its stream: of the `openai` package, of `fetch`, or of a socket. Recognized by
 * shape, not by class, so that it works on bundled and foreign errors alike.
 */
export function failureFromError(error: unknown, context: FailureContext): LlmFailure {
  const refused = refusalIn(error);
  if (refused) return failureFromRefusal(refused, context);
  if (isPageSent(error)) return pageFailure(error, context);
  const { status, error: body, headers } = fieldsIn(error);
  if (typeof status === 'number') {
    const known = hasGet(headers) ? { headers } : {};
    return failureFromStatus(
      { status, message: textOfError(body) ?? withoutStatus(messageOf(error), status), codes: codesOf(body), ...known },
      context,
    );
  }
  if (body !== undefined && body !== null) return failureInStream(body, context);
  return networkFailure(error, context);
}

/**
 * Classifies an error object that came inside a stream whose status was 200; without better knowledge `server-error`.
 */
export function failureInStream(body: unknown, context: FailureContext): LlmFailure {
  const message = textOfError(body) ?? 'the server reported an error without a message';
  const codes = codesOf(body);
  const status = codes.map(Number).find(code => code >= 400 && code <= 599);
  if (status !== undefined) return failureFromStatus({ status, message, codes, ...waitIn(body, context) }, context);
  const known = codes.map(codeOfWord).find(found => found !== undefined);
  const code = codeOfMessage(message) ?? known ?? (isAddressUnknown(message) ? 'bad-request' : 'server-error');
  const retryable = code === 'rate-limited' || code === 'server-error';
  const wait = waitIn(body, context).waitMs ?? waitSaid(code, message);
  return {
    code,
    message: tidy(message, context.secrets),
    retryable,
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

/** The address is mostly that of a web page. */
function pageFailure({ page }: PageSent, context: FailureContext): LlmFailure {
  const title = /<title[^>]*>([^<]*)</i.exec(page)?.[1]?.trim() || page;
  return lastingFailure('bad-request', `the server sent a page instead of an answer: ${title}`, context);
}

/** A refusal in an answer with status 200: the same request cannot succeed. */
export function lastingFailure(code: LlmFailureCode, message: string, context: FailureContext): LlmFailure {
  return { code, message: tidy(message, context.secrets), retryable: false };
}

function failureFromRefusal({ status, headers, body }: HttpRefused, context: FailureContext): LlmFailure {
  const value = jsonOf(body);
  const error = errorIn(value) ?? value;
  const message = beforeServer(status, headers) ?? textOfError(error) ?? '';
  return failureFromStatus({ status, message, codes: codesOf(error), headers, ...waitIn(error, context) }, context);
}

/**
 * What stands between here and the server: a proxy, or a redirect that was not followed, without what may be secret in
 * its address.
 */
function beforeServer(status: number, headers: HeaderSource): string | undefined {
  if (status === 407) return 'the proxy wants a user name and a password (HTTP 407): write them into its address';
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  if (location === null) return undefined;
  const url = URL.parse(location);
  const target = url ? url.origin + url.pathname : location.split(/[?#]/, 1)[0];
  return `the server redirects to ${target}: if you trust that address, set it as the base URL`;
}

/** The packages wrap what `fetch` throws. Recognized by shape, like a page. */
function refusalIn(error: unknown): HttpRefused | undefined {
  let at = error;
  for (let depth = 0; depth < 8 && at !== undefined && at !== null; depth += 1) {
    if (isRefused(at)) return at;
    at = fieldsIn(at).cause;
  }
  return undefined;
}

function isRefused(error: unknown): error is HttpRefused {
  const { status, headers, body } = fieldsIn(error);
  return typeof status === 'number' && typeof body === 'string' && hasGet(headers);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function waitOf({ status, message, headers, waitMs }: HttpRefusal, code: LlmFailureCode, now: number) {
  const asked = (headers && parseRetryAfter(headers, now)) ?? waitMs ?? waitSaid(code, message);
  return asked ?? (headers && status === 429 ? parseRateLimitReset(headers, now) : undefined);
}

function waitSaid(code: LlmFailureCode, message: string): number | undefined {
  const waitMs = code === 'rate-limited' ? waitInWords(message) : undefined;
  return waitMs === undefined ? undefined : withinRetryLimits(waitMs);
}

function waitIn(body: unknown, { now }: FailureContext): { readonly waitMs?: number } {
  const passedOn = headersIn(body);
  const waitMs =
    retryDelayIn(body) ?? (passedOn && (parseRetryAfter(passedOn, now()) ?? parseRateLimitReset(passedOn, now())));
  return waitMs === undefined ? {} : { waitMs: withinRetryLimits(waitMs) };
}

/** The stream ended before the model had finished: the same request may succeed. */
export function cutFailure(message: string, context: FailureContext): LlmFailure {
  return { code: 'unreachable', message: tidy(message, context.secrets), retryable: true };
}

/** Faults of the address, the certificate, the proxy or the server's encoding: asking again cannot mend them. */
const LASTING =
  /^(ERR_INVALID_URL|ERR_PROXY|ERR_CONTENT_ENCODING|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY))/;

/** Said of a header by `Headers`. */
const UNSENDABLE = /ByteString|invalid header/i;

/** Said when plain HTTP answers to a TLS handshake. */
const WITHOUT_TLS = /wrong version number|packet length too long/i;

/** Said of an answer whose connection was cut, as if somebody had wanted that. */
const BROKEN = /^(aborted|terminated)$/;

/** Codes of `node:zlib`. */
const NOT_DECODED = /^(Z_|ERR__ERROR_)/;

function networkFailure(error: unknown, context: FailureContext): LlmFailure {
  const cause = deepestCause(error);
  if (cause instanceof TooLarge) return tooLarge(cause.message);
  const { code } = fieldsIn(cause);
  const word = typeof code === 'string' ? code : '';
  const message = messageOf(cause) || word || 'the connection failed';
  if (UNSENDABLE.test(message)) {
    const why = `the key, or another header, has a character that cannot be sent: ${message}`;
    return { code: 'not-configured', message: tidy(why, context.secrets), retryable: false };
  }
  if (word === 'ERR_INVALID_URL' || /invalid url|includes credentials/i.test(message)) {
    return { code: 'not-configured', message: tidy(message, context.secrets), retryable: false };
  }
  if (WITHOUT_TLS.test(message)) {
    const why = 'no TLS is spoken there: begin the address of the server, or of a proxy, with http://';
    return { ...cutFailure(why, context), retryable: false };
  }
  return { ...cutFailure(reasonOf(message, word), context), retryable: !LASTING.test(word) };
}

function reasonOf(message: string, word: string): string {
  if (NOT_DECODED.test(word)) return `the server's answer could not be decompressed: ${message}`;
  return BROKEN.test(message) ? 'the connection broke' : message;
}

/** `fetch failed` says nothing: the reason is in the chain of causes, or the first of several tried addresses. */
function deepestCause(error: unknown): unknown {
  let at = error;
  for (let depth = 0; depth < 8; depth += 1) {
    const { cause, errors } = fieldsIn(at);
    const next = Array.isArray(errors) && errors.length > 0 ? errors[0] : cause;
    if (next === undefined || next === null) return at;
    at = next;
  }
  return at;
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message } = fieldsIn(error);
  return typeof message === 'string' ? message : '';
}

/** What the `openai` package says of a body without content. */
const NO_BODY = /^(status code \(no body\)|\{\}|\[\])$/;

function withoutStatus(message: string, status: number): string {
  const text = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  return NO_BODY.test(text) ? `HTTP ${status}` : text;
}

function hasGet(headers: unknown): headers is { get(name: string): string | null } {
  return typeof fieldsIn(headers).get === 'function';
}

const LONGEST_MESSAGE = 500;

/** One line without tags (proxies answer in HTML) and keys, of a length that a person reads. */
function tidy(message: string, secrets: readonly string[]): string {
  const bare = /^\s*</.test(message) ? message.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ') : message;
  const line = redact(bare, secrets).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)} …` : line;
}
