// What a person may do with a draft dialogue now, and the refusals (SPEC 15.2, 15.5, 15.6). A refusal changes nothing.
import { assertNever } from '../base/assert.ts';
import { type Outcome, type Refusal, refuse } from '../facts/trouble.ts';
import { refuseText } from '../text/message-text.ts';
import type { DraftIntent } from './intent.ts';
import { type Draft, type DraftState, numberedDrafts } from './state.ts';

/** Checks whether a message may be sent; each way of drafting says what to do. */
export function refusalToSend({ awaiting, drafts }: DraftState): Refusal | undefined {
  if (!awaiting) return undefined;
  return drafts.length > 0 ? refuse('drafts-wait') : refuse('draft-not-ready');
}

/** Checks whether a word may be added: to a message that waits. */
export function refusalToAdd({ awaiting }: DraftState): Refusal | undefined {
  return awaiting ? undefined : refuse('nothing-to-add-to');
}

/** Checks whether something of the newest step is left to be taken as a draft. */
export function refusalToTake({ awaiting, rest }: DraftState): Refusal | undefined {
  return awaiting && rest !== undefined ? undefined : refuse('nothing-left-over');
}

/** Finds the draft that is meant: a number (1 = latest), an id, or a number with the id expected there. */
export interface DraftChoice {
  readonly n?: number | undefined;
  readonly id?: string | undefined;
}

/** The draft that a choice names, if it may be accepted. */
export function chooseDraft(state: DraftState, { n, id }: DraftChoice): Outcome<{ draft: Draft }> {
  if (!state.awaiting) return refuse('no-message-for-draft');
  const drafts = numberedDrafts(state);
  const [latest] = drafts;
  if (!latest) return refuse('no-draft-yet');
  if (n === undefined && id !== undefined) return draftWithId(state, id);
  const draft = n === undefined ? latest : drafts.find(each => each.n === n);
  if (!draft) return refuse('unknown-draft', { drafts: [`${n}`], count: drafts.length });
  if (id === undefined || draft.id === id) return { ok: true, draft };
  return refuse('draft-moved', { n: draft.n, present: draft.id, expected: id });
}

function draftWithId({ drafts }: DraftState, id: string): Outcome<{ draft: Draft }> {
  const draft = drafts.find(each => each.id === id);
  if (draft) return { ok: true, draft };
  return refuse('draft-gone', { draft: id });
}

/** The drafts of these numbers (none: all), and the numbers that name none. */
export function draftsNumbered(
  state: DraftState,
  numbers: readonly number[],
): { readonly drafts: readonly Draft[]; readonly unknown: readonly number[] } {
  const all = numberedDrafts(state);
  if (numbers.length === 0) return { drafts: all, unknown: [] };
  return {
    drafts: all.filter(({ n }) => numbers.includes(n)),
    unknown: [...new Set(numbers)].filter(number => !all.some(({ n }) => n === number)),
  };
}

/**
 * An intent that names its drafts by their ids, so that it means the same when another draft lands; refused as the
 * driver would.
 */
export function byIds(
  state: DraftState,
  intent: DraftIntent,
): Outcome<{ intent: DraftIntent; unknown: readonly number[] }> {
  switch (intent.kind) {
    case 'send':
      return refuseText(intent.content.trim(), 'message') ?? refusalToSend(state) ?? { ok: true, intent, unknown: [] };
    case 'add':
      return refuseText(intent.content.trim(), 'message') ?? refusalToAdd(state) ?? { ok: true, intent, unknown: [] };
    case 'take':
      return refusalToTake(state) ?? { ok: true, intent, unknown: [] };
    case 'accept': {
      const chosen = chooseDraft(state, intent);
      return chosen.ok ? { ok: true, intent: { kind: 'accept', id: chosen.draft.id }, unknown: [] } : chosen;
    }
    case 'seen': {
      if (intent.ids) return { ok: true, intent, unknown: [] };
      const { drafts, unknown } = draftsNumbered(state, intent.numbers ?? []);
      if (drafts.length === 0 && unknown.length > 0) {
        return refuse('unknown-draft', { drafts: unknown.map(String), count: state.drafts.length });
      }
      return { ok: true, intent: { kind: 'seen', ids: drafts.map(({ id }) => id) }, unknown };
    }
    case 'run':
    case 'prune':
      return { ok: true, intent, unknown: [] };
    default:
      return assertNever(intent);
  }
}
