// A call to the one who waits for the answer that asks nothing: a report, which is the answer (SPEC 23.6). Pure.

import type { TellaskSegment } from './segment.ts';
import { withoutMention } from './title.ts';

/** True if a tellask tells `caller` something and asks for nothing. `ask_back` always asks. */
export function isReport(tellask: TellaskSegment, caller: string): boolean {
  const { valid, mention, headline, body, tool } = tellask;
  if (!valid || tellask.session !== undefined || tool === 'ask_back') return false;
  return (mention === caller || mention === 'tellasker') && !asks(reportText({ headline, body }));
}

/** The text of a report, without the name it begins with. */
export function reportText({ headline, body }: { readonly headline: string; readonly body: string }): string {
  return [withoutMention(headline), body].join('\n').trim();
}

/** Questions and requests; code is left out. */
function asks(text: string): boolean {
  const prose = text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/g, ' ');
  return prose.includes('?') || prose.includes('？') || english.test(prose) || chinese.test(prose);
}

const english = new RegExp(
  `\\b(?:${[
    'please|clarify|let me know|tell me|advise|waiting for your',
    '(?:i|we) need (?:to know|you|your|a decision|more)',
    '(?:should|shall|may|can|could|would|do) (?:i|we|you)',
    'which (?:one|of|file|version)|what (?:should|do|is|are|does)|how (?:should|do)',
  ].join('|')})\\b`,
  'i',
);
// Joined texts rather than a pattern literal: the build keeps bundles to ASCII, and escapes only texts.
const chinese = new RegExp(
  ['请[问确告说提决指]', '是否', '哪[个些一]', '什么', '怎么', '如何', '吗[。！]?$', '需要你'].join('|'),
  'm',
);
