// Marks taskdoc packages in the explorer and describes their files. Icons of files and folders belong to the icon
// theme; an extension may add a badge and a tooltip (SPEC 13.6).
import path from 'node:path';
import { type Disposable, FileDecoration, window } from 'vscode';
import { sectionLabel } from '../rows/taskdoc-rows.ts';
import { packageOf } from '../rows/taskdocs.ts';
import { t } from '../words.ts';

/** Draws them. */
export function registerTaskdocDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, path: file }) => (scheme === 'file' ? decorationOf(file) : undefined),
  });
}

function decorationOf(file: string): FileDecoration | undefined {
  if (!file.includes('.tsk')) return undefined;
  const taskdoc = packageOf(file);
  if (taskdoc === undefined) return undefined;
  const name = path.posix.basename(taskdoc, '.tsk');
  if (taskdoc === file) return new FileDecoration('☑', t('Taskdoc'));
  const inside = file.slice(taskdoc.length + 1);
  if (!inside.endsWith('.md')) return undefined;
  const [selector = '', category] = inside.slice(0, -3).split('/').reverse();
  const section = { selector, ...(category !== undefined && { category }) };
  return new FileDecoration(undefined, t('{0} of the taskdoc {1}', sectionLabel(section, t), name));
}
