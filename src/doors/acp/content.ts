// A client's prompt as a message of the person: text, references to files, images (SPEC 22.3).
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { GivenImage } from '../../core/base/image.ts';
import { fence } from '../../core/text/fence.ts';

/** A message made of content blocks. */
export interface PromptMessage {
  readonly text: string;
  readonly images: readonly GivenImage[];
}

/**
 * Reads the blocks of a prompt. Files below `folder` (absolute) are named relative to it, with `/`; audio is named
 * only. `paths`: those of the system, or of another one.
 */
export function readPrompt(
  blocks: readonly ContentBlock[],
  folder: string,
  paths: path.PlatformPath = path,
): PromptMessage {
  const images: GivenImage[] = [];
  const pathOf = (uri: string) => nameOf(uri, folder, paths);
  const texts = blocks.map(block => {
    switch (block.type) {
      case 'text':
        return block.text;
      case 'image':
        images.push({ name: `image-${images.length + 1}.${block.mimeType.split('/')[1] ?? 'png'}`, data: block.data });
        return '';
      case 'resource_link':
        return `\`${pathOf(block.uri)}\``;
      case 'resource':
        if (!('text' in block.resource)) return `\`${pathOf(block.resource.uri)}\``;
        return `\n\n\`${pathOf(block.resource.uri)}\`:\n${fence('', block.resource.text)}\n`;
      case 'audio':
        return `[audio, ${block.mimeType}: not supported]`;
      default:
        return '';
    }
  });
  return { text: texts.join('').trim(), images };
}

/** A folder ends with `/` where its URI does. */
function nameOf(uri: string, folder: string, paths: path.PlatformPath): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    const file = fileURLToPath(uri, { windows: paths === path.win32 });
    const steps = paths.relative(folder, file).split(paths.sep);
    if (steps[0] === '..' || paths.isAbsolute(steps.join(paths.sep))) return file;
    const name = steps.join('/');
    if (name === '') return './';
    return file.endsWith(paths.sep) ? `${name}/` : name;
  } catch {
    return uri;
  }
}
