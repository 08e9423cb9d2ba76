// The results of a health check, as quick pick choices and as a text (SPEC 14.2). Pure.
import { type HealthProblem, isForPeople } from '../../core/facts/health.ts';
import type { FilePlace } from './problem-rows.ts';
import type { Translate } from './wording.ts';

/** A report whose messages are in the person's language; `kindName` is the kind in it. */
export interface ToldHealth {
  readonly ok: boolean;
  readonly problems: readonly (Pick<HealthProblem, 'kind' | 'path' | 'repaired'> & {
    readonly kindName: string;
    readonly message: string;
  })[];
}

export type HealthItem =
  | { readonly does: 'repair' | 'readAll'; readonly label: string; readonly detail: string }
  | { readonly does: 'open'; readonly label: string; readonly detail: string; readonly place: FilePlace };

/**
 * Repair first, where there is anything that can be repaired, since that is what most people want; then each fault with
 * its place.
 */
export function healthItems(report: ToldHealth, t: Translate): readonly HealthItem[] {
  const left = report.problems.filter(({ repaired }) => !repaired);
  if (left.length === 0) return [];
  const repair: HealthItem = {
    does: 'repair',
    label: `$(tools) ${t('Repair')}`,
    detail: t('Indexes are rebuilt; unreadable data is kept in a backup file.'),
  };
  return [
    ...(left.every(({ kind }) => isForPeople(kind)) ? [] : [repair]),
    { does: 'readAll', label: `$(open-preview) ${t('Read All')}`, detail: t('Opens the whole report as a document.') },
    ...left.map(problemItem),
  ];
}

/** The report as Markdown. */
export function healthText({ problems }: ToldHealth, t: Translate): string {
  const lines = problems.map(({ kindName, path, message, repaired }) => {
    const what = repaired ? t('repaired') : kindName;
    return `- **${what}** \`${path}\`: ${message}`;
  });
  return [`# ${t('Health of this folder')}`, '', ...lines, ''].join('\n');
}

function problemItem({ kindName, path, message }: ToldHealth['problems'][number]): HealthItem {
  const [, file = path, line] = /^(.*?)(?::(\d+))?$/.exec(path) ?? [];
  const place = line === undefined ? { file } : { file, line: Number(line) };
  return { does: 'open', label: `$(warning) ${path}`, detail: `${kindName}: ${message}`, place };
}
