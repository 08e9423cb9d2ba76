// Turns the chunks of a generateContent stream into LlmEvents. Reads them as unknown values; never throws.
import type { Usage } from '../../core/base/chat.ts';
import { cutFailure, lastingFailure } from '../failures/failure.ts';
import type { ReplyReader } from '../http/stream-reply.ts';
import type { FinishReason, LlmEvent } from '../provider.ts';
import { createReplyWriter, type ReplyWriterOptions } from '../reply/reply-writer.ts';
import { type Fields, fieldsIn, listIn, wireNumberIn, wireTextIn } from '../reply/wire-values.ts';

/** Makes a reader of one reply. */
export function createGeminiReader(out: LlmEvent[], options: ReplyWriterOptions): ReplyReader {
  const writer = createReplyWriter(out, options);

  function readPart(value: unknown): boolean {
    const { text, thought, functionCall, thoughtSignature: signature } = fieldsIn(value);
    if (functionCall) {
      const { id, name, args } = fieldsIn(functionCall);
      const call = { id: wireTextIn(id), name: wireTextIn(name), args: JSON.stringify(args ?? {}) };
      writer.call({ ...call, ...(typeof signature === 'string' && { extra: signature }) });
      return true;
    }
    if (typeof text === 'string') writer.write(thought === true ? 'thinking' : 'saying', text, 'part.text');
    // A signature may come alone, after the text that it belongs to.
    if (typeof signature === 'string' && thought !== true) writer.own({ text: '', thoughtSignature: signature });
    return typeof text === 'string' && text !== '';
  }

  function readFinish(word: unknown, message: unknown): void {
    if (typeof word !== 'string' || ['', 'FINISH_REASON_UNSPECIFIED', CONTINUATION].includes(word)) return;
    if (isBrokenOff(word)) {
      writer.failure = cutFailure(`the server broke the answer off (${word})${said(message)}`, options.failures);
    } else writer.reason = reasonOf(word);
  }

  /** The server refuses the prompt and writes no answer. */
  function readBlock({ blockReason: word, blockReasonMessage: message }: Fields): void {
    if (typeof word !== 'string' || word === '' || word === 'BLOCKED_REASON_UNSPECIFIED') return;
    const why = `the server blocked the prompt (${word})${said(message)}`;
    writer.failure = lastingFailure('blocked', why, options.failures);
  }

  return {
    read(value) {
      const { modelVersion, usageMetadata, promptFeedback } = fieldsIn(value);
      if (typeof modelVersion === 'string' && modelVersion !== '') writer.model = modelVersion;
      writer.usage = usageOf(usageMetadata) ?? writer.usage;
      readBlock(fieldsIn(promptFeedback));
      const { content, finishReason, finishMessage } = candidateIn(value);
      const { parts } = fieldsIn(content);
      const isNews = (Array.isArray(parts) ? parts : []).map(readPart).some(Boolean);
      readFinish(finishReason, finishMessage);
      return isNews;
    },
    done: writer.done,
    end: writer.end,
    fail: writer.fail,
    hasFinished: () => writer.reason !== undefined,
    hasFailed: () => writer.failure !== undefined,
    usage: () => writer.usage,
  };
}

/** The finish reason of a part of an answer: the next request has to ask for the rest. */
const CONTINUATION = 'CONTINUATION';

/** The token with which the rest of an answer is asked for; undefined when there is none. */
export function continuationIn(value: unknown): string | undefined {
  const { finishReason, continuationToken: token } = candidateIn(value);
  return finishReason === CONTINUATION && typeof token === 'string' && token !== '' ? token : undefined;
}

/** Only the first candidate counts. */
function candidateIn(value: unknown): Fields {
  const [first = {}] = listIn(fieldsIn(value).candidates);
  return first;
}

/** What the server says about its word, if anything. */
function said(message: unknown): string {
  return typeof message === 'string' && message !== '' ? `: ${message}` : '';
}

function usageOf(value: unknown): Usage | undefined {
  const {
    promptTokenCount: prompt,
    candidatesTokenCount: said,
    thoughtsTokenCount: thought,
    cachedContentTokenCount: cached,
  } = fieldsIn(value);
  if (typeof prompt !== 'number') return undefined;
  const completionTokens = wireNumberIn(said) + wireNumberIn(thought);
  return { promptTokens: prompt, completionTokens, ...(typeof cached === 'number' && { cachedTokens: cached }) };
}

/** The model wrote a call that is none, or the server failed: the same request may succeed. */
function isBrokenOff(word: string): boolean {
  return [
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'MALFORMED_RESPONSE',
    'MISSING_THOUGHT_SIGNATURE',
  ].includes(word);
}

function reasonOf(word: string): FinishReason {
  switch (word) {
    case 'STOP':
      return 'stop';
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
      return 'content-filter';
    default:
      return 'unknown';
  }
}
