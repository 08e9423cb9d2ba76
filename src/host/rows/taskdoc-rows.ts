// Rows of the Taskdocs tree: packages, their sections under the names that models see, and the dialogs that use each
// (SPEC 13.1, 13.6). Pure.
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { firstLine } from '../../pages/headline.ts';
import { rootRow } from './dialog-rows.ts';
import { bearInMind, isUnwritten, type Section, sectionsOf, type Taskdoc } from './taskdocs.ts';
import type { TreeRow } from './tree-row.ts';
import type { Translate, Wording } from './wording.ts';

/** A row with those under it; commands of menus take the rest. */
export interface TaskdocNode {
  readonly row: TreeRow;
  readonly children: readonly TaskdocNode[];
  readonly taskDocPath?: string;
  readonly rootId?: string;
}

/** A taskdoc with its sections and the dialogs that use it. `member` names who answers in a dialog. */
export function taskdocNode(taskdoc: Taskdoc, member: (root: RootSummary) => string, wording: Wording): TaskdocNode {
  const { path, users } = taskdoc;
  const dialogs = users.map(
    (root): TaskdocNode => ({
      row: { ...rootRow(root, member(root), wording), id: `use:${path}#${root.rootId}`, expansion: 'none' },
      children: [],
      rootId: root.rootId,
    }),
  );
  return {
    row: taskdocRow(taskdoc, wording),
    children: [...sectionNodes(taskdoc, wording.t), ...dialogs],
    taskDocPath: path,
  };
}

function taskdocRow(taskdoc: Taskdoc, { t }: Wording): TreeRow {
  const { path, kind, users } = taskdoc;
  const unwritten = isUnwritten(taskdoc);
  const about = taskdoc.about ?? (unwritten ? users[0]?.headline : undefined);
  const label = about ? firstLine(about, 40) : nameOf(path);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const used = countUsers(users.length, t);
  const description = [unwritten ? t('not written yet') : folder, used].filter(part => part !== '').join(' · ');
  return {
    id: `taskdoc:${path}`,
    label,
    ...(description !== '' && { description }),
    tooltip: [path, used || t('No running dialog uses it')].join('\n'),
    icon: kind === 'file' ? { name: 'markdown' } : { name: 'checklist' },
    ...(unwritten && { dimmed: true }),
    traits: ['taskdoc', kind, users.length > 0 ? 'used' : 'unused'],
    expansion: 'collapsed',
    click:
      kind === 'file'
        ? { command: 'dominds.openFile', target: { file: path, make: true } }
        : { command: 'dominds.previewTaskdoc', target: { taskDocPath: path } },
    spoken: [label, t('taskdoc'), description].filter(part => part !== '').join(', '),
  };
}

function sectionNodes(taskdoc: Taskdoc, t: Translate): TaskdocNode[] {
  const sections = sectionsOf(taskdoc);
  const own = sections.filter(({ category }) => category === undefined);
  const progress = own.filter(({ selector }) => selector === 'progress');
  const before = own.filter(section => !progress.includes(section));
  const grouped = Map.groupBy(
    sections.filter(({ category }) => category !== undefined),
    ({ category }) => category ?? '',
  );
  const groupNode = (category: string): TaskdocNode[] => {
    const inside = grouped.get(category) ?? [];
    return inside.length === 0 ? [] : [{ row: groupRow(taskdoc, category, t), children: inside.map(sectionNode(t)) }];
  };
  const others = [...grouped.keys()].filter(category => category !== bearInMind);
  return [
    ...before.map(sectionNode(t)),
    ...groupNode(bearInMind),
    ...progress.map(sectionNode(t)),
    ...others.flatMap(groupNode),
  ];
}

function sectionNode(t: Translate): (section: Section) => TaskdocNode {
  return section => ({ row: sectionRow(section, t), children: [] });
}

function sectionRow(section: Section, t: Translate): TreeRow {
  const { file, exists } = section;
  const label = sectionLabel(section, t);
  return {
    id: `section:${file}`,
    label,
    ...(!exists && { description: t('not written yet'), dimmed: true }),
    tooltip: file,
    icon: { name: 'note' },
    traits: ['section'],
    expansion: 'none',
    click: { command: 'dominds.openFile', target: { file, make: true } },
    spoken: exists ? label : `${label}, ${t('not written yet')}`,
  };
}

function groupRow({ path }: Taskdoc, category: string, t: Translate): TreeRow {
  return {
    id: `category:${path}/${category}`,
    label: category === bearInMind ? t('Bear In Mind') : category,
    ...(category !== bearInMind && { description: t('listed by name') }),
    icon: { name: category === bearInMind ? 'lightbulb' : 'folder' },
    traits: ['category'],
    expansion: category === bearInMind ? 'expanded' : 'collapsed',
  };
}

/** A section as people call it; those of their own making keep their name. */
export function sectionLabel({ category, selector }: Pick<Section, 'category' | 'selector'>, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    goals: t('Goals'),
    constraints: t('Constraints'),
    progress: t('Progress'),
    [`${bearInMind}/contracts`]: t('Contracts'),
    [`${bearInMind}/acceptance`]: t('Acceptance'),
    [`${bearInMind}/grants`]: t('Grants'),
    [`${bearInMind}/runbook`]: t('Runbook'),
    [`${bearInMind}/decisions`]: t('Decisions'),
    [`${bearInMind}/risks`]: t('Risks'),
  };
  return labels[category === undefined ? selector : `${category}/${selector}`] ?? selector;
}

/** Turns a typed taskdoc name into a folder name; '' when no character is usable. */
export function taskName(typed: string): string {
  return typed
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(tsk|md)$/, '');
}

function countUsers(count: number, t: Translate): string {
  if (count === 0) return '';
  return count === 1 ? t('1 dialog') : t('{0} dialogs', count);
}
