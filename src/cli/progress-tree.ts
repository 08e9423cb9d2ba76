// The tree of dialogs on a terminal: who does what right now, who waits for whom, who asks. Pure: nodes in, lines out.
import { assertNever } from '../core/assert.ts';
import type { DialogId } from '../core/dialog/ids.ts';
import type { DialogNode } from '../core/dialog/projection.ts';
import { withoutMention } from '../core/dialog/transcript-blocks.ts';
import { describeInterruption } from '../core/trouble.ts';
import { columnsOf, fitColumns } from './columns.ts';
import type { Tone } from './output.ts';
import { oneLine } from './output.ts';

export interface ProgressLook {
  /** What a dialog does, where its state alone does not say it: `thinks`, `uses run_shell`. */
  readonly doing: ReadonlyMap<DialogId, string>;
  readonly columns: number;
  /** Lines there is room for; the rest is counted. */
  readonly rows: number;
  readonly paint: (tone: Tone, text: string) => string;
}

/** Lines for these roots: dialogs that work, wait or ask, with those above them. Resting ones are only counted. */
export function progressLines(roots: readonly DialogNode[], look: ProgressLook): readonly string[] {
  const lines = roots.flatMap(root => [
    nodeLine(root, { own: '', resting: restingBelow(root) }, look),
    ...childLines(root, '', look),
  ]);
  const hidden = lines.length - look.rows;
  if (hidden <= 0) return lines;
  return [...lines.slice(0, look.rows - 1), look.paint('dim', `… ${hidden + 1} more`)];
}

function childLines(node: DialogNode, indent: string, look: ProgressLook): readonly string[] {
  const shown = node.children.filter(isShown);
  return shown.flatMap((child, index) => {
    const isLast = index === shown.length - 1;
    const own = `${indent}${isLast ? '└─ ' : '├─ '}`;
    return [
      nodeLine(child, { own, resting: 0 }, look),
      ...childLines(child, `${indent}${isLast ? '   ' : '│  '}`, look),
    ];
  });
}

function isShown(node: DialogNode): boolean {
  return isActive(node) || node.children.some(isShown);
}

function isActive({ state }: DialogNode): boolean {
  return state !== 'idle' && state !== 'completed' && state !== 'archived';
}

function restingBelow({ children }: DialogNode): number {
  return children.reduce((sum, child) => sum + (isShown(child) ? 0 : 1) + restingBelow(child), 0);
}

function nodeLine(
  node: DialogNode,
  { own, resting }: { readonly own: string; readonly resting: number },
  { doing, columns, paint }: ProgressLook,
): string {
  const { sign, tone } = signs[node.state];
  const name = nameOf(node);
  const what = [...activities(node, doing.get(node.selfId)), ...(resting > 0 ? [`${resting} at rest`] : [])].join(
    ' · ',
  );
  const head = fitColumns(`${own}${sign} ${name}`, columns);
  const rest = fitColumns(what === '' ? '' : `  ${oneLine(what)}`, columns - columnsOf(head));
  return `${paint('dim', own)}${paint(tone, sign)} ${paint('bold', head.slice(own.length + 2))}${rest && `  ${paint('dim', rest.trimStart())}`}`;
}

const signs: Readonly<Record<DialogNode['state'], { readonly sign: string; readonly tone: Tone }>> = {
  generating: { sign: '●', tone: 'green' },
  'awaiting-q4h': { sign: '?', tone: 'yellow' },
  'awaiting-subdialogs': { sign: '◌', tone: 'cyan' },
  interrupted: { sign: '■', tone: 'red' },
  idle: { sign: '○', tone: 'dim' },
  completed: { sign: '✓', tone: 'green' },
  archived: { sign: '✓', tone: 'dim' },
};

function nameOf({ agentId, tellaskSession }: DialogNode): string {
  return oneLine(tellaskSession === undefined ? agentId : `${agentId}!${tellaskSession}`);
}

function activities(node: DialogNode, doing: string | undefined): readonly string[] {
  return node.states.map(state => {
    switch (state) {
      case 'generating':
        return doing ?? 'works';
      case 'awaiting-q4h': {
        const [first, ...others] = node.questions;
        const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
        const asks = first?.kind === 'permission' ? 'asks for permission' : 'asks you';
        return `${asks}: ${withoutMention(first?.tellaskHead ?? '').trim()}${more}`;
      }
      case 'awaiting-subdialogs':
        return `waits for ${[...new Set(node.pending.map(({ agentId }) => agentId))].join(', ')}`;
      case 'interrupted':
        return node.interruption ? describeInterruption(node.interruption).heading : 'interrupted';
      case 'idle':
        return 'rests';
      case 'completed':
      case 'archived':
        return state;
      default:
        return assertNever(state);
    }
  });
}
