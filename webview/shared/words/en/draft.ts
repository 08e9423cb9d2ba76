// English words of the draft dialogue's view.
import type { DraftPause } from '../../../../src/core/draft/next-step.ts';

/** The words of one language. */
export type DraftWords = typeof draftsEn;

const pauses: Record<DraftPause, string> = {
  'not-asked': 'Message saved. Drafting has not started.',
  idle: 'Waiting for your next message.',
  drafted: 'Paused: there is a new draft.',
  'steps-made': 'Paused: the requested steps are done.',
  limit: 'Paused: iteration limit reached.',
  quiet: 'Paused: no further improvements found.',
};

export const draftsEn = {
  part: 'drafts' as const,
  welcome: (who: string): string => `What should ${who} answer?`,
  welcomeText: 'Write a message below. The reply is drafted and improved step by step until you accept a draft.',
  title: 'Drafts',
  iteration: (iteration: number): string => `Iteration ${iteration}`,
  step: (step: number, most: number): string => (most > 0 ? `step ${step} of ${most}` : `step ${step}`),
  drafting: 'Drafting…',
  pause: (why: DraftPause): string => pauses[why],
  interrupted: 'Drafting is interrupted.',
  asks: 'Drafting waits for your answer.',
  goOn: 'Keep drafting',
  none: 'No draft yet.',
  /** `id` is `d` and its number, which stays: the newest has the highest. */
  draft: (id: string): string => `Draft ${id.slice(1)}`,
  latest: 'latest',
  age: (age: number): string => (age === 1 ? '1 iteration ago' : `${age} iterations ago`),
  unseen: 'new',
  accept: 'Accept',
  acceptThis: (id: string): string => `Accept draft ${id.slice(1)}`,
  compare: 'Compare',
  compareThis: (id: string): string => `Compare draft ${id.slice(1)} with another one`,
  compareHint: 'Choose a second draft to compare with.',
  branch: 'Ask again from here',
  branchThis: (id: string): string => `Ask again from here: continue from draft ${id.slice(1)} in a new dialog`,
  diff: (older: string, newer: string): string => `From draft ${older.slice(1)} to draft ${newer.slice(1)}`,
  same: 'The two are the same.',
  endDiff: 'End comparison',
  older: (count: number): string => (count === 1 ? '1 older draft' : `${count} older drafts`),
  others: (count: number): string => (count === 1 ? '1 other draft' : `${count} other drafts`),
  warning: (what: string): string => `The newest step could not be read completely: ${what}`,
  rest: 'Not used from the newest step:',
  note: (note: string): string => `Note: ${note}`,
  thoughts: (active: number, all: number): string =>
    active === all ? `Thoughts (${all})` : `Thoughts (${active} of ${all} active)`,
  noThoughts: 'No thoughts yet.',
  cluster: (id: number, size: number): string => `Cluster ${id} · ${size} thoughts`,
  loose: 'Without a cluster',
  addition: 'Add a word: Friday; no coffee',
  add: 'Add',
  takeBut: 'Take it, but…',
  takeThisBut: (id: string): string => `Take it, but… (draft ${id.slice(1)})`,
  /** Begins the words for the mind, which knows drafts by their texts. */
  takeWords: (beginning: string | undefined): string =>
    beginning === undefined ? 'Take the latest draft, but ' : `Take the draft that begins "${beginning}", but `,
  changedSince: (id: string): string => `What changed since draft ${id.slice(1)}`,
  takeRest: 'Take as a draft',
  acceptFirst: 'Accept a draft to continue.',
  reopenFirst: 'Done. Reopen this dialog to go on with your last message.',
  waitFirst: 'Drafting a reply to your message. Accept a draft to write the next one.',
  noDraftYet: 'There is no draft yet. Choose Keep drafting.',
  stop: 'Stop',
  exchanges: (pairs: number): string => `Context: last ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}`,
  prune: 'Forget oldest',
  pruneCount: 'How many exchanges',
  pruned: (pairs: number): string => `Forgot the oldest ${pairs === 1 ? 'exchange' : `${pairs} exchanges`}.`,
  earlier: 'Show earlier exchanges',
};
