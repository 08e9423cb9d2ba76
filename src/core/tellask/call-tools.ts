// Tellasks that a model makes by tools (SPEC 2.12, 23.1): from the arguments of the call to the same value that the
// text dialects give, and back to arguments for the next request. Pure.

import type { CallNames } from './call-names.ts';
import { namePattern } from './reserved-names.ts';
import type { TellaskOption, TellaskSegment } from './segment.ts';

/** The arguments of a call tool, checked. */
export type CallArgs =
  | { readonly tool: 'tellask'; readonly to: string; readonly content: string; readonly session?: string | undefined }
  | { readonly tool: 'ask_back'; readonly question: string }
  | {
      readonly tool: 'ask_human';
      readonly question: string;
      readonly details?: string | undefined;
      readonly options?: readonly TellaskOption[] | undefined;
    };

/** The tellask of a call. Names that nobody has stay as written, and are refused when the call is sent. */
export function tellaskOf(call: CallArgs, names: CallNames): TellaskSegment {
  switch (call.tool) {
    case 'tellask':
      return toMember(call, names);
    case 'ask_back':
      return {
        kind: 'tellask',
        valid: true,
        mention: 'tellasker',
        ...payload('tellasker', call.question),
        tool: call.tool,
      };
    case 'ask_human': {
      const { question, details = '', options = [] } = call;
      const text = details.trim() === '' ? question : `${question.trimEnd()}\n${details}`;
      return {
        kind: 'tellask',
        valid: true,
        mention: 'human',
        ...payload('human', text),
        tool: call.tool,
        ...(options.length > 0 && { options }),
      };
    }
  }
}

function toMember(
  { tool, to, content, session = '' }: CallArgs & { tool: 'tellask' },
  names: CallNames,
): TellaskSegment {
  const written = to.trim().replace(/^@/, '');
  const mention = names.resolve(written) ?? written;
  const form = { kind: 'tellask', mention, ...payload(mention, content), tool } as const;
  // Models write spaces into the session, and '' for none.
  const slug = session.trim().replaceAll(/\s+/g, '-');
  if (slug === '') return { ...form, valid: true };
  if (mention === 'human' || mention === 'tellasker') return { ...form, valid: false, problem: 'session-not-allowed' };
  if (!sessionPattern.test(slug)) return { ...form, valid: false, problem: 'invalid-session' };
  return { ...form, valid: true, session: slug };
}

const sessionPattern = new RegExp(`^${namePattern}$`);

/** The first line that is not blank becomes the headline. */
function payload(mention: string, content: string): { readonly headline: string; readonly body: string } {
  const text = content.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+/, '');
  const end = text.indexOf('\n') + 1 || text.length;
  return { headline: `@${mention} ${text.slice(0, end)}`, body: text.slice(end) };
}

/** The arguments of a call as the next request shows them; the same for the same tellask. */
export function callArgs({ mention, headline, body, options, tool, ...rest }: TellaskSegment): string {
  const content = headline.slice(mention.length + 2) + body;
  if (tool === 'ask_back') return JSON.stringify({ question: content });
  if (tool === 'ask_human') {
    const [question = '', ...details] = content.split('\n');
    const text = details.join('\n');
    return JSON.stringify({ question, ...(text !== '' && { details: text }), ...(options && { options }) });
  }
  return JSON.stringify({ to: mention, content, ...('session' in rest && { session: rest.session }) });
}

/** The body of a question with the options that have a description, since buttons show labels alone. */
export function withOptions(body: string, options: readonly TellaskOption[] = []): string {
  if (!options.some(({ description }) => description !== undefined && description !== '')) return body;
  const lines = options.map(
    ({ label, description = '' }) => `- **${label}**${description === '' ? '' : `: ${description}`}`,
  );
  return [body.trimEnd(), lines.join('\n')].filter(part => part !== '').join('\n\n');
}
