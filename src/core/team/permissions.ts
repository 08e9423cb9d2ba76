// What a person lets run without a question, beyond what rules allow: the mode of a task, and single permissions in
// words (SPEC 24.4). Pure.
import { changesExecuted, type Grant, type PolicyAction, touchesSensitive, type Verdict } from './policy.ts';

/**
 * `ask`: as rules and defaults say. `edits`: edits of usual files run, too. `all`: everything runs but what is denied.
 */
export const permissionModes = ['ask', 'edits', 'all'] as const;
export type PermissionMode = (typeof permissionModes)[number];

export type PermissionModeNames = Readonly<Record<PermissionMode, string>>;

/** A mode as it is recorded; it counts only on the machine that made its seal (`sealedMode`). */
export interface ChosenMode {
  readonly mode: PermissionMode;
  readonly seal?: string;
}

/** True if an action about which the verdict asks runs all the same. Files that say what is allowed always ask. */
export function runsInMode(mode: PermissionMode, action: PolicyAction, { reason }: Verdict): boolean {
  if (mode === 'all') return action.toolset !== 'team';
  return mode === 'edits' && reason === 'default' && isUsualEdit(action);
}

function isUsualEdit(action: PolicyAction): boolean {
  return action.toolset === 'write' && !touchesSensitive(action) && !changesExecuted(action);
}

/** Grants with the same text are one. */
export const grantText = (grant: Grant): string => JSON.stringify(grant);

/** A permission in one line: its commands, or its tool and where. */
export function permissionLine({ tool, commands, command, paths }: Grant): string {
  const what = commands?.join(', ') ?? command ?? tool;
  const where = paths.filter(path => path !== '.').join(', ');
  return where === '' ? what : `${what} (${where})`;
}
