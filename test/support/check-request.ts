// What every model server wants of a request (SPEC 23.2).
import type { ChatMessage } from '../../src/core/base/chat.ts';

/** A call without a result right behind its message, or a result of no call; undefined for a sound request. */
export function faultOf(messages: readonly ChatMessage[]): string | undefined {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId)) return `a result of no call: ${message.content}`;
    } else if (open.size > 0) return `a call without a result before: ${message.content}`;
    if (message.role === 'assistant') open = new Set(message.toolCalls?.map(({ id }) => id));
  }
  return open.size > 0 ? 'a call without a result' : undefined;
}
