// The setting for resuming dialogs when a folder is opened.

export type ResumePolicy = 'ask' | 'always' | 'never';

/**
 * The choice of the setting's places. A cloned folder brings its own settings: they may hold dialogs back, but only the
 * person's own settings let them go on unasked (SPEC 11.2).
 */
export function resumeChoice(places: {
  readonly person: unknown;
  readonly workspace: unknown;
  readonly folder: unknown;
}): ResumePolicy {
  const ofFolder = places.folder ?? places.workspace;
  if (ofFolder === 'ask' || ofFolder === 'never') return ofFolder;
  return places.person === 'always' || places.person === 'never' ? places.person : 'ask';
}
