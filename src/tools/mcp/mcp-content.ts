// The result of an MCP tool as text for a model: other contents are named, not shown. Pure; never throws.
import { isPlainObject } from '../../core/base/plain-object.ts';
import type { ResultWords } from '../../core/prompt/words/en/results.ts';

/** The text of a tool's result. */
export function textOfContent(
  { content, structuredContent }: Readonly<Record<string, unknown>>,
  words: ResultWords,
): string {
  const parts = Array.isArray(content) ? content.map(part => textOfPart(part, words)) : [];
  if (parts.length === 0 && structuredContent !== undefined) return jsonOf(structuredContent, words);
  return parts.join('\n') || words.noContent;
}

/** Data may be nested too deep to be written. */
function jsonOf(value: unknown, words: ResultWords): string {
  try {
    return JSON.stringify(value);
  } catch {
    return words.notShowable;
  }
}

function textOfPart(part: unknown, words: ResultWords): string {
  if (!isPlainObject(part)) return words.notText;
  const { type, text, mimeType, data, resource, uri, name } = part;
  switch (type) {
    case 'text':
      return `${text}`;
    case 'image':
    case 'audio':
      return words.media(type, `${mimeType}`, typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0);
    case 'resource':
      if (!isPlainObject(resource)) return words.resource(undefined);
      return typeof resource.text === 'string' ? resource.text : words.resource(`${resource.uri}`);
    case 'resource_link':
      return `[${name}: ${uri}]`;
    default:
      return words.notText;
  }
}
