// A request that offers no tools: servers refuse calls and their results in it, so the talk keeps only the texts. Pure.
import type { ChatMessage, Prompt } from '../chat.ts';
import type { PromptTexts } from './words.ts';

/** The same request without tools, with earlier results as texts. */
export function withoutTools({ messages, lasting }: Prompt, texts: Pick<PromptTexts, 'textToolResult'>): Prompt {
  const names = new Map(
    messages.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])).map(callName),
  );
  const inText = (message: ChatMessage): readonly ChatMessage[] => {
    if (message.role === 'tool') {
      const name = names.get(message.toolCallId) ?? '';
      return [{ role: 'user', content: texts.textToolResult(name, true, message.content) }];
    }
    if (message.role !== 'assistant' || message.toolCalls === undefined) return [message];
    // What goes back to the server belongs to the calls.
    return message.content === '' ? [] : [{ role: 'assistant', content: message.content }];
  };
  if (lasting === undefined) return { messages: messages.flatMap(inText), tools: [] };
  const front = messages.slice(0, lasting).flatMap(inText);
  return { messages: [...front, ...messages.slice(lasting).flatMap(inText)], tools: [], lasting: front.length };
}

function callName({ id, name }: { readonly id: string; readonly name: string }): readonly [string, string] {
  return [id, name];
}
