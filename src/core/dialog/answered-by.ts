// Who answered a question and where (SPEC 5.6), with the words for it.
import { invariant } from '../base/assert.ts';

/**
 * The person, or a rule of the person; nothing else answers. A record of a later version may name a place that this
 * version does not know.
 */
export interface AnsweredBy {
  readonly kind: 'person' | 'policy';
  readonly surface: Surface;
}

/**
 * Where people answer. `command`: a command, from the palette or a tree. `chat`: the editor's chat view. `mcp`: the MCP
 * client of another program. `acp`: an editor that speaks the Agent Client Protocol. `inbox`: a program that left its
 * answer in `.dialogs/inbox/` and said no more. `browser`: a page of `dominds serve`. `notice`: an address that a
 * notice carried.
 */
export const surfaces = [
  'panel',
  'overview',
  'notification',
  'command',
  'chat',
  'cli',
  'mcp',
  'acp',
  'inbox',
  'browser',
  'notice',
] as const;
export type Surface = (typeof surfaces)[number];

/** Who does what only people do; whoever asks for it is a person at some place. */
export function authorOf(by: AnsweredBy | undefined): AnsweredBy {
  invariant(by, 'what only people do has an author');
  return by;
}

/** A word for each place, to stand behind (English) or before (Chinese) the verb. */
export interface AnswerWords {
  readonly surfaces: Readonly<Record<Surface, string>>;
  /** A place that only a later version knows. */
  readonly elsewhere: (surface: string) => string;
}

/** The place of an answer in words; '' when no record names it. */
export function placeOf(by: AnsweredBy | undefined, words: AnswerWords): string {
  const surface: string | undefined = by?.surface;
  if (surface === undefined) return '';
  return surfaces.some(each => each === surface) ? words.surfaces[surface as Surface] : words.elsewhere(surface);
}
