// A prompt in the form that the editor's language models take: no system role, tool results inside user messages. Pure.
import type { ChatMessage, Prompt } from '../../core/base/chat.ts';
import { closingInLast } from '../openai/closing-in-last.ts';
import { argsObject } from '../reply/tool-args.ts';
import { wireToolName } from '../reply/wire-tool-name.ts';
import type { RequestImages } from '../request-images.ts';
import type { EditorMessage, EditorPart, EditorRequest } from './editor-models.ts';

/** The request for a prompt. Empty messages are left out: editors refuse them. */
export function buildEditorRequest(
  prompt: Prompt,
  params: Readonly<Record<string, unknown>>,
  images: Pick<RequestImages, 'part'>,
): EditorRequest {
  const messages: EditorMessage[] = [];
  for (const message of closingInLast(prompt)) {
    const parts = partsOf(message, images);
    if (parts.length === 0) continue;
    const last = messages.at(-1);
    // Results of one round of calls belong into one message: models refuse calls whose results do not follow at once.
    if (message.role === 'tool' && last?.parts.some(({ kind }) => kind === 'toolResult')) {
      messages[messages.length - 1] = { role: 'user', parts: [...last.parts, ...parts] };
    } else {
      messages.push({ role: message.role === 'assistant' ? 'assistant' : 'user', parts });
    }
  }
  return { messages, tools: prompt.tools, params };
}

/** All text of a request, for counting its tokens. */
export function textOfRequest({ messages, tools }: EditorRequest): string {
  const said = messages.flatMap(({ parts }) => parts.map(textOfPart));
  return [...said, ...tools.map(tool => JSON.stringify(tool))].join('\n');
}

function partsOf(message: ChatMessage, images: Pick<RequestImages, 'part'>): EditorPart[] {
  const text = (content: string): EditorPart[] => (content === '' ? [] : [{ kind: 'text', text: content }]);
  switch (message.role) {
    case 'system':
      return text(message.content);
    case 'user':
      return [...text(message.content), ...(message.images ?? []).map(image => images.part(image))];
    case 'tool':
      return [{ kind: 'toolResult', id: message.toolCallId, text: message.content }];
    case 'assistant':
      return [
        ...text(message.content),
        ...(message.toolCalls ?? []).map(
          ({ id, name, args }): EditorPart => ({
            kind: 'toolCall',
            id,
            name: wireToolName(name),
            args: argsObject(args),
          }),
        ),
      ];
  }
}

function textOfPart(part: EditorPart): string {
  // Editors count text only.
  if (part.kind === 'image') return '';
  return part.kind === 'toolCall' ? `${part.name} ${JSON.stringify(part.args)}` : part.text;
}
