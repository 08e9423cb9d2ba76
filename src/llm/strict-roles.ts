// The order of messages for servers whose chat template is strict (Mistral, Gemma, and local models made like them):
// a person's message follows only an answer, and never another one.
import type { ChatMessage } from '../core/chat.ts';
import type { LlmFailure } from './provider.ts';

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

type UserMessage = Extract<ChatMessage, { role: 'user' }>;

function joined(first: UserMessage, second: UserMessage): UserMessage {
  const content = [first.content, second.content].filter(text => text !== '').join('\n\n');
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return { role: 'user', content, ...(images.length > 0 && { images }) };
}

/** True if a server refuses a request for the order of its messages. Some templates fail with status 500. */
export function isOrderRefused({ code, message }: LlmFailure): boolean {
  return (code === 'bad-request' || code === 'server-error') && REFUSAL.test(message);
}

const REFUSAL = /role\W+user\W+after role\W+tool|roles? (must|should) alternate|messages? should alternate/i;
