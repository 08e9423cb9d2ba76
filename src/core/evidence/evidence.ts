// Evidence for acceptance lines, as the state of a root holds it, and what follows from it (SPEC 26.2). The states of
// lines and of the dialog are derived here and stored nowhere. Pure.
import { list, maybe, number, object, type Passing, someOf, text, textOf } from '../base/shape.ts';
import type { AcceptanceLine, LineKind } from './acceptance.ts';
import { acceptanceLine } from './acceptance.ts';
import { acceptedFile, type EvidenceOutcome } from './record.ts';

const author = someOf('person', 'member');
const authored = object({ line: text, by: author });
const evidence = object({
  line: text,
  outcome: textOf<EvidenceOutcome>(),
  output: text,
  tree: maybe(text),
  at: text,
  /** Number of its record in the tree; absent: not known. */
  n: maybe(number),
});
/** What a root knows of its acceptance lines. */
export const acceptanceShape = object({
  lines: list(authored),
  /** Lines that members took off the list without the person's word. */
  dropped: list(authored),
  evidence: list(evidence),
  /** Changed files of checks that the person accepted. */
  files: maybe(list(acceptedFile)),
});
export type Acceptance = Passing<typeof acceptanceShape>;
export type Evidence = Passing<typeof evidence>;
export type Author = Passing<typeof author>;

const none: Acceptance = { lines: [], dropped: [], evidence: [] };

/** The lines were found like this after a change. */
export function withSeen(
  before: Acceptance = none,
  seen: Pick<Acceptance, 'files'> & {
    readonly lines: readonly string[];
    readonly by: Author;
    readonly agreed?: true;
  },
): Acceptance {
  const known = new Map([...before.dropped, ...before.lines].map(({ line, by }) => [line, by]));
  const lines = seen.lines.map(line => ({ line, by: known.get(line) ?? seen.by }));
  const isGone = ({ line }: { readonly line: string }) => !seen.lines.includes(line);
  const gone = [...before.dropped, ...(seen.by === 'member' ? before.lines : [])].filter(isGone);
  const files = [...(before.files ?? []).filter(({ path }) => !seen.files?.some(each => each.path === path))];
  const all = [...files, ...(seen.files ?? [])];
  return {
    ...before,
    lines,
    dropped: seen.agreed ? [] : gone.filter(({ line }, at) => gone.findIndex(each => each.line === line) === at),
    ...(all.length > 0 && { files: all }),
  };
}

/** A check of a line was made; the newest counts. */
export function withEvidence(before: Acceptance = none, found: Evidence): Acceptance {
  return { ...before, evidence: [...before.evidence.filter(({ line }) => line !== found.line), found] };
}

/** `stale`: something changed since the check. `open`: not checked, or the answer was neither yes nor no. */
export type LineState = 'verified' | 'failed' | 'stale' | 'open';

/** Of a dialog with acceptance lines. `claimed`: it ended without evidence for all of them. */
export type EvidenceState = 'verified' | 'claimed' | 'failed' | 'open';

/** What is known of the files now. */
export interface Now {
  /** What they are; absent: cannot be told, and the numbers of records decide. */
  readonly tree?: string;
  /** The number of the newest record of the tree that may have changed a file; 0: none. */
  readonly acted: number;
}

/** Changed files that a command may depend on, which the person has not accepted. */
export type ChangedChecks = (line: AcceptanceLine) => readonly string[];

/** One line with its evidence, for people. */
export interface EvidenceLine {
  readonly line: string;
  readonly kind: LineKind;
  readonly state: LineState;
  readonly outcome?: EvidenceOutcome;
  readonly output?: string;
  readonly at?: string;
  /** Who wrote it, when that was a member. */
  readonly by?: 'member';
  /** A member took it off the list. */
  readonly dropped?: true;
  /** It passed, but members changed these files, on which it depends. */
  readonly changedChecks?: readonly string[];
}

/** The lines of a dialog, and its state by them. */
export interface EvidenceStanding {
  readonly state: EvidenceState;
  readonly lines: readonly EvidenceLine[];
}

/** How many lines are verified, of those that can be checked. */
export const evidenceCount = object({ state: textOf<EvidenceState>(), verified: number, of: number });
export type EvidenceCount = Passing<typeof evidenceCount>;

/** The lines of a dialog in short. */
export function countOf({ state, lines }: EvidenceStanding): EvidenceCount {
  const checked = lines.filter(({ kind }) => kind !== 'goal');
  return { state, verified: checked.filter(each => each.state === 'verified').length, of: checked.length };
}

/** True if nothing changed since a check. */
export function isFresh({ tree, n }: Pick<Evidence, 'tree' | 'n'>, now: Now): boolean {
  if (tree !== undefined && now.tree !== undefined) return tree === now.tree;
  return n !== undefined && now.acted <= n;
}

/** The state of a line by its newest evidence. */
export function lineState(found: Evidence | undefined, now: Now): LineState {
  if (!found || found.outcome === 'unclear') return 'open';
  if (!isFresh(found, now)) return 'stale';
  return found.outcome === 'passed' ? 'verified' : 'failed';
}

/** The lines as they stand. A dropped one is never verified: it failed, or was never shown to hold. */
export function evidenceLines(
  { lines, dropped, evidence: found }: Acceptance,
  now: Now,
  changedChecks: ChangedChecks,
): readonly EvidenceLine[] {
  const latest = new Map(found.map(each => [each.line, each]));
  const of = (line: string) => {
    const { outcome, output, at } = latest.get(line) ?? {};
    return {
      ...(outcome !== undefined && { outcome }),
      ...(output !== undefined && { output }),
      ...(at !== undefined && { at }),
    };
  };
  const present = lines.flatMap(({ line, by }): readonly EvidenceLine[] => {
    const read = acceptanceLine(line);
    if (!read) return [];
    const state = lineState(latest.get(line), now);
    const changed = state === 'verified' ? changedChecks(read) : [];
    return [
      {
        line,
        kind: read.kind,
        state: changed.length > 0 ? 'open' : state,
        ...of(line),
        ...(by === 'member' && { by }),
        ...(changed.length > 0 && { changedChecks: changed }),
      },
    ];
  });
  const gone = dropped.flatMap(({ line }): readonly EvidenceLine[] => {
    const read = acceptanceLine(line);
    const state = latest.get(line)?.outcome === 'failed' ? 'failed' : 'open';
    return read ? [{ line, kind: read.kind, state, ...of(line), dropped: true }] : [];
  });
  return [...present, ...gone];
}

/** The state of the dialog that these lines are of. */
export function evidenceState(lines: readonly Pick<EvidenceLine, 'state' | 'kind'>[], isOver: boolean): EvidenceState {
  const checked = lines.filter(({ kind }) => kind !== 'goal');
  if (checked.some(({ state }) => state === 'failed')) return 'failed';
  if (checked.length > 0 && checked.every(({ state }) => state === 'verified')) return 'verified';
  return isOver ? 'claimed' : 'open';
}
