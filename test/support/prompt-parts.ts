// Parts of a request as tests look at them.
import type { ChatMessage, Prompt } from '../../src/core/base/chat.ts';

/** What stands after the talk; '' when nothing does. */
export function closingOf({ messages, lasting = messages.length }: Prompt): string {
  return messages
    .slice(lasting)
    .map(({ content }) => content)
    .join('\n\n');
}

/** The last message of the talk. */
export function lastOfTalk({ messages, lasting = messages.length }: Prompt): ChatMessage | undefined {
  return messages[lasting - 1];
}
