// The saved state of the Overview: folds, the chosen root, and started answers. Never dialog data.
import { isPlainObject } from '../../src/core/base/plain-object.ts';

/** Saved by the editor for this panel. */
export interface SavedOverview {
  readonly v: 1;
  readonly toggled: readonly string[];
  readonly selected: string;
  readonly answering: string;
  readonly drafts: Readonly<Record<string, string>>;
}

/** Reads the saved state; missing or invalid parts are as in a new panel. Never throws. */
export function parseSavedOverview(saved: unknown): SavedOverview {
  const from = isPlainObject(saved) && saved.v === 1 ? saved : {};
  const { toggled, selected, answering, drafts } = from;
  return {
    v: 1,
    toggled: Array.isArray(toggled) ? toggled.filter(key => typeof key === 'string') : [],
    selected: typeof selected === 'string' ? selected : '',
    answering: typeof answering === 'string' ? answering : '',
    drafts: isPlainObject(drafts)
      ? Object.fromEntries(
          Object.entries(drafts).filter((each): each is [string, string] => typeof each[1] === 'string'),
        )
      : {},
  };
}
