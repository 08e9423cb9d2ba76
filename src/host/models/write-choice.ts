// Makes a chosen model hold: as settings of this workspace, or as edits of files that the person can undo.
import { ConfigurationTarget, Uri, workspace } from 'vscode';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ChoiceEdits, ModelChoice, Runtime } from '../../runtime.ts';
import { writeText } from '../commands/in-folder.ts';
import { SECTION } from '../settings/settings.ts';

/** Writes the choice for the folder, or for one member. Resolves when it is in effect. */
export async function writeChoice(
  { runtime, folder }: { readonly runtime: Runtime; readonly folder: Uri },
  choice: ModelChoice,
  agentId?: string,
): Promise<Outcome<object>> {
  const edits = runtime.models.editsFor(choice, agentId);
  if (!edits.ok) return edits;
  if (edits.kind === 'settings') await writeSettings(folder, edits.settings);
  else for (const file of edits.files) await writeText(Uri.joinPath(folder, file.path), file.text);
  return { ok: true };
}

async function writeSettings(
  folder: Uri,
  { provider, baseUrl, model, effort }: Extract<ChoiceEdits, { kind: 'settings' }>['settings'],
): Promise<void> {
  const modelKey = provider === 'vscode-lm' ? 'editor.model' : 'openai.model';
  const values = { provider, 'openai.baseUrl': baseUrl, [modelKey]: model, reasoningEffort: effort };
  for (const [key, value] of Object.entries(values)) {
    const settings = workspace.getConfiguration(SECTION, folder);
    const isSet = settings.inspect(key)?.workspaceValue !== undefined;
    // A value of the user's own settings must not shine through: an empty one hides it.
    if (value !== '' || isSet || settings.get(key)) {
      await settings.update(key, value, ConfigurationTarget.Workspace);
    }
  }
}
