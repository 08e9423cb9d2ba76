// Facts about work in words (SPEC 23.7), for models and for people alike: one short line. Pure.
import type { UntoldChanges } from '../dialog/file-changes.ts';
import type { ToolCounts, WorkFacts } from '../dialog/work-shape.ts';
import type { Offered } from '../dialog/workplace.ts';
import type { EvidenceCount } from '../evidence/evidence.ts';

/** Facts as one line of a language. */
export type SayFacts = (facts: WorkFacts) => string;
export type SayEvidence = (evidence: EvidenceCount) => string;

export interface FactWords {
  readonly noTool: string;
  readonly tools: Readonly<Record<keyof ToolCounts, (count: number) => string>>;
  readonly answers: (count: number) => string;
  readonly changed: (count: number, untold: UntoldChanges | undefined) => string;
  readonly hunks: (count: number) => string;
  /** The last command with its end; `by` is a teammate. */
  readonly command: (command: string, exitCode: number | undefined, by: string | undefined) => string;
  readonly open: (members: readonly string[]) => string;
  readonly goals: (lines: readonly string[]) => string;
  readonly evidence: SayEvidence;
  /** The changes are in a place of its own; `callId` names the call for the caller. */
  readonly offered: (offered: Offered) => string;
  readonly more: (count: number) => string;
}

const kinds = ['read', 'edit', 'command', 'other', 'failed'] as const;

export function factsLine(
  { tools, answers, changed, command, open, goals, evidence, offered }: WorkFacts,
  words: FactWords,
): string {
  const counts = kinds.flatMap(kind => (tools?.[kind] ? [words.tools[kind](tools[kind])] : []));
  const parts = [
    evidence && words.evidence(evidence),
    counts.length > 0 ? counts.join(', ') : !answers && words.noTool,
    answers && words.answers(answers),
    changed && filesText(changed, words),
    offered && words.offered(offered),
    command && commandText(command, words),
    open && words.open(open),
    goals && words.goals(goals),
  ];
  return parts.filter(part => part).join(' · ');
}

function filesText({ count, untold, files }: NonNullable<WorkFacts['changed']>, words: FactWords): string {
  const named = files.map(({ path, hunks, ...lines }) =>
    [path, linesText(lines), ...(hunks === undefined ? [] : [`(${words.hunks(hunks)})`])]
      .filter(part => part !== '')
      .join(' '),
  );
  const more = count - files.length;
  const list = [...named, ...(more > 0 ? [words.more(more)] : [])].join(', ');
  return [words.changed(count, untold), list].filter(part => part !== '').join(': ');
}

/** `+4 −1`; '' where lines were not counted. */
function linesText({ added, removed }: { readonly added?: number; readonly removed?: number }): string {
  return added === undefined && removed === undefined ? '' : `+${added ?? 0} −${removed ?? 0}`;
}

export function commandText({ command, exitCode, by }: NonNullable<WorkFacts['command']>, words: FactWords): string {
  return words.command(command.replaceAll('`', "'"), exitCode, by);
}
