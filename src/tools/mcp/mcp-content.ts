// The result of an MCP tool as text for a model: other contents are named, not shown. Pure; never throws.
import { isPlainObject } from '../../core/plain-object.ts';

/** The text of a tool's result. */
export function textOfContent({ content, structuredContent }: Readonly<Record<string, unknown>>): string {
  const parts = Array.isArray(content) ? content.map(textOfPart) : [];
  if (parts.length === 0 && structuredContent !== undefined) return jsonOf(structuredContent);
  return parts.join('\n') || '(no content)';
}

/** Data may be nested too deep to be written. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '[content that cannot be shown]';
  }
}

function textOfPart(part: unknown): string {
  if (!isPlainObject(part)) return '[content that is no text]';
  const { type, text, mimeType, data, resource, uri, name } = part;
  switch (type) {
    case 'text':
      return `${text}`;
    case 'image':
    case 'audio':
      return `[${type} ${mimeType}, ${typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0} bytes, not shown]`;
    case 'resource':
      if (!isPlainObject(resource)) return '[resource]';
      return typeof resource.text === 'string' ? resource.text : `[resource ${resource.uri}, not shown]`;
    case 'resource_link':
      return `[${name}: ${uri}]`;
    default:
      return '[content that is no text]';
  }
}
