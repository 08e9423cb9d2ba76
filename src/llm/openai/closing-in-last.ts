// The closing part of a request (SPEC 10.9) for servers whose roles have to alternate.
import type { ChatMessage, Prompt } from '../../core/base/chat.ts';

/**
 * Adds the closing part to the end of the last message, if that is a person's text alone. Everything before it stays
 * unchanged, so a cache keyed by text keeps it.
 */
export function closingInLast({ messages, lasting }: Pick<Prompt, 'messages' | 'lasting'>): readonly ChatMessage[] {
  const closing = lasting === undefined || messages.length !== lasting + 1 ? undefined : messages[lasting];
  const last = lasting === undefined ? undefined : messages[lasting - 1];
  if (closing?.role !== 'user' || last?.role !== 'user' || last.images) return messages;
  return [...messages.slice(0, -2), { ...last, content: `${last.content}\n\n${closing.content}` }];
}
