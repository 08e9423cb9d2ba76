// Turns the chunks of a Chat Completions stream into LlmEvents (SPEC 8.1, 10.3). Reads them as unknown values, because
// servers differ; never throws. Thinking of a delta comes before its saying; tool calls come whole, after all segments.
import type { Usage } from '../core/chat.ts';
import { isLikelySecret, withoutSecrets } from '../core/secrets.ts';
import { cutFailure, type FailureContext, failureInStream } from './failure.ts';
import type { FinishReason, LlmEvent, LlmFailure, StreamSegment } from './provider.ts';
import { tooLarge } from './reply-limits.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { createThinkSplitter } from './think-tags.ts';
import { type CallIds, createToolCallGatherer } from './tool-call-gatherer.ts';

/** Reads one stream. Both functions append to the list they were made with; after `end` or `fail` there is no more. */
export interface ChunkReader {
  read(chunk: unknown): void;
  /** The stream is over: whole tool calls and `finished`, or `failed` when the model had not finished. */
  end(): void;
  /** Reading broke: what was said stays, and `failed` follows, unless the model had finished before. */
  fail(failure: LlmFailure): void;
  hasFinished(): boolean;
}

/** What a reader needs to know besides the chunks. */
export interface ChunkReaderOptions extends CallIds {
  readonly failures: FailureContext;
}

/** Makes a reader that appends its events to `out`. */
export function createChunkReader(out: LlmEvent[], options: ChunkReaderOptions): ChunkReader {
  const secrets = options.failures.secrets.filter(isLikelySecret);
  const toolCalls = createToolCallGatherer(options);
  const segments = createSegmentWriter(out, secrets);
  let source = '';
  let model: string | undefined;
  let usage: Usage | undefined;
  let reason: FinishReason | undefined;
  let failure: LlmFailure | undefined;
  let hasRefused = false;
  let isOver = false;

  const content = createThinkSplitter((segment, text) => segments.write(segment, text, source));

  function readDelta(delta: Wire): void {
    const thought = firstText(delta.reasoning_content, delta.reasoning);
    if (thought !== '') {
      content.flush();
      source = 'delta.reasoning';
      segments.write('thinking', thought, source);
    }
    const { content: said, refusal, tool_calls: fragments } = delta;
    for (const { segment, text } of contentParts(said)) {
      source = 'delta.content';
      if (segment === 'saying') content.push(text);
      else {
        content.flush();
        segments.write('thinking', text, source);
      }
    }
    if (typeof refusal === 'string' && refusal !== '') {
      content.flush();
      source = 'delta.refusal';
      hasRefused = true;
      segments.write('saying', refusal, source);
    }
    if (fragments) toolCalls.add(fragments);
  }

  function readFinish(choice: Wire): void {
    const { finish_reason: word, error } = choice;
    if (typeof word !== 'string' || word === '') return;
    if (word === 'error') failure = failureInStream(error ?? 'the server ended with an error', options.failures);
    else reason = finishReasonOf(word);
  }

  function close(): void {
    content.flush();
    segments.close(source);
  }

  function finish(seen: FinishReason): void {
    const calls = toolCalls.calls();
    for (const call of calls) out.push({ kind: 'toolCall', ...call, args: withoutSecrets(call.args, secrets) });
    const called = seen === 'stop' && calls.length > 0 ? 'tool-calls' : seen;
    const final = hasRefused ? 'refusal' : called;
    out.push({ kind: 'finished', reason: final, ...(model && { model }), ...(usage && { usage }) });
  }

  function fail(cause: LlmFailure): void {
    if (isOver) return;
    close();
    if (reason === undefined) out.push({ kind: 'failed', failure: failure ?? cause });
    else finish(reason);
  }

  /** Does not wait for the server to end. */
  function giveUpCalls(): void {
    close();
    isOver = true;
    out.push({ kind: 'failed', failure: tooLarge('the tool calls are more, or larger, than a reply may hold') });
  }

  return {
    read(chunk) {
      if (isOver || !isWire(chunk)) return;
      if (model === undefined && typeof chunk.model === 'string' && chunk.model !== '')
        model = withoutSecrets(chunk.model, secrets);
      const choices = chunk.choices;
      const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
      if (isWire(choice)) {
        const delta = choice.delta ?? choice.message;
        if (isWire(delta)) readDelta(delta);
        if (choice.finish_reason) readFinish(choice);
      }
      usage = usageIn(chunk, choice) ?? usage;
      if (toolCalls.isTooLarge()) giveUpCalls();
    },
    end: () => fail(cutFailure('the stream ended before the model had finished', options.failures)),
    fail,
    hasFinished: () => reason !== undefined,
  };
}

type Wire = Readonly<Record<string, unknown>>;

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null;
}

interface ContentPart {
  readonly segment: StreamSegment;
  readonly text: string;
}

/** Content is a text, or with some servers a list of parts, which are texts or thinking made of texts. */
function contentParts(content: unknown, segment: StreamSegment = 'saying'): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ segment, text: content }];
  if (Array.isArray(content)) return content.flatMap(part => contentParts(part, segment));
  if (!isWire(content)) return [];
  return content.type === 'thinking' ? contentParts(content.thinking, 'thinking') : contentParts(content.text, segment);
}

/** Some servers send the same reasoning under both names: only one of them counts. */
function firstText(first: unknown, second: unknown): string {
  if (typeof first === 'string' && first !== '') return first;
  return typeof second === 'string' ? second : '';
}

/** Usage stands in the chunk, in its choice, or in a maker's own field; a later one replaces an earlier one. */
function usageIn(chunk: Wire, choice: unknown): Usage | undefined {
  const own = chunk.x_groq;
  const found = chunk.usage ?? (isWire(choice) ? choice.usage : undefined) ?? (isWire(own) ? own.usage : undefined);
  return isWire(found) ? readUsage(found) : undefined;
}

function readUsage(wire: Wire): Usage | undefined {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens, prompt_tokens_details: details } = wire;
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return undefined;
  const cached = isWire(details) ? details.cached_tokens : wire.prompt_cache_hit_tokens;
  return { promptTokens, completionTokens, ...(typeof cached === 'number' && { cachedTokens: cached }) };
}

function finishReasonOf(word: string): FinishReason {
  switch (word) {
    case 'stop':
    case 'eos':
    case 'end_turn':
      return 'stop';
    case 'tool_calls':
    case 'function_call':
      return 'tool-calls';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    case 'refusal':
      return 'refusal';
    default:
      return 'unknown';
  }
}
