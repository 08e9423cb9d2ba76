// The tree of dialogs as the lines that are visible now: groups by standing, roots, and the subdialogs of unfolded
// roots. Pure.

import type { OpenChanges } from '../../src/core/dialog/fold/work-facts.ts';
import { goesOn, type Pause, type Status } from '../../src/core/dialog/state.ts';
import type { DisplayState } from '../../src/core/dialog/view/display-state.ts';
import type { DialogNode } from '../../src/core/dialog/view/projection.ts';
import {
  type Need,
  needOf,
  type RootRow,
  type Standing,
  standingOf,
  standingOfRoot,
} from '../../src/core/dialog/view/standing.ts';
import { type WaitCause, waitCauses } from '../../src/core/dialog/view/waiting.ts';
import type { EvidenceCount } from '../../src/core/evidence/evidence.ts';
import type { RootGroup } from '../../src/protocol/overview.ts';

interface Line {
  /** The same over time for the same row; also its element's id. */
  readonly key: string;
  readonly level: number;
  /** Absent where nothing is to unfold. */
  readonly expanded?: boolean;
}

/** One dialog, root or not. */
export interface DialogLine extends Line {
  readonly kind: 'dialog';
  readonly rootId: string;
  readonly selfId: string;
  readonly agentId: string;
  readonly session?: string;
  readonly headline: string;
  readonly standing: Standing;
  /** Why it needs the person. */
  readonly need?: Need;
  readonly states: readonly DisplayState[];
  readonly status: Status;
  readonly lastModified: string;
  readonly questionsBelow: number;
  readonly pause?: Pause;
  /** It talks in an aside while it waits. */
  readonly aside?: true;
  /** Of a root with acceptance lines. */
  readonly evidence?: EvidenceCount;
  /** Of a root: changes of its tree that no person has kept. */
  readonly changes?: OpenChanges;
  readonly waits: readonly WaitCause[];
}

export type TreeLine =
  | DialogLine
  | (Line & { readonly kind: 'group'; readonly standing: Standing; readonly count: number })
  | (Line & { readonly kind: 'more'; readonly standing: Standing; readonly hidden: number });

interface Shown {
  readonly toggled: ReadonlySet<string>;
  readonly trees: ReadonlyMap<string, DialogNode>;
}

/** The visible lines from top to bottom. */
export function treeLines(groups: readonly RootGroup[], shown: Shown): readonly TreeLine[] {
  return groups.filter(({ count }) => count > 0).flatMap(group => groupLines(group, shown));
}

/** Roots whose subdialogs are shown, so that their trees are wanted. */
export function unfoldedRoots(groups: readonly RootGroup[], toggled: ReadonlySet<string>): readonly string[] {
  return groups
    .flatMap(group => (isGroupOpen(group.standing, toggled) ? group.roots : []))
    .filter(root => isRootOpen(root, toggled))
    .map(({ rootId }) => rootId);
}

function groupLines({ standing, count, roots }: RootGroup, shown: Shown): TreeLine[] {
  const expanded = isGroupOpen(standing, shown.toggled);
  const head: TreeLine = { kind: 'group', key: `group:${standing}`, level: 1, expanded, standing, count };
  if (!expanded) return [head];
  const lines = roots.flatMap(root => rootLines(root, shown));
  const hidden = count - roots.length;
  return hidden > 0
    ? [head, ...lines, { kind: 'more', key: `more:${standing}`, level: 2, standing, hidden }]
    : [head, ...lines];
}

function rootLines(root: RootRow, shown: Shown): TreeLine[] {
  const { rootId, agentId, headline, state, status, lastModified, questions, subdialogs } = root;
  const tree = shown.trees.get(rootId);
  const expanded = isRootOpen(root, shown.toggled);
  const { pause } = tree ?? root;
  const need = needOf(root);
  const line: DialogLine = {
    kind: 'dialog',
    key: rootId,
    level: 2,
    ...(subdialogs > 0 && { expanded }),
    rootId,
    selfId: rootId,
    agentId,
    headline,
    standing: standingOfRoot(root),
    ...(need && { need }),
    states: tree?.states ?? [state],
    status,
    lastModified,
    questionsBelow: questions,
    ...(pause && { pause }),
    ...(root.evidence && { evidence: root.evidence }),
    ...(root.changes && { changes: root.changes }),
    ...((tree ?? root).aside && { aside: true }),
    waits: tree ? waitCauses(tree) : goesOn(pause) ? [pause] : [],
  };
  return expanded && tree ? [line, ...tree.children.flatMap(child => nodeLines(child, status, shown, 3))] : [line];
}

function nodeLines(node: DialogNode, status: Status, shown: Shown, level: number): TreeLine[] {
  const { rootId, selfId, agentId, tellaskSession, headline, state, states, lastModified, questionsBelow } = node;
  const key = `${rootId}#${selfId}`;
  const expanded = !shown.toggled.has(key);
  const line: DialogLine = {
    kind: 'dialog',
    key,
    level,
    ...(node.children.length > 0 && { expanded }),
    rootId,
    selfId,
    agentId,
    ...(tellaskSession !== undefined && { session: tellaskSession }),
    headline,
    standing: standingOf(node),
    ...(state === 'interrupted' && standingOf(node) === 'needsYou' && { need: 'trouble' as const }),
    states,
    status,
    lastModified,
    questionsBelow,
    ...(node.pause && { pause: node.pause }),
    ...(node.aside && { aside: true }),
    waits: waitCauses(node),
  };
  return expanded ? [line, ...node.children.flatMap(child => nodeLines(child, status, shown, level + 1))] : [line];
}

/** Whether a group shows its roots: by default, all but archived ones. */
export function isGroupOpen(standing: Standing, toggled: ReadonlySet<string>): boolean {
  return (standing !== 'completed' && standing !== 'archived') !== toggled.has(`group:${standing}`);
}

/** Active dialogs are unfolded by default. */
function isRootOpen({ rootId, state, status, subdialogs }: RootRow, toggled: ReadonlySet<string>): boolean {
  const byDefault = status === 'running' && subdialogs > 0 && state !== 'idle';
  return subdialogs > 0 && byDefault !== toggled.has(rootId);
}
