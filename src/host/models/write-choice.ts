// Makes a chosen model hold: as settings of the person or of this workspace, or as edits of files that the person can
// undo.
import { ConfigurationTarget, Uri, workspace } from 'vscode';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ChoiceEdits, ModelChoice, Runtime } from '../../runtime.ts';
import { writeText } from '../commands/in-folder.ts';
import { SECTION } from '../settings/settings.ts';

/** For whom a model is chosen: by default for every folder of the person that names none (SPEC 25.7). */
export type ForWhom = 'everywhere' | 'workspace' | { readonly agentId: string };

/** Where the choice of the person is overridden in this folder. */
export function isNamedHere(runtime: Runtime, folder: Uri): boolean {
  return runtime.models.isNamedByFile() || isSetHere(folder);
}

/**
 * Writes the choice, and keeps its server for every folder. A folder that names its own model is changed there.
 * Resolves when it is in effect.
 */
export async function writeChoice(
  { runtime, folder }: { readonly runtime: Runtime; readonly folder: Uri },
  choice: ModelChoice,
  whom: ForWhom,
): Promise<Outcome<object>> {
  const edits = runtime.models.editsFor(choice, typeof whom === 'string' ? undefined : whom.agentId);
  if (!edits.ok) return edits;
  const isOfWorkspace = whom !== 'everywhere' || isNamedHere(runtime, folder);
  runtime.models.remember(choice, !isOfWorkspace);
  if (edits.kind === 'files')
    for (const { path, text } of edits.files) await writeText(Uri.joinPath(folder, path), text);
  else await writeSettings(folder, edits.settings, isOfWorkspace);
  return { ok: true };
}

async function writeSettings(
  folder: Uri,
  { provider, baseUrl, model, effort }: Extract<ChoiceEdits, { kind: 'settings' }>['settings'],
  isOfWorkspace: boolean,
): Promise<void> {
  const modelKey = provider === 'vscode-lm' ? 'editor.model' : 'openai.model';
  const values = { provider, 'openai.baseUrl': baseUrl, [modelKey]: model, reasoningEffort: effort };
  for (const [key, value] of Object.entries(values)) {
    const settings = workspace.getConfiguration(SECTION, folder);
    if (!isOfWorkspace) {
      await settings.update(key, value === '' ? undefined : value, ConfigurationTarget.Global);
      continue;
    }
    const isSet = settings.inspect(key)?.workspaceValue !== undefined;
    // A value of the user's own settings must not shine through: an empty one hides it.
    if (value !== '' || isSet || settings.get(key)) {
      await settings.update(key, value, ConfigurationTarget.Workspace);
    }
  }
}

function isSetHere(folder: Uri): boolean {
  const settings = workspace.getConfiguration(SECTION, folder);
  return ['provider', 'openai.baseUrl', 'openai.model', 'editor.model', 'playbook'].some(key => {
    const found = settings.inspect(key);
    return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
  });
}
