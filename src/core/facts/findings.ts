// Everything that a health check finds (SPEC 14.2), as data. `src/words/` makes sentences of it.

import type { FactOf, Plain } from '../base/fact.ts';
import type { Status } from '../dialog/state.ts';
import type { NoticeFault } from '../notices/notice.ts';
import type { FileFault } from './file-faults.ts';

/** The arguments of each finding, by its id. Ids are stable: they appear in `doctor --json`. */
export interface Findings {
  // folders
  'no-course-file': Plain;
  'empty-dialog-folder': Plain;
  'not-a-dialog': Plain;
  'folder-unreadable': { readonly reason: string };
  'unfinished-file': Plain;
  /** Of a course file. */
  'lines-kept-aside': { readonly file: string };
  'uncollected-refusal': Plain;
  'unreadable-message': Plain;
  'foreign-inbox-file': Plain;
  'more-inbox-files': { readonly count: number };
  'foreign-image': Plain;
  'left-of-takeover': Plain;
  'stale-lock': Plain;
  'root-twice': Plain;
  'disk-full': Plain;
  'file-is-folder': Plain;
  'folder-is-file': Plain;
  'wrong-folder': { readonly recorded: Status; readonly found: Status };
  // records
  'course-missing': Plain;
  'course-too-large': { readonly bytes: number };
  'course-unreadable': { readonly reason: string };
  'not-a-record': Plain;
  /** `theirs` and `ours` are marks of writers; null: unknown. */
  'foreign-record': { readonly theirs: string | null; readonly ours: string };
  /** It counts as one of an unknown kind. */
  'record-lacks-fields': { readonly kind: string };
  'torn-line': Plain;
  'no-opening-record': Plain;
  'course-empty': Plain;
  'opens-other-course': { readonly course: number };
  'opens-other-dialog': { readonly dialog: string };
  /** In a store: numbers of records are missing, or there are more than the tree counts. */
  'records-missing': { readonly expected: number; readonly stored: number };
  /** Of the numbers of a tree's records. */
  'numbers-missing': { readonly count: number; readonly first: number; readonly last: number };
  'epoch-outdated': { readonly number: number };
  'content-changed': Plain;
  // how dialogs hang together
  'other-root': { readonly root: string };
  'other-taskdoc': { readonly taskdoc: string; readonly ofTree: string };
  'root-below-root': Plain;
  'supdialog-missing': { readonly supdialog: string };
  'not-below-root': Plain;
  'wrong-depth': { readonly depth: number; readonly expected: number };
  'registered-twice': { readonly key: string; readonly holder: string };
  'was-generating': Plain;
  'callee-missing': { readonly callee: string; readonly callId: string };
  'caller-missing': { readonly caller: string };
  'caller-not-waiting': { readonly caller: string };
  'answer-undelivered': { readonly to: string };
  // what is derived
  'index-missing': Plain;
  'index-unreadable': Plain;
  'index-left-over': Plain;
  'index-outdated': Plain;
  'edited-by-hand': Plain;
  'not-a-list-of-texts': Plain;
  'listed-root-missing': { readonly root: string };
  'list-line-outdated': { readonly root: string };
  'list-line-missing': { readonly root: string };
  'not-due': { readonly root: string };
  'list-line-broken': { readonly line: number };
  // places of their own
  'workplace-left': Plain;
  'workplace-untaken': { readonly count: number };
  // notices
  /** `at`: when it was tried (ISO). */
  'notice-failed': { readonly transport: string; readonly at: string; readonly fault: NoticeFault };
  // files that people edit
  'file-fault': { readonly fault: FileFault };
}

export type Finding = FactOf<Findings>;
