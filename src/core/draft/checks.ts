// What a person may do with a draft dialogue now, and what is said when they may not (SPEC 15.2, 15.5, 15.6). A refusal
// changes nothing.
import { type Outcome, type Refusal, refuse } from '../trouble.ts';
import { type Draft, type DraftState, numberedDrafts } from './state.ts';

/** Whether a message may be sent; the two ways of drafting say what to do. */
export function refusalToSend({ awaiting, drafts }: DraftState): Refusal | undefined {
  if (!awaiting) return undefined;
  return drafts.length > 0
    ? refuse('wrong-state', 'Your last message has drafts that wait for you', 'accept one of them first')
    : refuse('wrong-state', 'Your last message has no draft yet', 'let the mind run until there is one, and accept it');
}

/** Which draft is meant: a number (1 = latest), an id, or a number with the id that is expected there. */
export interface DraftChoice {
  readonly n?: number;
  readonly id?: string;
}

/** The draft that a choice names, if it may be accepted. */
export function chooseDraft(state: DraftState, { n, id }: DraftChoice): Outcome<{ draft: Draft }> {
  if (!state.awaiting) return refuse('wrong-state', 'No message waits for a draft', 'send a message first');
  const drafts = numberedDrafts(state);
  const [latest] = drafts;
  if (!latest) return refuse('wrong-state', 'There is no draft yet', 'let the mind run until there is one');
  if (n === undefined && id !== undefined) return draftWithId(state, id);
  const draft = n === undefined ? latest : drafts.find(each => each.n === n);
  if (!draft) return refuse('invalid-argument', `There is no draft ${n}`, countText(drafts.length));
  if (id === undefined || draft.id === id) return { ok: true, draft };
  return refuse('wrong-state', `Draft ${draft.n} is ${draft.id} now, not ${id}`, 'look at the drafts again');
}

function draftWithId({ drafts }: DraftState, id: string): Outcome<{ draft: Draft }> {
  const draft = drafts.find(each => each.id === id);
  if (draft) return { ok: true, draft };
  return refuse('wrong-state', `The draft ${id} is no longer there`, 'look at the drafts again');
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

/** What numbers there are, for a remedy. */
export function countText(count: number): string {
  if (count === 0) return 'there is no draft';
  return count === 1 ? 'there is draft 1 only' : `there are drafts 1 (the latest) to ${count}`;
}
