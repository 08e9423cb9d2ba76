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

export const answerWordsEn: AnswerWords = {
  surfaces: {
    panel: 'in the panel',
    overview: 'in the Overview',
    notification: 'in a notification',
    command: 'by a command',
    chat: 'in the chat',
    cli: 'on the command line',
    mcp: 'in an MCP client',
    acp: 'in an ACP client',
    inbox: 'through the inbox',
    browser: 'in the browser',
    notice: 'from a notice',
  },
  elsewhere: surface => `through ${surface}`,
};

export const answerWordsZh: AnswerWords = {
  surfaces: {
    panel: '在面板中',
    overview: '在总览中',
    notification: '在通知中',
    command: '用命令',
    chat: '在聊天中',
    cli: '在命令行中',
    mcp: '在 MCP 客户端中',
    acp: '在 ACP 客户端中',
    inbox: '通过收件箱',
    browser: '在浏览器中',
    notice: '从通知中',
  },
  elsewhere: surface => `通过 ${surface} `,
};

/** The place of an answer in words; '' when no record names it. */
export function placeOf(by: AnsweredBy | undefined, words: AnswerWords): string {
  const surface: string | undefined = by?.surface;
  if (surface === undefined) return '';
  return surfaces.some(each => each === surface) ? words.surfaces[surface as Surface] : words.elsewhere(surface);
}
