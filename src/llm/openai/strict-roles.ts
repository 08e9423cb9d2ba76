// The order of messages for servers whose chat template is strict (Mistral, Gemma, and local models made like them):
// a person's message follows only an answer, and never another one; some know no system message.
import type { ChatMessage } from '../../core/base/chat.ts';
import type { LlmFailure } from '../provider.ts';

/** Stands between the results of tools and the words that follow them. */
const BRIDGE: ChatMessage = { role: 'assistant', content: 'OK.' };

/** The same messages in the strict order. */
export function inStrictOrder(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const ordered: ChatMessage[] = [];
  for (const message of messages) {
    const last = ordered.at(-1);
    if (message.role === 'user' && last?.role === 'user') ordered[ordered.length - 1] = joined(last, message);
    else if (message.role === 'user' && last?.role === 'tool') ordered.push(BRIDGE, message);
    else ordered.push(message);
  }
  return ordered;
}

/** The same for a template without system messages: the person's first message begins with what they say. */
export function withoutSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return inStrictOrder(
    messages.map(message => (message.role === 'system' ? { role: 'user', content: message.content } : message)),
  );
}

type UserMessage = Extract<ChatMessage, { role: 'user' }>;

function joined(first: UserMessage, second: UserMessage): UserMessage {
  const content = [first.content, second.content].filter(text => text !== '').join('\n\n');
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return { role: 'user', content, ...(images.length > 0 && { images }) };
}

/** True if a server refuses a request for the order of its messages. Some templates fail with status 500. */
export function isOrderRefused(failure: LlmFailure): boolean {
  return isRefused(failure) && ORDER.test(failure.message);
}

/** True if a server refuses a request for its system message. */
export function isSystemRefused(failure: LlmFailure): boolean {
  return isRefused(failure) && SYSTEM.test(failure.message);
}

function isRefused({ code }: LlmFailure): boolean {
  return code === 'bad-request' || code === 'server-error';
}

const SYSTEM = /system role (is )?not supported|only user and assistant roles/i;
const ORDER = /role\W+user\W+after role\W+tool|roles? (must|should) alternate|messages? should alternate/i;
