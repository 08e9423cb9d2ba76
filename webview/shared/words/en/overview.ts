// English words of the Overview.
import type { Standing } from '../../../../src/core/dialog/view/standing.ts';

/** Standings that are counted in a title. */
export type Counted = Extract<Standing, 'needsYou' | 'working' | 'waiting'>;

const counted: Readonly<Record<Counted, string>> = { needsYou: 'need you', working: 'working', waiting: 'waiting' };

export const overviewEn = {
  title: 'Overview',
  dialogs: 'Dialogs',
  registry: 'Registry',
  allowed: 'Allowed in this workspace',
  registryOf: (what: string): string => `Registered subdialogs of “${what}”`,
  inbox: 'Questions',
  counted: (standing: Counted, count: number): string =>
    standing === 'needsYou' && count === 1 ? '1 needs you' : `${count} ${counted[standing]}`,
  more: (count: number): string => `Show ${count} more…`,
  noDialogs: 'No dialogs yet. Give the team a task and follow its work here.',
  noQuestions: 'No questions.',
  noMatch: 'No question matches the filter.',
  filter: 'Filter questions',
  kinds: 'Kind of question',
  allKinds: 'All kinds',
  order: 'Order',
  orders: { waiting: 'Waiting longest', newest: 'Newest', blocking: 'Blocking most' },
  answerAll: (count: number): string => `Answer all ${count}…`,
  allOf: (option: string, count: number): string => `${option} (${count})`,
  start: 'Start root dialog',
  stopAll: 'Stop all',
  continueAll: 'Continue all',
  asking: (count: number): string => (count === 1 ? '1 question' : `${count} questions`),
  open: 'Open dialog',
  openQuestion: 'Open in its dialog',
  stop: 'Stop',
  archive: 'Archive',
  asks: (who: string): string => `${who} asks`,
  inRoot: (what: string): string => `for “${what}”`,
  blocked: (who: string): string => `Waiting behind it: ${who}`,
  stale: 'waiting long',
  closed: 'Closed without an answer',
  forget: 'Clear',
  lastUsed: 'last used',
  locked: 'working',
  keys: 'Enter opens, S stops, C continues',
};

/** The words of one language. */
export type OverviewWords = typeof overviewEn;
