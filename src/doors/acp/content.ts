// A client's prompt as a message of the person: text, references to files, images (SPEC 22.3).
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { GivenImage } from '../../core/image.ts';

/** A message made of content blocks. */
export interface PromptMessage {
  readonly text: string;
  readonly images: readonly GivenImage[];
}

/** Reads the blocks of a prompt. Files below `folder` are named relative to it; audio is named only. */
export function readPrompt(blocks: readonly ContentBlock[], folder: string): PromptMessage {
  const images: GivenImage[] = [];
  const texts = blocks.map(block => {
    switch (block.type) {
      case 'text':
        return block.text;
      case 'image':
        images.push({ name: `image-${images.length + 1}.${block.mimeType.split('/')[1] ?? 'png'}`, data: block.data });
        return '';
      case 'resource_link':
        return `\`${pathOf(block.uri, folder)}\``;
      case 'resource':
        if (!('text' in block.resource)) return `\`${pathOf(block.resource.uri, folder)}\``;
        return `\n\n\`${pathOf(block.resource.uri, folder)}\`:\n${fenced(block.resource.text)}\n`;
      case 'audio':
        return `[audio, ${block.mimeType}: not supported]`;
      default:
        return '';
    }
  });
  return { text: texts.join('').trim(), images };
}

function pathOf(uri: string, folder: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    const path = fileURLToPath(uri);
    return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  } catch {
    return uri;
  }
}

/** A fence that no line of the text closes. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
