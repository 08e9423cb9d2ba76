// Rows for faults in files of `.minds/`: on top of the Team view, each opens its place (SPEC 12.1, 18.3). Pure.
import type { FileProblem } from '../../core/team/team.ts';
import type { MessageAndRemedy } from '../../words/say.ts';
import type { TreeRow } from './tree-row.ts';
import type { Wording } from './wording.ts';

/** A place in a file of the rtws, for commands. `line` and `column` count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** Makes the file, empty, when it is not there. */
  readonly make?: boolean;
}

const SHOWN = 10;

/** A problem in the person's language. */
export type ToldProblem = Omit<FileProblem, 'fault'> & MessageAndRemedy;

/** A row for each fault, the errors first; the rest is in the Problems view. */
export function problemRows(problems: readonly ToldProblem[], { t }: Wording): TreeRow[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const ranked = [...errors, ...problems.filter(problem => !errors.includes(problem))];
  const rows = ranked.slice(0, SHOWN).map(problem => problemRow(problem));
  const hidden = ranked.length - rows.length;
  if (hidden === 0) return rows;
  return [
    ...rows,
    {
      id: 'problems:more',
      label: t('{0} more in the Problems view', hidden),
      icon: { name: 'ellipsis' },
      traits: ['more'],
      expansion: 'none',
      click: { command: 'workbench.actions.view.problems', target: undefined },
    },
  ];
}

function problemRow(problem: ToldProblem): TreeRow {
  const { file, line, column, message, remedy, severity } = problem;
  const name = file.split('/').at(-1) ?? file;
  const target: FilePlace = { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
  return {
    id: `problem:${file}:${line}:${column}:${message}`,
    label: message,
    description: line === undefined ? name : `${name}:${line}`,
    tooltip: `${message}\n${remedy}`,
    icon:
      severity === 'error'
        ? { name: 'error', color: 'problemsErrorIcon.foreground' }
        : { name: 'warning', color: 'problemsWarningIcon.foreground' },
    traits: ['problem', severity],
    expansion: 'none',
    click: { command: 'dominds.openFile', target },
    spoken: `${severity}: ${message}, ${name} ${line ?? ''}. ${remedy}`,
  };
}
