// What the command line says besides refusals, findings and faults of files: wrong usage as facts, the rest as words by name.
import type { DisplayState } from '../core/dialog/display-state.ts';
import type { Pause } from '../core/dialog/state.ts';
import type { DraftPause } from '../core/draft/next-step.ts';
import type { FactOf, Plain, WordsFor } from '../core/fact.ts';
import type { InterruptCode } from '../core/trouble.ts';
import type { Clauses } from './words.ts';

/** What each wrong usage names. Arguments that start with a dash name a flag as it is written. */
export interface UsageFaults {
  /** In the words of Node. */
  told: { readonly text: string };
  'no-command': Plain;
  'unknown-command': { readonly name: string };
  'unknown-action': { readonly command: string; readonly action: string };
  /** `inCommand`: a text may have been meant. */
  'unknown-flag': { readonly flag: string; readonly inCommand: boolean };
  /** `dashed`: what follows it starts with a dash. */
  'flag-needs-value': { readonly flag: string; readonly dashed: boolean };
  'flag-takes-no-value': { readonly flag: string };
  'flag-of-actions': { readonly flag: string; readonly actions: readonly string[] };
  'missing-argument': { readonly name: string };
  /** `several`: quotes may have been forgotten. */
  'unexpected-argument': { readonly argument: string; readonly several: boolean };
  'one-of': { readonly what: string; readonly options: readonly string[]; readonly given: string };
  'section-of': { readonly options: readonly string[]; readonly given: string };
  'shell-of': { readonly options: readonly string[]; readonly given: string };
  'number-from-1': { readonly flag: string; readonly given: string };
  'dialog-and-all': Plain;
  'unclear-reminders': Plain;
  'unknown-origin': { readonly given: string };
  'content-without-otlp': Plain;
  'no-days': Plain;
  'not-a-port': Plain;
  'not-a-workspace': { readonly given: string };
  'not-a-turn': { readonly given: string };
  'draft-by-number': Plain;
  /** `optional`: it may be left out too. */
  'action-takes-number': { readonly action: 'run' | 'accept' | 'prune'; readonly optional: boolean };
}

export type UsageFault = FactOf<UsageFaults>;

/** Everything else that is said. */
export interface CommandLineWords {
  readonly usage: WordsFor<UsageFaults, string>;
  readonly usageLine: (line: string) => string;
  readonly helpListsCommands: string;
  readonly bug: (problem: string) => Clauses;
  /** For somebody at a terminal: variables, files and commands in place of the editor's buttons. Absent: as in the editor. */
  readonly remedies: { readonly [Code in InterruptCode]?: string };
  /** The command that goes on, by itself and behind a remedy. */
  readonly goOn: (dialog: string) => string;
  readonly thenGoOn: (remedy: string, dialog: string) => string;
  readonly finishOrEnd: (rootId: string) => string;
  /** A worker over a store. */
  readonly serves: (workspaces: readonly string[]) => string;
  readonly storeAway: (reason: string) => Clauses;
  readonly storeBack: string;
  readonly noFile: (file: string) => Clauses;
  readonly unusableDomain: (file: string) => Clauses;
  readonly brokenLabels: (line: number, problem: string) => Clauses;
  readonly changedMeanwhile: (file: string) => Clauses;
  readonly trustNotKept: Clauses;
  readonly withheld: (files: readonly string[], what: string) => Clauses;
  /** Each line of `acts` is indented already; `more` are not shown. */
  readonly askTrust: (folder: string, acts: readonly string[], more: number) => string;
  // notes
  readonly noDialogs: string;
  readonly noQuestions: string;
  readonly noReminders: string;
  readonly noRegistered: string;
  readonly noRules: string;
  readonly noExchange: string;
  readonly nothingChanged: string;
  readonly nothingLeft: string;
  readonly nothingRan: string;
  readonly nothingWrong: string;
  readonly nobodyDrives: string;
  readonly nothingRuns: string;
  readonly settled: (rootId: string, state: DisplayState) => string;
  readonly repaired: { readonly yes: string; readonly no: string };
  // dialogs and questions
  readonly pause: (
    pause: Exclude<Pause, { kind: 'retry' }> | { readonly kind: 'retry'; readonly clock: string },
  ) => string;
  readonly asks: (agentId: string, kind: string) => string;
  readonly options: (options: readonly string[]) => string;
  readonly works: string;
  readonly rests: string;
  readonly atRest: (count: number) => string;
  readonly interrupted: string;
  readonly ended: { readonly completed: string; readonly archived: string };
  readonly asksYou: (headline: string, isPermission: boolean, others: number) => string;
  readonly waitsFor: (agentIds: readonly string[]) => string;
  // drafts
  readonly you: string;
  readonly mind: string;
  readonly draft: (n: number) => string;
  readonly unseen: string;
  readonly newestStep: (warning: string) => string;
  /** What a step gave that was no draft. */
  readonly leftOver: (rest: string) => string;
  readonly iteration: (n: number) => string;
  readonly moreToDo: string;
  readonly draftPauses: { readonly [Why in DraftPause]: string };
}
