// From segments back to the text that the model wrote, so that it sees its own words again.
import type { Dialect } from '../team/dialect.ts';
import type { Segment } from './segment.ts';

/** The text of one segment in its dialect; a parser gives the same segment for it. */
export function renderSegment(segment: Segment, dialect: Dialect): string {
  if (segment.kind === 'prose') return segment.text;
  if (dialect !== 'texting') return prefixed(segment.headline) + prefixed(segment.body);
  return segment.headline + segment.body + ('rest' in segment ? (segment.rest ?? '') : '');
}

function prefixed(payload: string): string {
  return payload.replace(/[^\n]*\n|[^\n]+$/g, line => `!?${line}`);
}
