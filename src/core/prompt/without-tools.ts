// A request that offers no tools: servers refuse calls and their results in it, so the talk keeps only the texts. Pure.
import type { ChatMessage, Prompt } from '../base/chat.ts';
import type { PromptTexts } from './words/words.ts';

/** The same request without tools, with earlier results as texts. */
export function withoutTools({ messages, lasting }: Prompt, texts: Pick<PromptTexts, 'textToolResult'>): Prompt {
  const calls = messages.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const inText = (message: ChatMessage): readonly ChatMessage[] => {
    if (message.role === 'tool') {
      const name = names.get(message.toolCallId) ?? '';
      return [{ role: 'user', content: texts.textToolResult(name, true, message.content) }];
    }
    if (message.role !== 'assistant' || message.toolCalls === undefined) return [message];
    // What goes back to the server belongs to the calls.
    return message.content === '' ? [] : [{ role: 'assistant', content: message.content }];
  };
  const front = messages.slice(0, lasting).flatMap(inText);
  if (lasting === undefined) return { messages: front, tools: [] };
  return { messages: [...front, ...messages.slice(lasting).flatMap(inText)], tools: [], lasting: front.length };
}
