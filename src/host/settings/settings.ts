// Reads the settings `dominds.*` of a folder. None is secret: keys are in the editor's secret storage.
import { resolve } from 'node:path';
import { type Disposable, env, type Uri, type WorkspaceConfiguration, workspace } from 'vscode';
import type { KeepGoing, Runtime } from '../../runtime.ts';
import { type ResumePolicy, resumeChoice } from '../open/resume-choice.ts';
import { draftSettings } from './draft-setting-keys.ts';

/** The settings that say which model is asked; absent ones are left to the runtime (SPEC 10.1, 10.2). */
export interface ModelSettings {
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Absolute path of a playbook. */
  readonly playbook?: string;
  /** Whether to look for model servers on this machine (SPEC 18.5). */
  readonly probeLocal: boolean;
}

/** Everything the host wants to know of the settings. Empty texts count as not set. */
export interface HostSettings {
  readonly model: ModelSettings;
  readonly resumeOnStart: ResumePolicy;
  /** Which roots are reminded to keep going when they stop. */
  readonly keepGoing: KeepGoing;
  /** Work language: setting, else `DOMINDS_LANG` (left to the runtime), else that of the editor (SPEC 12.2). */
  readonly language?: string;
  /** From which level on lines go into `.dialogs/dominds.log`. */
  readonly logLevel?: string;
  /** Limits of draft dialogues, by the keys of `.minds/draft.yaml`. */
  readonly draft: Readonly<Record<string, unknown>>;
}

/** True if a change of the configuration affects the open runtime. */
export const SECTION = 'dominds';

/** Reads the settings as they are now. */
export function readSettings(folder: Uri): HostSettings {
  const settings = workspace.getConfiguration(SECTION, folder);
  const text = (key: string) => settings.get<string>(key)?.trim() || undefined;
  const provider = text('provider');
  const baseUrl = text('openai.baseUrl');
  const model = text(provider === 'vscode-lm' ? 'editor.model' : 'openai.model');
  const effort = text('reasoningEffort');
  const playbook = text('playbook');
  const logLevel = text('log.level');
  const language = text('language') ?? (process.env.DOMINDS_LANG ? undefined : env.language);
  return {
    model: {
      ...(provider !== undefined && provider !== 'auto' && { provider }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(model !== undefined && { model }),
      ...(effort !== undefined && { params: { reasoning_effort: effort } }),
      ...(playbook !== undefined && { playbook: resolve(folder.fsPath, playbook) }),
      probeLocal: settings.get<boolean>('lookForLocalServers') ?? true,
    },
    resumeOnStart: resumeOf(settings),
    keepGoing: keepGoingOf(settings.get('keepGoing')),
    ...(language !== undefined && { language }),
    ...(logLevel !== undefined && { logLevel }),
    draft: draftSettings(setting => settings.get(`draft.${setting}`)),
  };
}

function keepGoingOf(value: unknown): KeepGoing {
  return value === 'off' || value === 'with-taskdoc' ? value : 'always';
}

function resumeOf(settings: WorkspaceConfiguration): ResumePolicy {
  const found = settings.inspect('resumeOnStart');
  return resumeChoice({
    person: found?.globalValue,
    workspace: found?.workspaceValue,
    folder: found?.workspaceFolderValue,
  });
}

/**
 * The rules for actions without asking: the person's own, then those of the workspace, then of the folder. All of them
 * apply, so that no folder can allow what a person forbids.
 */
export function readPolicies(folder: Uri): unknown {
  const found = workspace.getConfiguration(SECTION, folder).inspect<unknown>('policies');
  const places = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  return places.flatMap(rules => rules ?? []);
}

/** Whether commands that only read run unasked (SPEC 24.3): of the person's own settings alone. */
export function readingCommands(): boolean {
  return workspace.getConfiguration(SECTION).inspect('readingCommands')?.globalValue !== 'ask';
}

/** Whether a scripted model answers for a member (absent: the default responder); every view says so (SPEC 10.1). */
export function isScripted(runtime: Runtime | undefined, agentId?: string): boolean {
  return runtime?.models.configured(agentId).type === 'playbook';
}

/** How the person is told when they are not looking: of their own settings alone, since it may name a command. */
export function readNotify(): unknown {
  return workspace.getConfiguration(SECTION).inspect('notify')?.globalValue;
}

/** Calls `listener` when that changed. */
export function onNotifyChange(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration(`${SECTION}.notify`)) listener();
  });
}
