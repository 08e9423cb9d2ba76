// Reads the errors of servers (SPEC 10.7) in all known shapes: the message, the codes, and the retry delay. Works on
// unknown values, never throws.
import { type Fields, fieldsIn, hasFields, listIn } from '../reply/wire-values.ts';

/** The error object in a value that came with status 200, as chunk or document; undefined when it is none. */
export function errorIn(value: unknown): unknown {
  const [first] = Array.isArray(value) ? value : [];
  const { error, object, base_resp: base, choices, ...rest } = fieldsIn(first ?? value);
  if (error) return hasFields(error) || !isSaid(rest) ? error : { ...rest, error };
  if (object === 'error') return rest;
  const { status_code: status, status_msg: message } = fieldsIn(base);
  if (typeof status === 'number' && status !== 0) return { message, code: status };
  const isBare = choices === undefined && object === undefined;
  return isBare && isSaid(rest) ? rest : undefined;
}

/** True for fields that say what is wrong; an `error` beside them is a word for its kind, or `true`. */
function isSaid({ message, msg, detail, errors }: Fields): boolean {
  return isText(message) || isText(msg) || Boolean(detail) || listIn(errors).length > 0;
}

/**
 * The server's message; for a router's error, the message of the server behind it; undefined for a body that says
 * nothing.
 */
export function textOfError(body: unknown): string | undefined {
  if (typeof body === 'string') return body || undefined;
  if (Array.isArray(body)) return listText(body);
  if (!hasFields(body)) return undefined;
  const { message, msg, detail, error, errors, metadata, param } = body;
  const behind = textBehind(metadata) ?? placeOfTool(param, message);
  for (const candidate of [message, msg, detail, error, errors]) {
    if (isText(candidate)) return behind === undefined ? candidate : `${candidate}: ${behind}`;
    if (hasFields(candidate)) return textOfError(candidate) ?? asJson(candidate);
  }
  return behind ?? asJson(body);
}

/** OpenAI names the place of a tool that it refuses beside its words. */
function placeOfTool(param: unknown, message: unknown): string | undefined {
  return isText(param) && /^tools\W/.test(param) && !String(message).includes(param) ? param : undefined;
}

function asJson(body: object): string | undefined {
  return Object.keys(body).length > 0 ? JSON.stringify(body) : undefined;
}

/** `[{error}]`, or the list of fields that a server refuses. */
function listText(list: readonly unknown[]): string | undefined {
  const texts = list.flatMap(each => {
    const { loc } = fieldsIn(each);
    const place = Array.isArray(loc) ? ` (${loc.join('.')})` : '';
    const text = textOfError(each);
    return text === undefined ? [] : `${text}${place}`;
  });
  return texts.length > 0 ? texts.join('; ') : undefined;
}

/** OpenRouter keeps the provider's own answer, as text that is JSON mostly, and why an input was flagged. */
function textBehind(metadata: unknown): string | undefined {
  const { raw, reasons, provider_name: provider } = fieldsIn(metadata);
  const said = typeof raw === 'string' ? textOfError(jsonOf(raw)) : textOfError(raw);
  if (said !== undefined) return isText(provider) ? `${provider}: ${said}` : said;
  return Array.isArray(reasons) && reasons.length > 0 ? reasons.join(', ') : undefined;
}

function jsonOf(text: string): unknown {
  try {
    const { error, ...rest } = fieldsIn(JSON.parse(text));
    return error ?? (Object.keys(rest).length > 0 ? rest : text);
  } catch {
    return text;
  }
}

/** The words and numbers by which a server names the kind of its error, those of its details too. */
export function codesOf(body: unknown): string[] {
  const { code, type, status, statusCode, reason, error, details } = fieldsIn(body);
  const inner = Array.isArray(details) ? details.flatMap(codesOfDetail) : [];
  return [...[code, type, status, statusCode, reason, error].filter(isCode).map(String), ...inner];
}

function codesOfDetail(detail: unknown): string[] {
  const { reason, violations } = fieldsIn(detail);
  const quotas = listIn(violations).map(({ quotaId }) => quotaId);
  return [reason, ...quotas].filter(isCode).map(String);
}

/** The wait that the error itself asks for, in milliseconds: Google's `RetryInfo`. */
export function retryDelayIn(body: unknown): number | undefined {
  const { details, retry_after: seconds } = fieldsIn(body);
  if (typeof seconds === 'number') return seconds * 1_000;
  if (!Array.isArray(details)) return undefined;
  for (const detail of details) {
    const wait = /^([\d.]+)s$/.exec(String(fieldsIn(detail).retryDelay))?.[1];
    if (wait !== undefined && Number.isFinite(Number(wait))) return Number(wait) * 1_000;
  }
  return undefined;
}

/** Headers that a router passes on inside its error. */
export function headersIn(body: unknown): Headers | undefined {
  const entries = Object.entries(fieldsIn(fieldsIn(fieldsIn(body).metadata).headers)).filter(
    (entry): entry is [string, string] =>
      isText(entry[1]) && /^[\w-]+$/.test(entry[0]) && /^[\x20-\x7e]+$/.test(entry[1]),
  );
  return entries.length > 0 ? new Headers(entries) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isCode(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
