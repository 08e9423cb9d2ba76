// What an agent of another vendor is told of a dialog (SPEC 22.4). It keeps the talk itself, so that each turn says
// only what is new; a new session is told all of it. Pure.
import type { ChatMessage, Prompt } from '../../core/base/chat.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';

/** All of a dialog, for a session that begins. */
export function openingText({ messages, lasting = messages.length }: Prompt): string {
  const [system, ...talk] = messages;
  const earlier = talk.slice(0, lasting - 1);
  const start = earlier.findLastIndex(({ role }) => role === 'assistant' || role === 'tool') + 1;
  const before = earlier.slice(0, start).map(asText).filter(isSomething);
  return [
    system?.content ?? '',
    CONNECTED,
    ...(before.length > 0 ? ['# The talk so far', ...before] : []),
    ...talk.slice(start).map(asText).filter(isSomething),
  ].join('\n\n');
}

/** What came after the first `known` messages, for a session that knows those. */
export function followingText({ messages, lasting = messages.length }: Prompt, known: number): string {
  const fresh = messages.slice(known, lasting).filter(({ role }) => role === 'user');
  return [...fresh, ...messages.slice(lasting)].map(asText).filter(isSomething).join('\n\n');
}

/** Results of the calls that came after the first `known` messages. */
export function resultsAfter({ messages, lasting = messages.length }: Prompt, known: number): readonly string[] {
  return messages.slice(known, lasting).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
}

/** Tools are named in the system message; the agent has its own. */
const CONNECTED =
  'You take part with your own tools. Of what is said above about tools, nothing holds for you; all that is said about tellasks does: they are lines of your reply.';

function asText(message: ChatMessage): string {
  switch (message.role) {
    case 'assistant':
      return message.content.trim() === '' ? '' : `[You said]\n${withoutBlankEdges(message.content)}`;
    case 'tool':
      return `[Result]\n${withoutBlankEdges(message.content)}`;
    default:
      return withoutBlankEdges(message.content);
  }
}

function isSomething(text: string): boolean {
  return text !== '';
}
