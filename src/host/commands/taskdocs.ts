// New, Open and Preview Taskdoc: taskdocs are edited as files of the workspace (SPEC 6.4, 13.6).
import { Uri, window, workspace } from 'vscode';
import { refuse } from '../../core/facts/trouble.ts';
import type { Host } from '../host.ts';
import { askOnce, pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { sectionLabel, taskName } from '../rows/taskdoc-rows.ts';
import { gatherTaskdocs, packageOf } from '../rows/taskdocs.ts';
import { findTaskdocFiles, inRtws } from '../taskdocs/find-taskdocs.ts';
import { showTaskdocPreview } from '../taskdocs/taskdoc-preview.ts';
import { t } from '../words.ts';
import { exists, inFolder, openOrMake } from './in-folder.ts';
import { dialogOfTarget } from './target.ts';

const SECTIONS = ['goals', 'constraints', 'progress'] as const;

/** Makes an empty taskdoc package and opens its goals. */
export function newTaskdoc(host: Host): Promise<void> {
  return inFolder(host, async folder => {
    const typed = await askOnce({
      title: t('New Taskdoc'),
      prompt: t('Name. Creates tasks/<name>.tsk with goals, constraints and progress.'),
      validate: text => (taskName(text) === '' ? t('Enter at least one letter or digit.') : undefined),
    });
    if (typed === undefined) return undefined;
    const path = `tasks/${taskName(typed)}.tsk`;
    const taskdoc = Uri.joinPath(folder, path);
    if (await exists(taskdoc)) return refuse('taskdoc-exists', { path });
    for (const section of SECTIONS) {
      await workspace.fs.writeFile(Uri.joinPath(taskdoc, `${section}.md`), new Uint8Array());
    }
    await window.showTextDocument(Uri.joinPath(taskdoc, 'goals.md'));
    return undefined;
  });
}

/** Opens a section of the taskdoc meant, else of one picked in the folder. */
export function openTaskdoc(host: Host, target: unknown): Promise<void> {
  return inFolder(host, async folder => {
    const path = await findTaskdoc(host, folder, { target, title: t('Open Taskdoc') });
    if (path?.endsWith('.md')) await window.showTextDocument(Uri.joinPath(folder, path));
    else if (path !== undefined) await openSection(folder, path);
    return undefined;
  });
}

/** Shows the taskdoc meant as models see it, else one picked in the folder. */
export function previewTaskdoc(host: Host, target: unknown): Promise<void> {
  return inFolder(host, async folder => {
    const path = await findTaskdoc(host, folder, { target, title: t('Preview Taskdoc') });
    if (path !== undefined) await showTaskdocPreview(path);
    return undefined;
  });
}

async function openSection(folder: Uri, path: string): Promise<void> {
  const items = SECTIONS.map(section => ({ label: sectionLabel({ selector: section }, t), section }));
  const picked = await pickOnce(items, { title: path, placeHolder: t('Which section?') });
  // A dialog without a given taskdoc gets its files at the first write, which may be this person's.
  if (picked) await openOrMake(Uri.joinPath(folder, path, `${picked.section}.md`), '');
}

/** The menu's argument (a row, a file or folder of the explorer), the taskdoc of the dialog, or the picked one. */
async function findTaskdoc(
  host: Host,
  folder: Uri,
  { target, title }: { readonly target: unknown; readonly title: string },
): Promise<string | undefined> {
  if (target instanceof Uri) return packageOf(inRtws(folder, target));
  const { taskDocPath } = (target ?? {}) as { taskDocPath?: unknown };
  if (typeof taskDocPath === 'string') return taskDocPath;
  const dialog = dialogOfTarget(target) ?? host.dialogInFront();
  const root = host.rtws.runtime?.listRoots().find(({ rootId }) => rootId === dialog?.rootId);
  return root?.taskDocPath ?? pickTaskdoc(host, folder, title);
}

async function pickTaskdoc(host: Host, folder: Uri, title: string): Promise<string | undefined> {
  const paths = gatherTaskdocs(await findTaskdocFiles(folder), []).map(({ path }) => path);
  if (paths.length === 0) {
    void offerNewTaskdoc(host);
    return undefined;
  }
  return (
    await pickOnce(
      paths.map(path => ({ label: path })),
      { title },
    )
  )?.label;
}

async function offerNewTaskdoc(host: Host): Promise<void> {
  const make = t('New Taskdoc');
  if ((await showInformation(t('There is no taskdoc in this folder yet.'), make)) === make) await newTaskdoc(host);
}
