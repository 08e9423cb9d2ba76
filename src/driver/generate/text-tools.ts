// The five tools that the texting dialect calls from text, as the JSON arguments of the same tools (SPEC 2.10).
import type { TellaskSegment } from '../../core/tellask/segment.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';

/**
 * Arguments of a text tool; its own checks judge them. `prompt` is the first message of the new course of a clarity
 * call.
 */
export function textToolArgs(segment: TellaskSegment): string {
  const text = headlineText(segment);
  const { body } = segment;
  const rest = segment.valid && segment.rest !== undefined && { prompt: withoutBlankEdges(segment.rest) };
  switch (segment.mention) {
    case 'clear_mind':
      return JSON.stringify({ ...rest });
    case 'change_mind':
      return JSON.stringify({ content: withoutBlankEdges(body), ...rest });
    case 'add_reminder':
      return JSON.stringify({ content: joined(text, body) });
    case 'update_reminder': {
      const [, number, words = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
      return JSON.stringify({ reminder_no: Number(number), content: joined(words, body) });
    }
    default:
      return JSON.stringify({ reminder_no: Number(text.split(/\s+/, 1)[0]) });
  }
}

/** The headline without `@name`, its colon and the newline. */
function headlineText({ headline, mention }: TellaskSegment): string {
  return headline
    .slice(mention.length + 1)
    .replace(/^:/, '')
    .trim();
}

function joined(headline: string, body: string): string {
  return [headline, withoutBlankEdges(body)].filter(text => text !== '').join('\n');
}
