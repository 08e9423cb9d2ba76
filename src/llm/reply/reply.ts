// A reply as a reader makes it, whatever the wire format: its segments, what is known of it, and exactly one end. Never
// throws.
import type { CarriedBack, ChatToolCall, Usage } from '../../core/base/chat.ts';
import { jsonWithoutSecrets } from '../../core/text/json-secrets.ts';
import { filterSecrets, type SecretFilter } from '../../core/text/secret-filter.ts';
import { isLikelySecret, withoutSecrets } from '../../core/text/secrets.ts';
import { cutFailure, type FailureContext } from '../failures/failure.ts';
import type { FinishReason, LlmEvent, LlmFailure, StreamSegment, ToolCallPart } from '../provider.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { plainArgs } from './tool-args.ts';
import { UNNAMED } from './tool-call-gatherer.ts';

/** A reply as it grows. */
export interface ModelReply {
  write(segment: StreamSegment, text: string, source: string): void;
  /** Everything said so far was thinking. */
  wasThinking(source: string): void;
  /** A part of a call's arguments. */
  callPart(part: Omit<ToolCallPart, 'kind'>): void;
  /** A call came: what is said after it stands apart from what was said before. */
  callCame(): void;
  model: string | undefined;
  usage: Usage | undefined;
  /** Set when the model has finished. */
  reason: FinishReason | undefined;
  /** Set when the server says that it broke off; counts more than a reason. */
  failure: LlmFailure | undefined;
  /** The stream is over. */
  end(): void;
  /** The stream broke: a reply whose model had not finished fails by `cause`. */
  fail(cause: LlmFailure): void;
}

/** Tool calls are given out at the end, whole. */
export interface ReplyCalls<Call extends ChatToolCall> {
  all(): readonly Call[];
  /** What the server wants back with the next request. */
  back(calls: readonly Call[]): CarriedBack | undefined;
}

/** Makes a reply that appends its events to `out`, without keys. */
export function createReply<Call extends ChatToolCall>(
  out: LlmEvent[],
  failures: FailureContext,
  calls: ReplyCalls<Call>,
): ModelReply {
  const secrets = failures.secrets.filter(isLikelySecret);
  const segments = createSegmentWriter(out, secrets);
  const filters = new Map<number, SecretFilter>();
  let latest = '';
  let isOver = false;
  /** The end of what was written last, unless it was thinking. */
  let saidEnd = '';
  let isApart = false;
  const reply: ModelReply = {
    model: undefined,
    usage: undefined,
    reason: undefined,
    failure: undefined,
    write(segment, text, source) {
      if (text === '') return;
      latest = source;
      const runsOn = isApart && segment === 'saying' && !['', '\n'].includes(saidEnd) && !/^\r?\n/.test(text);
      segments.write(segment, runsOn ? `\n\n${text}` : text, source);
      saidEnd = segment === 'saying' ? text.slice(-1) : '';
      isApart = false;
    },
    wasThinking: segments.wasThinking,
    callPart({ index, name = '', args }) {
      const filter = filters.get(index) ?? filterSecrets(secrets);
      filters.set(index, filter);
      const shown = withoutSecrets(name, secrets) === name ? name : UNNAMED;
      out.push({ kind: 'toolCallPart', index, ...(shown !== '' && { name: shown }), args: filter.pass(args) });
    },
    callCame() {
      isApart = true;
    },
    end: () => reply.fail(cutFailure('the stream ended before the model had finished', failures)),
    fail(cause) {
      if (isOver) return;
      isOver = true;
      segments.close(latest);
      const { reason, failure } = reply;
      if (reason === undefined || failure) out.push({ kind: 'failed', failure: failure ?? cause });
      else finish(reason);
    },
  };

  function finish(reason: FinishReason): void {
    const all = calls.all();
    for (const call of all) out.push(toolCallEvent(call, secrets));
    const { model, usage } = reply;
    const back = calls.back(all);
    out.push({
      kind: 'finished',
      reason: reason === 'stop' && all.length > 0 ? 'tool-calls' : reason,
      ...(model !== undefined && { model: withoutSecrets(model, secrets) }),
      ...(usage && { usage }),
      ...(back && { back: withoutSecretsIn(back, secrets) }),
    });
  }
  return reply;
}

/** Data with a key in it is not stored, even if the server then refuses the next request. */
function withoutSecretsIn(back: CarriedBack, secrets: readonly string[]): CarriedBack {
  const text = JSON.stringify(back.value);
  const clean = jsonWithoutSecrets(text, secrets);
  return clean === text ? back : { ...back, value: JSON.parse(clean) };
}

/** A call without keys. A name with a key in it is left out whole, because servers refuse `[key]` in names. */
function toolCallEvent({ id, name, args }: ChatToolCall, secrets: readonly string[]): LlmEvent {
  const hasKey = withoutSecrets(name, secrets) !== name;
  return { kind: 'toolCall', id, name: hasKey ? UNNAMED : name, args: jsonWithoutSecrets(plainArgs(args), secrets) };
}
