// What the runtime says of work: facts under answers, acceptance lines, changes from places of their own. The texts are
// in `en/` and `zh/`; what both share is here. Pure.
import type { WorkFacts } from '../../dialog/work-shape.ts';
import type { SentAgain } from '../../dialog/workplace.ts';
import type { EvidenceLine } from '../../evidence/evidence.ts';

/** A command with its end. */
export type LastCommand = NonNullable<WorkFacts['command']>;

/** What is known of a member that stopped. */
export interface PushFacts {
  /** Members at work on its calls. */
  readonly open: readonly string[];
  /** Commands that run in the background. */
  readonly running: readonly string[];
  /** What its last words announced, and did not do. */
  readonly announced?: string;
  /** Lines of goals and acceptance that are not ticked. */
  readonly goals: readonly string[];
  /** The last command, if it failed. */
  readonly failed?: LastCommand;
}

/** Members by their ids. */
export function mentions(members: readonly string[]): string {
  return members.map(member => `@${member}`).join(', ');
}

/** Commands, each as code. */
export function inBackticks(commands: readonly string[]): string {
  return commands.map(command => `\`${command}\``).join(', ');
}

/** A file that changed, and who changed it. */
export interface ChangedBy {
  readonly path: string;
  readonly by: readonly string[];
}

/** What is put to the person. */
export interface AskedOfPerson {
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
  readonly files: readonly string[];
}

/** Characters of an output that a result repeats. */
const SHOWN = 1_500;

/** The end of what a check printed, indented below its line. */
export function checkedOutput({ output: text = '', state }: EvidenceLine): string {
  if (text === '' || state === 'stale') return '';
  const shown = text.length > SHOWN ? `… ${text.slice(-SHOWN)}` : text;
  return `\n${shown.replaceAll(/^/gm, '  ')}`;
}

/** Changed files with their authors, under a heading. */
export function changedFileLines(changed: readonly ChangedBy[], heading: string): readonly string[] {
  return changed.length === 0 ? [] : [heading, ...changed.map(({ path, by }) => `- ${path} (${by.join(', ')})`)];
}

/** Lists under their headings, without those that are empty. */
export function sectionsText(parts: readonly (readonly [heading: string, lines: readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [...(heading === '' ? [] : [heading]), ...lines.map(line => `- ${line}`)].join('\n'))
    .join('\n\n');
}

/** A file that both sides changed, so that only one of them, or a third text, can stand. */
export interface WorkConflict {
  readonly path: string;
  /** The marks of both sides stand in the file of the author; else it is no text, or one side deleted it. */
  readonly isMarked: boolean;
  /** The other side has no such file. */
  readonly isGone: boolean;
  /** What the other side changed, as a fenced diff; '' where it cannot be shown. */
  readonly change: string;
}

/** Work that the person is asked about. */
export interface OfferedWork {
  readonly agentId: string;
  readonly headline: string;
  /** Of work that was sent back before. */
  readonly again: SentAgain | undefined;
  readonly count: number;
  readonly added: number;
  readonly removed: number;
  /** The difference, a part for each file. */
  readonly body: string;
  readonly trouble: string | undefined;
  /** Something of it was taken before. */
  readonly isPart: boolean;
  /** An answer that takes a part; undefined where there is one part alone. */
  readonly example: string | undefined;
}

/** The parts that are there. */
export function joinedParts(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part).join('\n\n');
}
