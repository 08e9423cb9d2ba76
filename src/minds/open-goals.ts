// Lines of a taskdoc's goals and acceptance that are not ticked off (SPEC 23.8). Pure.

import { lineOf } from '../core/evidence/acceptance.ts';
import type { TextFile } from './files/text-files.ts';
import type { TaskdocText } from './taskdoc/effective-taskdoc.ts';

const MOST_LINES = 6;
const MOST_CHARACTERS = 120;

/** The first lines `- [ ] …`, without the box. Those that the runtime checks are evidence's (SPEC 26). */
export function openGoals(taskdoc: TaskdocText): readonly string[] {
  return filesOf(taskdoc)
    .flatMap(file => (file.kind === 'text' ? file.text.split('\n') : []))
    .filter(line => (lineOf(line)?.kind ?? 'goal') === 'goal')
    .flatMap(line => /^\s*[-*+]\s+\[ \]\s+(.+)$/.exec(line)?.[1]?.trim() ?? [])
    .slice(0, MOST_LINES)
    .map(line => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line));
}

function filesOf(taskdoc: TaskdocText): readonly TextFile[] {
  if (taskdoc.kind === 'file') return [taskdoc.text];
  const acceptance = taskdoc.bearInMind.filter(({ name }) => name === 'acceptance').map(({ file }) => file);
  return [taskdoc.goals, ...acceptance];
}
