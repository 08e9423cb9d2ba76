// A call of a tool whose arguments still stream, as far as they can be shown (SPEC 23.3). Pure.
import type { OpenBlock } from './line-reader.ts';
import type { CallTool } from './segment.ts';

/** Headline and body of the call so far. */
export function partialCall(tool: CallTool, args: string): OpenBlock {
  const field = (name: string) => partialText(args, name);
  const text = tool === 'tellask' ? field('content') : [field('question'), field('details')].join('\n');
  const to = tool === 'tellask' ? field('to') : { ask_human: 'human', ask_back: 'tellasker' }[tool];
  const [headline = '', ...body] = text.trimStart().split('\n');
  return { headline: to === '' ? headline : `@${to} ${headline}`, body: body.join('\n').trimEnd() };
}

/** The text of a field of JSON that may not be complete. */
function partialText(json: string, name: string): string {
  const written = new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`, 's').exec(json)?.[1] ?? '';
  try {
    return JSON.parse(`"${written.replace(/\\u[0-9a-fA-F]{0,3}$/, '')}"`) as string;
  } catch {
    return '';
  }
}
