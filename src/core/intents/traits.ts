// Who performs an intent of each kind, in a process that does not drive the dialog (SPEC 9.4, 20.4).
import type { IntentKind } from './intents.ts';

export interface IntentTraits {
  /** Beside a process that drives the folder: handed over to it, or refused. */
  readonly reader: 'handOver' | 'refuse';
  /** At a store with workers: handed over to the worker of the tree, recorded beside the workers, or refused. */
  readonly viewer: 'handOver' | 'beside' | 'refuse';
  /** Meant for what runs in the process to which it is handed over: a later one drops it. */
  readonly onlyFor?: 'thisDriver';
}

const words = { reader: 'handOver', viewer: 'handOver' } as const;
const ofRunning = { ...words, onlyFor: 'thisDriver' } as const;
const change = { reader: 'refuse', viewer: 'beside' } as const;

/** The traits of each kind. */
export const intentTraits = {
  start: { reader: 'handOver', viewer: 'beside', onlyFor: 'thisDriver' },
  say: words,
  answer: words,
  changeQueued: words,
  removeQueued: words,
  stop: ofRunning,
  stopAll: ofRunning,
  retryNow: ofRunning,
  continue: change,
  continueAll: { reader: 'refuse', viewer: 'refuse' },
  markDone: change,
  gatherEvidence: change,
  archive: change,
  reopen: change,
  dismiss: words,
  steerCommand: { reader: 'refuse', viewer: 'refuse' },
  tell: words,
  answerAsFailed: change,
  clearMind: change,
  changeMind: change,
  setReminders: change,
  changeReminder: change,
  draft: words,
  belief: words,
  changePermissions: change,
  setDiligence: change,
  undoEdits: change,
  redoEdits: change,
  keepEdits: change,
  restore: change,
  fork: change,
} as const satisfies Readonly<Record<IntentKind, IntentTraits>>;

type KindsWith<T extends Partial<IntentTraits>> = {
  [K in IntentKind]: (typeof intentTraits)[K] extends T ? K : never;
}[IntentKind];

/** Kinds that another process performs for this one. */
export type HandedKind = KindsWith<{ readonly reader: 'handOver' }>;
