// The common part of readers of a provider's own stream: segments, tool calls, usage, and exactly one end. Never
// throws.
import type { CarriedBack, ChatToolCall, Usage } from '../core/chat.ts';
import { isLikelySecret, withoutSecrets } from '../core/secrets.ts';
import { jsonWithoutSecrets } from '../core/text/json-secrets.ts';
import { cutFailure, type FailureContext } from './failure.ts';
import type { FinishReason, LlmEvent, LlmFailure, StreamSegment } from './provider.ts';
import { MAX_REPLY_CALLS, MAX_REPLY_CHARACTERS, tooLarge } from './reply-limits.ts';
import { type Asked, createPartNotes, type PartNotes } from './reply-parts.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { UNNAMED } from './tool-call-gatherer.ts';

/** A reply as it grows. Calls are given out at the end, whole. */
export interface ReplyWriter {
  write(segment: StreamSegment, text: string, source: string): void;
  call(call: { readonly id: string; readonly name: string; readonly args: string; readonly extra?: unknown }): void;
  /** A part of the server's own, at the place where it came. */
  own(value: Readonly<Record<string, unknown>>): void;
  model: string | undefined;
  usage: Usage | undefined;
  /** Set when the model has finished. */
  reason: FinishReason | undefined;
  /** Set when the server says that it broke off. */
  failure: LlmFailure | undefined;
  /** The server says that it has sent everything: that ends an answer that said or called something. */
  done(): void;
  end(): void;
  fail(failure: LlmFailure): void;
}

export interface ReplyWriterOptions {
  readonly failures: FailureContext;
  readonly asked: Asked;
  /** Ids that the context has already. */
  readonly usedIds: ReadonlySet<string>;
  readonly newId: () => string;
}

/** Makes a writer that appends its events to `out`. */
export function createReplyWriter(out: LlmEvent[], options: ReplyWriterOptions): ReplyWriter {
  const secrets = options.failures.secrets.filter(isLikelySecret);
  const segments = createSegmentWriter(out, secrets);
  const notes = createPartNotes();
  const calls: ChatToolCall[] = [];
  const ids = new Set(options.usedIds);
  let characters = 0;
  let hasText = false;
  let isOver = false;

  const writer: ReplyWriter = {
    model: undefined,
    usage: undefined,
    reason: undefined,
    failure: undefined,
    write(segment, text, source) {
      if (text === '') return;
      hasText = true;
      if (segment === 'saying') notes.text();
      segments.write(segment, text, source);
    },
    call({ id: given, name, args, extra }) {
      characters += args.length + name.length;
      if (calls.length >= MAX_REPLY_CALLS || characters > MAX_REPLY_CHARACTERS) {
        writer.failure ??= tooLarge('the tool calls are more, or larger, than a reply may hold');
        return;
      }
      const id = given === '' || ids.has(given) ? options.newId() : given;
      ids.add(id);
      notes.call(id, extra);
      calls.push({ id, name: name || UNNAMED, args: args.trim() === '' ? '{}' : args });
    },
    own: value => notes.own(value),
    done() {
      if (hasText || calls.length > 0) writer.reason ??= 'stop';
    },
    end: () => writer.fail(cutFailure('the stream ended before the model had finished', options.failures)),
    fail(cause) {
      if (isOver) return;
      isOver = true;
      segments.close('end');
      const { reason, failure } = writer;
      if (reason === undefined || failure) out.push({ kind: 'failed', failure: failure ?? cause });
      else finish(reason);
    },
  };

  function finish(reason: FinishReason): void {
    for (const call of calls) out.push(toolCallEvent(call, secrets));
    const { model, usage } = writer;
    const back = backOf(notes, options.asked, secrets);
    out.push({
      kind: 'finished',
      reason: reason === 'stop' && calls.length > 0 ? 'tool-calls' : reason,
      ...(model !== undefined && { model: withoutSecrets(model, secrets) }),
      ...(usage && { usage }),
      ...(back && { back }),
    });
  }
  return writer;
}

function backOf(notes: PartNotes, asked: Asked, secrets: readonly string[]): CarriedBack | undefined {
  const back = notes.back(asked);
  return back && withoutSecretsIn(back, secrets);
}

/** Data with a key in it is not stored, even if the server then refuses the next request. */
export function withoutSecretsIn(back: CarriedBack, secrets: readonly string[]): CarriedBack {
  const text = JSON.stringify(back.value);
  const clean = jsonWithoutSecrets(text, secrets);
  return clean === text ? back : { ...back, value: JSON.parse(clean) };
}

/** A call without keys. A name with a key in it is left out whole, because servers refuse `[key]` in names. */
export function toolCallEvent({ id, name, args }: ChatToolCall, secrets: readonly string[]): LlmEvent {
  const hasKey = withoutSecrets(name, secrets) !== name;
  return { kind: 'toolCall', id, name: hasKey ? UNNAMED : name, args: jsonWithoutSecrets(args, secrets) };
}
