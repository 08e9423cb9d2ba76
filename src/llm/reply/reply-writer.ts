// The reply of a server whose calls come whole, and which expects its own parts back at their places. Never throws.
import type { ChatToolCall } from '../../core/base/chat.ts';
import type { FailureContext } from '../failures/failure.ts';
import type { LlmEvent } from '../provider.ts';
import { createReply, type ModelReply } from './reply.ts';
import { callsTooLarge, MAX_REPLY_CALLS, MAX_REPLY_CHARACTERS, tooLarge } from './reply-limits.ts';
import { type Asked, createPartNotes } from './reply-parts.ts';
import { type CallIds, UNNAMED } from './tool-call-gatherer.ts';

/** A reply as it grows. */
export interface ReplyWriter extends ModelReply {
  call(call: { readonly id: string; readonly name: string; readonly args: string; readonly extra?: unknown }): void;
  /** A part of the server's own, at the place where it came. */
  own(value: Readonly<Record<string, unknown>>): void;
  /** The server says that it has sent everything: that ends an answer that said or called something. */
  done(): void;
}

export interface ReplyWriterOptions extends CallIds {
  readonly failures: FailureContext;
  readonly asked: Asked;
}

/** Makes a writer that appends its events to `out`. */
export function createReplyWriter(out: LlmEvent[], options: ReplyWriterOptions): ReplyWriter {
  const { failures, asked, usedIds, newId } = options;
  const notes = createPartNotes();
  const calls: ChatToolCall[] = [];
  const ids = new Set(usedIds);
  let characters = 0;
  let hasText = false;
  const reply = createReply(out, failures, { all: () => calls, back: () => notes.back(asked) });
  const { write } = reply;
  return Object.assign(reply, {
    write(...[segment, text, source]: Parameters<ModelReply['write']>) {
      if (text !== '') hasText = true;
      if (text !== '' && segment === 'saying') notes.text();
      write(segment, text, source);
    },
    call({ id: given, name, args, extra }: Parameters<ReplyWriter['call']>[0]) {
      characters += args.length + name.length;
      if (calls.length >= MAX_REPLY_CALLS || characters > MAX_REPLY_CHARACTERS) {
        reply.failure ??= callsTooLarge();
        return;
      }
      const id = given === '' || ids.has(given) ? newId() : given;
      ids.add(id);
      notes.call(id, extra);
      reply.callCame();
      calls.push({ id, name: name || UNNAMED, args: args.trim() === '' ? '{}' : args });
    },
    own(value: Parameters<ReplyWriter['own']>[0]) {
      characters += JSON.stringify(value).length;
      if (characters > MAX_REPLY_CHARACTERS)
        reply.failure ??= tooLarge('the server sent more data of its own than a reply may hold');
      else notes.own(value);
    },
    done() {
      if (hasText || calls.length > 0) reply.reason ??= 'stop';
    },
  });
}
