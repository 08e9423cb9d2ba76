// The keys of the tree, as in every tree of the editor. Pure.
import { goesOn } from '../../src/core/dialog/state.ts';
import type { DialogLine, TreeLine } from './tree-lines.ts';

/** The person's action on a line. */
export type TreeIntent =
  | { readonly kind: 'select' | 'toggle' | 'open'; readonly line: TreeLine }
  | { readonly kind: 'run'; readonly command: TreeCommand; readonly line: DialogLine };

export type TreeCommand = 'stop' | 'retryNow' | 'continue' | 'markDone' | 'archive' | 'reopen';

/** The intent of a key on the current line, if it has one. */
export function keyIntent(
  key: string,
  lines: readonly TreeLine[],
  current: TreeLine | undefined,
): TreeIntent | undefined {
  if (!current) return undefined;
  const index = lines.indexOf(current);
  const select = (line: TreeLine | undefined): TreeIntent | undefined => line && { kind: 'select', line };
  switch (key) {
    case 'ArrowDown':
      return select(lines[index + 1]);
    case 'ArrowUp':
      return select(lines[index - 1]);
    case 'Home':
      return select(lines[0]);
    case 'End':
      return select(lines.at(-1));
    case 'ArrowRight':
      if (current.expanded === false) return { kind: 'toggle', line: current };
      return current.expanded ? select(lines[index + 1]) : undefined;
    case 'ArrowLeft':
      if (current.expanded) return { kind: 'toggle', line: current };
      return select(lines.slice(0, index).findLast(line => line.level < current.level));
    case 'Enter':
    case ' ':
      return { kind: 'open', line: current };
    default:
      return runIntent(key, current);
  }
}

/** The commands that make sense for a dialog now; of one that is driven elsewhere, what its driver takes. */
export function treeCommandsOf(line: DialogLine, isElsewhere = false): readonly TreeCommand[] {
  return isElsewhere ? allCommandsOf(line).filter(isHandedOver) : allCommandsOf(line);
}

const isHandedOver = (command: TreeCommand): boolean => command === 'stop' || command === 'retryNow';

function allCommandsOf({ status, states, pause, rootId, selfId }: DialogLine): readonly TreeCommand[] {
  const isRoot = rootId === selfId;
  if (status !== 'running') return isRoot ? ['reopen', ...(status === 'completed' ? (['archive'] as const) : [])] : [];
  const isAtWork = states.includes('generating') || goesOn(pause);
  return [
    ...(isAtWork || (isRoot && states.includes('awaiting-subdialogs')) ? (['stop'] as const) : []),
    ...(pause?.kind === 'retry' ? (['retryNow'] as const) : []),
    ...(pause?.kind === 'left' || states.includes('interrupted') ? (['continue'] as const) : []),
    ...(isRoot ? (['markDone'] as const) : []),
  ];
}

const keys: Readonly<Record<string, TreeCommand>> = {
  s: 'stop',
  c: 'continue',
  n: 'retryNow',
  d: 'markDone',
  r: 'reopen',
  a: 'archive',
};

function runIntent(key: string, line: TreeLine): TreeIntent | undefined {
  const command = keys[key.toLowerCase()];
  if (line.kind !== 'dialog' || !command || !treeCommandsOf(line).includes(command)) return undefined;
  return { kind: 'run', command, line };
}
