// The tree of dialogs on a terminal: who does what right now, who waits for whom, who asks. Pure: nodes in, lines out.
import { assertNever } from '../../core/base/assert.ts';
import type { DialogId } from '../../core/base/ids.ts';
import type { Language } from '../../core/base/language.ts';
import { saySleep } from '../../core/dialog/sleep.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import { withoutMention } from '../../core/tellask/title.ts';
import { sayTrouble } from '../../words/say.ts';
import { commandLineWords } from '../../words/say-command-line.ts';
import { columnsOf, fitColumns } from './columns.ts';
import type { Tone } from './output.ts';
import { oneOutputLine } from './output.ts';

export interface ProgressLook {
  /** A dialog's activity beyond its state: `thinks`, `uses run_shell`. */
  readonly doing: ReadonlyMap<DialogId, string>;
  readonly columns: number;
  /** Lines there is room for; the rest is counted. */
  readonly rows: number;
  readonly paint: (tone: Tone, text: string) => string;
  readonly language: Language;
}

/** Lines for these roots: dialogs that work, wait or ask, with those above them. Resting ones are only counted. */
export function progressLines(roots: readonly DialogNode[], look: ProgressLook): readonly string[] {
  const lines = roots.flatMap(root => [
    nodeLine(root, { own: '', resting: restingBelow(root) }, look),
    ...childLines(root, '', look),
  ]);
  const hidden = lines.length - look.rows;
  if (hidden <= 0) return lines;
  return [...lines.slice(0, look.rows - 1), look.paint('dim', commandLineWords(look.language).moreLines(hidden + 1))];
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

function isActive({ state, pause }: DialogNode): boolean {
  return pause?.kind === 'asleep' || (state !== 'idle' && state !== 'completed' && state !== 'archived');
}

function restingBelow({ children }: DialogNode): number {
  return children.reduce((sum, child) => sum + (isShown(child) ? 0 : 1) + restingBelow(child), 0);
}

function nodeLine(
  node: DialogNode,
  { own, resting }: { readonly own: string; readonly resting: number },
  { doing, columns, paint, language }: ProgressLook,
): string {
  const { sign, tone } = signs[node.state];
  const name = nameOf(node);
  const { atRest } = commandLineWords(language);
  const what = [...activities(node, doing.get(node.selfId), language), ...(resting > 0 ? [atRest(resting)] : [])].join(
    ' · ',
  );
  const head = fitColumns(`${own}${sign} ${name}`, columns);
  const rest = fitColumns(what === '' ? '' : `  ${oneOutputLine(what)}`, columns - columnsOf(head));
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
  return oneOutputLine(tellaskSession === undefined ? agentId : `${agentId}!${tellaskSession}`);
}

function activities(node: DialogNode, doing: string | undefined, language: Language): readonly string[] {
  const words = commandLineWords(language);
  if (node.pause?.kind === 'asleep') return [saySleep(node.pause, words.asleep)];
  return node.states.map(state => {
    switch (state) {
      case 'generating':
        return doing ?? words.works;
      case 'awaiting-q4h': {
        const [first, ...others] = node.questions;
        const headline = withoutMention(first?.tellaskHead ?? '').trim();
        return words.asksYou(headline, first?.kind === 'permission', others.length);
      }
      case 'awaiting-subdialogs':
        return words.waitsFor([...new Set(node.pending.map(({ agentId }) => agentId))]);
      case 'interrupted':
        return node.interruption ? sayTrouble(node.interruption, language).heading : words.interrupted;
      case 'idle':
        return words.rests;
      case 'completed':
      case 'archived':
        return words.ended[state];
      default:
        return assertNever(state);
    }
  });
}
