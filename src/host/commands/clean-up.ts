// Clean Up Archived Dialogs: sizes, a proposal by age or size, the person's choice, a confirmation; then they are gone
// for good. Only archived ones are ever offered (SPEC 13.9).
import { ProgressLocation, window } from 'vscode';
import type { Outcome } from '../../core/facts/trouble.ts';
import { firstLine } from '../../pages/headline.ts';
import type { Runtime, StoredRoot } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { archivedBySize, type CleanUpRule, formatBytes, isProposed, totalBytes } from '../rows/clean-up-choice.ts';
import { formatAge } from '../rows/wording.ts';
import { presentWording, t } from '../words.ts';
import { beginning } from './command.ts';

/** Deletes nothing before the person has confirmed the choice. */
export function cleanUp(host: Host): Promise<void> {
  return beginning(host, async runtime => {
    const stored = await measured(runtime);
    const archived = archivedBySize(stored);
    const sizes = t('{0} of {1} are archived', formatBytes(totalBytes(archived)), formatBytes(totalBytes(stored)));
    if (archived.length === 0) {
      void showInformation(`${t('No dialog is archived: there is nothing to clean up.')} ${sizes}.`);
      return undefined;
    }
    const chosen = await prompting(async prompts => {
      const rule = await pickRule(prompts, sizes, archived);
      return rule && pickRoots(prompts, { sizes, archived, rule });
    });
    return chosen && chosen.length > 0 && (await confirm(chosen)) ? remove(runtime, chosen) : undefined;
  });
}

function measured(runtime: Runtime): Thenable<readonly StoredRoot[]> {
  const progress = { location: ProgressLocation.Window, title: t('Measuring dialogs') };
  return window.withProgress(progress, () => runtime.storage());
}

async function pickRule(
  prompts: Prompts,
  sizes: string,
  archived: readonly StoredRoot[],
): Promise<CleanUpRule | undefined> {
  const rules: readonly [string, CleanUpRule][] = [
    [t('Older than {0} days', 30), { kind: 'older', days: 30 }],
    [t('Older than {0} days', 90), { kind: 'older', days: 90 }],
    [t('Larger than {0}', '1 MB'), { kind: 'larger', bytes: 1_000_000 }],
    [t('Choose one by one'), { kind: 'choose' }],
  ];
  const items = rules.flatMap(([label, rule]) => {
    const proposed = archived.filter(root => isProposed(root, rule, Date.now()));
    const meant = rule.kind === 'choose' ? archived : proposed;
    // A rule that proposes nothing is no choice.
    if (meant.length === 0) return [];
    return [{ label, description: `${meant.length} · ${formatBytes(totalBytes(meant))}`, rule }];
  });
  const picked = await prompts.pick(items, { title: `${t('Clean Up Archived Dialogs')}: ${sizes}` });
  return picked?.rule;
}

async function pickRoots(
  prompts: Prompts,
  { sizes, archived, rule }: { sizes: string; archived: readonly StoredRoot[]; rule: CleanUpRule },
): Promise<readonly StoredRoot[] | undefined> {
  const wording = presentWording();
  const items = archived.map(stored => ({
    label: firstLine(stored.root.headline, 80) || stored.root.rootId,
    description: `${formatBytes(stored.bytes)} · ${formatAge(stored.root.lastModified, wording)}`,
    picked: isProposed(stored, rule, wording.now),
    stored,
  }));
  const picked = await prompts.pickMany(items, {
    title: `${t('Delete which archived dialogs?')} ${sizes}`,
    matchOnDescription: true,
  });
  return picked?.map(({ stored }) => stored);
}

async function confirm(chosen: readonly StoredRoot[]): Promise<boolean> {
  const size = formatBytes(totalBytes(chosen));
  const question =
    chosen.length === 1
      ? t('Delete 1 archived dialog ({0}) for good?', size)
      : t('Delete {0} archived dialogs ({1}) for good?', chosen.length, size);
  const remove = t('Delete');
  const detail = t('This cannot be undone. Taskdocs and files of the workspace stay.');
  return (await showWarning(question, { modal: true, detail }, remove)) === remove;
}

async function remove(runtime: Runtime, chosen: readonly StoredRoot[]): Promise<Outcome<object>> {
  const removed = await runtime.removeArchived(chosen.map(({ root }) => root.rootId));
  if (removed.ok) {
    window.setStatusBarMessage(t('{0} freed', formatBytes(totalBytes(chosen))), 4000);
  }
  return removed;
}
