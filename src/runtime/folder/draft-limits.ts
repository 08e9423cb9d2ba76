// Decides the limits of draft dialogues: `.minds/draft.yaml` first, then the settings, then the defaults (SPEC 15.10).
import { type DraftLimits, defaultDraftLimits, readDraftLimits } from '../../core/draft/limits.ts';
import type { Minds } from '../../minds/minds.ts';

/** The limits now; `settings` are spelled like the keys of the file. */
export function draftLimits(minds: Pick<Minds, 'draft'>, settings: Readonly<Record<string, unknown>>): DraftLimits {
  return { ...defaultDraftLimits, ...readDraftLimits(settings).limits, ...minds.draft().limits };
}
