// Classifies the editor's errors of language models as one coded LlmFailure (SPEC 10.1). Errors are recognized by
// shape: `code` of the editor's own errors, else the message of the model's extension.
import { redact } from '../../core/text/secrets.ts';
import { failureFromError, failureFromStatus } from '../failures/failure.ts';
import { codeOfMessage } from '../failures/failure-class.ts';
import type { LlmFailure, LlmFailureCode } from '../provider.ts';

const context = { secrets: [], now: Date.now };

/** Classifies an error of the editor or of the extension behind a model. Never throws. */
export function failureFromEditor(error: unknown): LlmFailure {
  const texts = messagesOf(error);
  const message = redact(texts.find(text => text !== '') ?? 'the editor gave no reason', []);
  const code = codeOf(error);
  const lasting = (failure: LlmFailureCode): LlmFailure => ({ code: failure, message, retryable: false });
  const said = codeOfMessage(texts.join('\n'));
  if (said) return lasting(said);
  switch (code) {
    case 'NoPermissions':
      return lasting('consent-needed');
    case 'NotFound':
      return lasting('not-configured');
    case 'Blocked':
      return /rate|too many|slow down/i.test(message)
        ? { code: 'rate-limited', message, retryable: true }
        : lasting('quota');
    default:
      return byMessage(error, texts.join('\n'), message);
  }
}

function byMessage(error: unknown, text: string, message: string): LlmFailure {
  const status = Number(/\b(?:failed|status|http|error|code)\D{0,12}([45]\d\d)\b/i.exec(text)?.[1]);
  if (Number.isInteger(status)) return failureFromStatus({ status, message }, context);
  if (/quota|billing|credits/i.test(text)) return { code: 'quota', message, retryable: false };
  if (/rate.?limit|too many requests/i.test(text)) return { code: 'rate-limited', message, retryable: true };
  if (/too long|context.{0,20}length|token limit|exceeds/i.test(text)) {
    return { code: 'context-full', message, retryable: false };
  }
  if (/\bE[A-Z]{4,}\b|fetch failed|network|socket|offline|timed? ?out/i.test(text)) {
    return { ...failureFromError(error, context), code: 'unreachable', message };
  }
  return { code: 'server-error', message, retryable: true };
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Of the error and what caused it: the editor wraps the error of the model's extension. */
function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 5; depth += 1) {
    if (typeof at === 'string') messages.push(at);
    if (typeof at !== 'object') break;
    if ('message' in at && typeof at.message === 'string') messages.push(at.message);
    at = 'cause' in at ? at.cause : undefined;
  }
  return messages.map(text => text.replace(/\s+/g, ' ').trim().slice(0, 500));
}
