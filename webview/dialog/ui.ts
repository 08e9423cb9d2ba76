// A panel's saved state besides the dialog: its place, and the person's typing, folding and scrolling. The place lets
// the host restore the panel; dialog data is never saved here.
import { isPlainObject } from '../../src/core/base/plain-object.ts';
import type { NewDialog } from '../../src/protocol/new-dialog.ts';
import type { RestoreTalk } from '../shared/words/en/files.ts';

/** What is restored; remembered for the next time. */
export interface RestoreChoice {
  readonly files: boolean;
  readonly talk: RestoreTalk;
}

/** Saved by the editor for this panel. */
export interface SavedUi {
  readonly v: 1;
  readonly rootId: string;
  readonly selfId: string;
  /** The ended course that is being read; 0 for the newest, whichever that is by then. */
  readonly course: number;
  /** Text not sent yet: under '' the message, under a question's id its answer. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The question that the composer answers; '' for none. */
  readonly answering: string;
  /** Keys of foldable parts that are not as they are by default. */
  readonly toggled: readonly string[];
  readonly scroll: Scroll;
  /** What was restored the last time (SPEC 25.4). */
  readonly restoreChoice: RestoreChoice;
  /** The choices for a dialog that is not begun, for the host. */
  readonly unbegun?: NewDialog;
}

/** At the newest item, or with the item of this key `offset` pixels below the top of the view. */
export type Scroll =
  | { readonly kind: 'newest' }
  | { readonly kind: 'item'; readonly key: string; readonly offset: number };

/** Folds that are remembered; older ones are forgotten first. */
const TOGGLED_MAX = 300;

/** Reads the saved state; missing or invalid parts are as in a new panel. Never throws. */
export function parseSavedUi(saved: unknown): SavedUi {
  const from = isPlainObject(saved) && saved.v === 1 ? saved : {};
  const { rootId, selfId, course, drafts, answering, toggled, scroll, restoreChoice } = from;
  return {
    v: 1,
    rootId: text(rootId),
    selfId: text(selfId),
    course: typeof course === 'number' ? course : 0,
    drafts: isPlainObject(drafts) ? Object.fromEntries(Object.entries(drafts).filter(isTextEntry)) : {},
    answering: text(answering),
    toggled: Array.isArray(toggled) ? toggled.filter(key => typeof key === 'string').slice(-TOGGLED_MAX) : [],
    scroll: parseScroll(scroll),
    restoreChoice: parseChoice(restoreChoice),
  };
}

function parseChoice(saved: unknown): RestoreChoice {
  const { files, talk } = isPlainObject(saved) ? saved : {};
  return { files: files !== false, talk: talk === 'course' || talk === 'stay' ? talk : 'fork' };
}

function parseScroll(saved: unknown): Scroll {
  if (!isPlainObject(saved) || saved.kind !== 'item') return { kind: 'newest' };
  const { key, offset } = saved;
  if (typeof key !== 'string' || typeof offset !== 'number') return { kind: 'newest' };
  return { kind: 'item', key, offset };
}

function isTextEntry(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
