// What each dialog knows of the files that it read or wrote, so that its writing loses nothing that others wrote
// meanwhile (SPEC 12.4). A process that begins anew knows nothing: then a file is read once more.
import { createHash } from 'node:crypto';
import { keepRecent } from '../../core/base/recent.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { Said } from '../../core/prompt/said.ts';
import { defaultToolsets } from '../../core/team/toolset-names.ts';
import type { ToolContext } from '../tool.ts';
import { type Place, type Refused, realRelative, refuseAccess } from './guarded-files.ts';
import { guardPath } from './path-guard.ts';
import { showChange } from './show-change.ts';
import { readWorkspaceText, type TextRead, type WorkspaceFiles } from './workspace-files.ts';

/** Files that are remembered, over all dialogs. */
const MOST_FILES = 20_000;
/** Characters of texts that are kept to show what changed; of older ones only the fingerprint is. */
const MOST_TEXT = 20_000_000;
const LONGEST_TEXT = 400_000;
/** Characters of a change in a refusal. */
const MOST_SHOWN = 4_000;

/** The caller and what is to be kept from loss. */
export type Knower = Pick<ToolContext, 'state' | 'texts' | 'rtws' | 'member'>;

export interface SeenFiles {
  /** The dialog was shown this text, or wrote it. */
  saw(state: DialogState, place: Place, text: string): void;
  /** The dialog changed a part of what was there: what it had not seen before, it has not seen now. */
  edited(state: DialogState, place: Place, change: { readonly before: string; readonly after: string }): void;
  /** The dialog moved or deleted what was there. */
  moved(state: DialogState, from: Place, to?: Place): void;
  /** Why the whole file must not be replaced: others changed it, or the dialog does not know what it holds. */
  mayReplace(knower: Knower, place: Place, now: TextRead, after: string): Refused | undefined;
  /** Why an entry must not be moved or deleted: others changed it, or a file in it. */
  mayTake(knower: Knower, place: Place, files: WorkspaceFiles): Promise<Refused | undefined>;
}

interface Seen {
  readonly place: Place;
  readonly hash: string;
  text?: string;
}

/** Remembers files for the tools of one rtws. */
export function createSeenFiles(): SeenFiles {
  const seen = new Map<string, Seen>();
  /** Those whose text is kept, the oldest first. */
  const texts = new Set<Seen>();
  let size = 0;

  function forgetText(entry: Seen | undefined): void {
    if (entry === undefined || !texts.delete(entry)) return;
    size -= entry.text?.length ?? 0;
    delete entry.text;
  }

  function remember(key: string, entry: Seen): void {
    forgetText(seen.get(key));
    keepRecent(seen, key, entry, MOST_FILES);
    if (entry.text === undefined) return;
    texts.add(entry);
    size += entry.text.length;
    for (const oldest of texts) {
      if (size <= MOST_TEXT) return;
      forgetText(oldest);
    }
  }

  function forget(key: string): void {
    forgetText(seen.get(key));
    seen.delete(key);
  }

  const known = (state: DialogState, place: Place) => seen.get(keyOf(state, place));
  const saw = (state: DialogState, place: Place, text: string) => {
    const kept = text.length <= LONGEST_TEXT && { text };
    remember(keyOf(state, place), { place, hash: hashOf(text), ...kept });
  };

  return {
    saw,
    edited(state, place, { before, after }) {
      const entry = known(state, place);
      if (entry?.hash === hashOf(before)) saw(state, place, after);
    },
    moved(state, from, to) {
      const key = keyOf(state, from);
      for (const [each, entry] of [...seen]) {
        if (each !== key && !each.startsWith(`${key}/`)) continue;
        forget(each);
        const place = to && { ...entry.place, steps: [...to.steps, ...entry.place.steps.slice(from.steps.length)] };
        if (place) remember(keyOf(state, place), { ...entry, place });
      }
    },
    mayReplace(knower, place, now, after) {
      const { state, texts: words, member } = knower;
      // An agent of another vendor reads files by itself.
      if (member.acp !== undefined) return undefined;
      const entry = known(state, place);
      if (now.kind !== 'text') {
        if (entry && now.kind === 'missing') forget(keyOf(state, place));
        return entry && now.kind === 'missing' ? refuseAccess(w => w.goneMeanwhile(place.relative)) : undefined;
      }
      if (now.text === after || now.text === '' || entry?.hash === hashOf(now.text)) return undefined;
      if (entry) return changed(place.relative, entry, now.text, words, w => w.readThenWrite);
      if (!mayRead(knower, place)) return undefined;
      return refuseAccess(w => w.notRead(place.relative));
    },
    async mayTake({ state, texts: words, member }, place, files) {
      if (member.acp !== undefined) return undefined;
      const key = keyOf(state, place);
      for (const [each, entry] of seen) {
        if (each !== key && !each.startsWith(`${key}/`)) continue;
        const now = await readWorkspaceText(files, entry.place);
        if (now.kind === 'text' && hashOf(now.text) !== entry.hash)
          return changed(realRelative(entry.place), entry, now.text, words, w => w.readFirst);
      }
      return undefined;
    },
  };
}

/** False for a member that writes where it cannot read: nobody can ask it to read first. */
function mayRead({ rtws, member }: Knower, { absolute }: Place): boolean {
  const { tools, toolsets = tools ? [] : defaultToolsets } = member;
  if (!toolsets.includes('read') && !tools?.includes('read_file')) return false;
  return guardPath({ rtws, member, path: absolute, access: 'read' }).ok;
}

/** The path with its links resolved: other names of a file are the same file. */
function keyOf({ identity }: DialogState, { realRoot, steps }: Place): string {
  return [`${identity.rootId} ${identity.selfId} ${realRoot}`, ...steps].join('/');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function changed(
  name: string,
  { text }: Seen,
  now: string,
  { permission }: ToolContext['texts'],
  advice: Said,
): Refused {
  const shown = text === undefined ? '' : showChange(text, now, permission);
  const change = shown.length > MOST_SHOWN ? '' : shown;
  return refuseAccess(w => `${w.changedMeanwhile(name, change)}\n${advice(w)}`);
}
