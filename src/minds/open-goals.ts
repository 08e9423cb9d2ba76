// Lines of a taskdoc's goals and acceptance, ticked off or not (SPEC 23.8, 25.8). Pure.

import { acceptanceLine } from '../core/evidence/acceptance.ts';
import type { TodoLine } from '../core/evidence/todo.ts';
import type { TextFile } from './files/text-files.ts';
import type { TaskdocText } from './taskdoc/effective-taskdoc.ts';

const MOST_LINES = 6;
const MOST_CHARACTERS = 120;

/** Lines `- [ ] …` and `- [x] …`, without the box. Those that the runtime checks are evidence's (SPEC 26). */
export function goalsWithBoxes(taskdoc: TaskdocText): readonly TodoLine[] {
  return filesOf(taskdoc)
    .flatMap(file => (file.kind === 'text' ? file.text.split('\n') : []))
    .filter(line => (acceptanceLine(line)?.kind ?? 'goal') === 'goal')
    .flatMap(line => {
      const [, box, text = ''] = /^\s*[-*+]\s+\[([ xX])\]\s+(.+)$/.exec(line) ?? [];
      return box === undefined ? [] : [{ text: cut(text.trim()), state: box === ' ' ? 'open' : 'done' } as const];
    });
}

/** The first of them that are not ticked off. */
export function openGoals(taskdoc: TaskdocText): readonly string[] {
  const open = goalsWithBoxes(taskdoc).filter(({ state }) => state === 'open');
  return open.slice(0, MOST_LINES).map(({ text }) => text);
}

function cut(line: string): string {
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}

function filesOf(taskdoc: TaskdocText): readonly TextFile[] {
  if (taskdoc.kind === 'file') return [taskdoc.text];
  const acceptance = taskdoc.bearInMind.filter(({ name }) => name === 'acceptance').map(({ file }) => file);
  return [taskdoc.goals, ...acceptance];
}
