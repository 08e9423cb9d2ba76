// How the acceptance lines of a tree stand, by the states of its dialogs (SPEC 26.2). Pure.
import { type AcceptanceLine, checkable, parseAcceptance } from '../../evidence/acceptance.ts';
import { dependsOn, FURTHER_FILES } from '../../evidence/checks.ts';
import {
  type Acceptance,
  countOf,
  type EvidenceCount,
  type EvidenceLine,
  type EvidenceStanding,
  evidenceLines,
  evidenceState,
  type Now,
  withSeen,
} from '../../evidence/evidence.ts';
import type { AcceptedFile } from '../../evidence/record.ts';
import { MOST_FILES, openFiles } from '../fold/work-facts.ts';
import type { DialogState } from '../state.ts';

/** The states of a tree, the root first. */
export type States = readonly [DialogState, ...DialogState[]];

/** What the records say of the files now. */
export function actedIn(states: readonly DialogState[]): Now {
  return { acted: states.reduce((latest, { acted = 0 }) => Math.max(latest, acted), 0) };
}

/** The lines as they were seen last; undefined when there are none, and none was dropped. */
export function standingIn(states: States, now: Now = actedIn(states)): EvidenceStanding | undefined {
  const [{ acceptance, status }] = states;
  const lines = acceptance ? linesWith(states, acceptance, now) : [];
  return lines.length === 0 ? undefined : { state: evidenceState(lines, status !== 'running'), lines };
}

/** The same in short, for lists. */
export function evidenceCountIn(states: States): { readonly evidence?: EvidenceCount } {
  const standing = states[0].acceptance && standingIn(states);
  return standing ? { evidence: countOf(standing) } : {};
}

/**
 * The lines as they are written now, goals in words included. A change of them that is not recorded yet counts as the
 * person's.
 */
export function standingWith(states: States, text: string, now: Now): EvidenceStanding {
  const [{ acceptance, status }] = states;
  const written = parseAcceptance(text);
  const seen = withSeen(acceptance, { lines: checkable(written).map(({ line }) => line), by: 'person' });
  const all = [...linesWith(states, seen, now), ...written.filter(({ kind }) => kind === 'goal').map(goalOf)];
  return { state: evidenceState(all, status !== 'running'), lines: all };
}

function goalOf({ line }: AcceptanceLine): EvidenceLine {
  return { line, kind: 'goal', state: 'open' };
}

function linesWith(states: States, acceptance: Acceptance, now: Now): readonly EvidenceLine[] {
  const changed = changedCheckFiles(states, acceptance);
  return evidenceLines(acceptance, now, line => changed.map(pathOf).filter(path => dependsOn(line, path)));
}

const pathOf = ({ path }: AcceptedFile) => path;

/** Files that were there before the work and that members changed, as the person has neither accepted nor kept them. */
export function changedCheckFiles(states: States, { files: accepted = [] }: Acceptance): readonly AcceptedFile[] {
  const changed = openFiles(states).flatMap(({ path, first, last }) =>
    first === undefined ? [] : [{ path, ...(last !== undefined && { last }) }],
  );
  const isFull = states.some(({ work }) => (work?.files?.length ?? 0) >= MOST_FILES);
  const untold = states.reduce((latest, { untold: at = 0 }) => Math.max(latest, at), 0);
  // What commands in the background change is found when they end.
  const running = states.flatMap(({ processes = [] }) => processes.map(({ processId }) => ` ${processId}`));
  const isAccepted = ({ path, last }: AcceptedFile) => accepted.some(each => each.path === path && each.last === last);
  const all = [
    ...changed,
    ...(isFull || untold > 0 || running.length > 0
      ? [{ path: FURTHER_FILES, last: `${untold}${running.join('')}` }]
      : []),
  ];
  return all.filter(file => !isAccepted(file));
}
