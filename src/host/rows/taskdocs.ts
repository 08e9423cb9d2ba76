// The taskdocs of an rtws and their contents, from its files and its dialogs (SPEC 6.4, 13.6). Pure.
import type { RootSummary } from '../../core/dialog/view/projection.ts';

/** One taskdoc. */
export interface Taskdoc {
  /** Relative to the rtws, with `/`, without one at the end. */
  readonly path: string;
  readonly kind: 'package' | 'file';
  /** Files that are there, relative to the package. */
  readonly files: readonly string[];
  /** Running roots whose trees share it. */
  readonly users: readonly RootSummary[];
  /** The subject of the root that owns it: a root without a taskdoc gets one under its own id. */
  readonly about?: string;
}

/** A place in a package where text is or may be. */
export interface Section {
  readonly category?: string;
  readonly selector: string;
  /** Relative to the rtws. */
  readonly file: string;
  readonly exists: boolean;
}

const required = ['goals', 'constraints'];
const last = ['progress'];
const remembered = ['contracts', 'acceptance', 'grants', 'runbook', 'decisions', 'risks'];
/** The category whose sections every request shows. */
export const bearInMind = 'bearinmind';

/**
 * Every taskdoc by path, those with files first; `found` are files of packages, relative to the rtws, `roots` all there
 * are.
 */
export function gatherTaskdocs(found: readonly string[], roots: readonly RootSummary[]): readonly Taskdoc[] {
  const files = Map.groupBy(
    found.filter(file => packageOf(file) !== undefined),
    file => packageOf(file) ?? '',
  );
  const running = roots.filter(({ status }) => status === 'running');
  const users = Map.groupBy(running, root => plainPath(root.taskDocPath));
  const owners = new Map(roots.map(root => [`tasks/${root.rootId}.tsk`, root.headline]));
  const paths = [...new Set([...files.keys(), ...users.keys()])];
  const taskdocs = paths.map((path): Taskdoc => {
    const inside = (files.get(path) ?? []).map(file => file.slice(path.length + 1));
    const about = owners.get(path);
    return {
      path,
      kind: path.endsWith('.md') ? 'file' : 'package',
      files: inside.sort(),
      users: users.get(path) ?? [],
      ...(about && { about }),
    };
  });
  return taskdocs.sort((a, b) => Number(isUnwritten(a)) - Number(isUnwritten(b)) || (a.path < b.path ? -1 : 1));
}

/** True if a dialog names a package without a file yet. */
export function isUnwritten({ kind, files }: Taskdoc): boolean {
  return kind === 'package' && files.length === 0;
}

/** The package that a path lies in or is, relative to the rtws. */
export function packageOf(path: string): string | undefined {
  const steps = path.split('/');
  const at = steps.findIndex(step => step.endsWith('.tsk') && step !== '.tsk');
  return at < 0 ? undefined : steps.slice(0, at + 1).join('/');
}

/** The sections in the order of the effective taskdoc, then those that are listed by name only. */
export function sectionsOf({ path, kind, files }: Taskdoc): readonly Section[] {
  if (kind === 'file') return [];
  const own = (selector: string): Section => ({
    selector,
    file: `${path}/${selector}.md`,
    exists: files.includes(`${selector}.md`),
  });
  return [...required.map(own), ...inCategories({ path, files }), ...last.map(own)];
}

function inCategories({ path, files }: { path: string; files: readonly string[] }): Section[] {
  const sections = files.flatMap(file => {
    const [category, name, deeper] = file.split('/');
    if (category === undefined || !name?.endsWith('.md') || deeper !== undefined) return [];
    return [{ category, selector: name.slice(0, -3), file: `${path}/${file}`, exists: true }];
  });
  const rank = ({ category, selector }: Section) => (category === bearInMind ? remembered.indexOf(selector) : 99);
  return sections.filter(each => rank(each) >= 0).sort((a, b) => rank(a) - rank(b));
}

function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
}
