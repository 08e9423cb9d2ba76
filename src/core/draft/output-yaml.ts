// Reads a step's output (SPEC 15.8): YAML with `thoughts`, `draft`, `note`, `skip`, all optional, in a fence, among
// prose or by itself. Nothing is lost (SPEC 15.14): text that is not YAML is read leniently, and the rest is reported.
// Never throws.
import { type Gathered, isInvisible, isProse } from './mind-map.ts';
import { gatherText } from './output-lines.ts';

export interface MindOutput {
  readonly thoughts: readonly string[];
  /** Absent: the latest draft stands. */
  readonly draft?: string;
  /** Drafts before it in the same output, in their order. */
  readonly earlier?: readonly string[];
  readonly note?: string;
  /** For the person, when something could not be read. */
  readonly warning?: string;
  /** Text that belongs to none of the above, in its order. */
  readonly rest?: string;
}

const NOTE_MAX = 200;

/** Reads an output. */
export function parseMindOutput(text: string): MindOutput {
  const source = text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  if (isInvisible(source)) return { thoughts: [] };
  const bare = bareText(source);
  if (bare !== undefined) return { thoughts: [], draft: bare };
  const gathered: Gathered = { thoughts: [], drafts: [], notes: [], warnings: [], rest: [], isRead: false };
  const problem = gatherText(source, gathered);
  const { thoughts, drafts, notes, rest, isRead } = gathered;
  const visible = drafts.filter(draft => !isInvisible(draft));
  const left = rest.map(part => part.trim()).filter(part => !isInvisible(part));
  const draft = visible.at(-1);
  const warnings = isRead || left.length === 0 || problem === undefined ? gathered.warnings : [problem];
  return {
    thoughts: thoughts.filter(thought => !isInvisible(thought)),
    ...(draft !== undefined && { draft }),
    ...(visible.length > 1 && { earlier: visible.slice(0, -1) }),
    ...(notes.length > 0 && { note: shortened(notes.join(' ')) }),
    ...(warnings.length > 0 && { warning: warnings.join('; ') }),
    ...(left.length > 0 && { rest: left.join('\n') }),
  };
}

/** A text without any YAML is a draft (SPEC 15.14), also in a fence around all of it. Comments alone are none. */
function bareText(source: string): string | undefined {
  const [, , fenced] = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(source) ?? [];
  const text = (fenced ?? source).trim();
  const isWords = text
    .split('\n')
    .some(line => line.trim() !== '' && !/^(?:[#%]|---|\.\.\.|(?:true|false|null|~)$)/.test(line));
  return isWords && !isInvisible(text) && isProse(text) ? text : undefined;
}

function shortened(note: string): string {
  const line = note.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= NOTE_MAX ? line : `${characters.slice(0, NOTE_MAX - 1).join('')}…`;
}
