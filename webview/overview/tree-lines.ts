// The tree of dialogs as the lines that are visible now: groups by status, roots, and the subdialogs of unfolded roots. Pure.
import type { DisplayState } from '../../src/core/dialog/display-state.ts';
import type { DialogNode, RootSummary } from '../../src/core/dialog/projection.ts';
import { goesOn, type Pause, type Status } from '../../src/core/dialog/state.ts';
import { type WaitCause, waitCauses } from '../../src/core/dialog/waiting.ts';
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
  readonly state: DisplayState;
  readonly states: readonly DisplayState[];
  readonly status: Status;
  readonly lastModified: string;
  readonly questionsBelow: number;
  readonly pause?: Pause;
  readonly waits: readonly WaitCause[];
}

export type TreeLine =
  | DialogLine
  | (Line & { readonly kind: 'group'; readonly status: Status; readonly count: number })
  | (Line & { readonly kind: 'more'; readonly status: Status; readonly hidden: number });

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
    .flatMap(group => (isGroupOpen(group.status, toggled) ? group.roots : []))
    .filter(root => isRootOpen(root, toggled))
    .map(({ rootId }) => rootId);
}

function groupLines({ status, count, roots }: RootGroup, shown: Shown): TreeLine[] {
  const expanded = isGroupOpen(status, shown.toggled);
  const head: TreeLine = { kind: 'group', key: `group:${status}`, level: 1, expanded, status, count };
  if (!expanded) return [head];
  const lines = roots.flatMap(root => rootLines(root, shown));
  const hidden = count - roots.length;
  return hidden > 0
    ? [head, ...lines, { kind: 'more', key: `more:${status}`, level: 2, status, hidden }]
    : [head, ...lines];
}

function rootLines(root: RootSummary, shown: Shown): TreeLine[] {
  const { rootId, agentId, headline, state, status, lastModified, questions, subdialogs } = root;
  const tree = shown.trees.get(rootId);
  const expanded = isRootOpen(root, shown.toggled);
  const { pause } = tree ?? root;
  const line: DialogLine = {
    kind: 'dialog',
    key: rootId,
    level: 2,
    ...(subdialogs > 0 && { expanded }),
    rootId,
    selfId: rootId,
    agentId,
    headline,
    state: tree?.state ?? state,
    states: tree?.states ?? [state],
    status,
    lastModified,
    questionsBelow: questions,
    ...(pause && { pause }),
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
    state,
    states,
    status,
    lastModified,
    questionsBelow,
    ...(node.pause && { pause: node.pause }),
    waits: waitCauses(node),
  };
  return expanded ? [line, ...node.children.flatMap(child => nodeLines(child, status, shown, level + 1))] : [line];
}

function isGroupOpen(status: Status, toggled: ReadonlySet<string>): boolean {
  return (status === 'running') !== toggled.has(`group:${status}`);
}

/** What is under way is unfolded by default: there is something to see. */
function isRootOpen({ rootId, state, status, subdialogs }: RootSummary, toggled: ReadonlySet<string>): boolean {
  const byDefault = status === 'running' && subdialogs > 0 && state !== 'idle';
  return subdialogs > 0 && byDefault !== toggled.has(rootId);
}
