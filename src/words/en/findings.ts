// Findings of the health check, and notes about an import of rules, in English.

import { wordsOf } from '../../core/base/fact.ts';
import type { ImportNoteWords } from '../../core/facts/import-note.ts';
import { dayAndTime } from '../../core/text/clock-time.ts';
import type { WordTables } from '../words.ts';
import { noticesEn } from './notices.ts';

const moveAway = 'move it away';

export const findingsEn: WordTables['findings'] = {
  'no-course-file': 'it has no course file',
  'empty-dialog-folder': 'it holds no course file',
  'not-a-dialog': 'it is not the folder of a dialog',
  'folder-unreadable': ({ reason }) => `it cannot be read: ${reason}`,
  'unfinished-file': 'it was being written when its process ended',
  'lines-kept-aside': ({ file }) =>
    `it keeps what could not be read in ${file}: look whether you need something of it, then delete it`,
  'uncollected-refusal': 'its sender no longer waits for an answer',
  'unreadable-message': 'this message cannot be read',
  'foreign-inbox-file': `it does not belong in the inbox: ${moveAway}`,
  'more-inbox-files': ({ count }) => `${count} more files in it are unused: move them away`,
  'foreign-image': 'it is not the stored previous contents of a file',
  'left-of-takeover': 'it was left by a takeover',
  'stale-lock': 'it is stale: the process that drove this folder is gone or asleep',
  'root-twice': `this root is in two places, and this copy is not used: ${moveAway}`,
  'disk-full': 'its disk is full: free space, or nothing more can be stored',
  'file-is-folder': `a folder is in the place of this file: ${moveAway}`,
  'folder-is-file': `a file is in the place of this folder: ${moveAway}`,
  'wrong-folder': ({ recorded, found }) => `its records say ${recorded}, but it is among the ${found} ones`,

  'course-missing': 'this course is missing',
  'course-too-large': ({ bytes }) => `it is too large to load (${bytes} bytes)`,
  'course-unreadable': ({ reason }) => `it cannot be read: ${reason}`,
  'not-a-record': 'this line is not a record',
  'foreign-record': ({ theirs, ours }) =>
    `another process (${theirs ?? '?'}) wrote this while ${ours} drove this folder`,
  'record-lacks-fields': ({ kind }) =>
    `this record does not have the fields of its kind (${kind}) and is skipped: correct the line, or open it with the version that wrote it`,
  'torn-line': 'its last line is torn',
  'no-opening-record': 'its first record cannot open a course',
  'course-empty': 'it is empty',
  'opens-other-course': ({ course }) => `its first record opens course ${course}`,
  'opens-other-dialog': ({ dialog }) => `its first record is of another dialog, ${dialog}`,

  'records-missing': ({ expected, stored }) => `the store should hold ${expected} records of it and holds ${stored}`,
  'numbers-missing': ({ count, first, last }) =>
    `${count === 1 ? `record ${first} of its tree is` : `${count} records of its tree are`} missing${count === 1 ? '' : `, between ${first} and ${last}`}: restore what was removed from a copy; a full disk or a power cut leaves such gaps, too`,
  'epoch-outdated': ({ number }) => `a worker that was replaced wrote record ${number}`,
  'content-changed': 'its contents do not match its name',

  'other-root': ({ root }) => `its records name another root, ${root}`,
  'other-taskdoc': ({ taskdoc, ofTree }) => `its taskdoc ${taskdoc} is not that of its tree, ${ofTree}`,
  'root-below-root': 'its records say that it is a root dialog, but it is below one',
  'supdialog-missing': ({ supdialog }) => `its supdialog ${supdialog} is not there`,
  'not-below-root': 'its supdialogs do not lead to the root',
  'wrong-depth': ({ depth, expected }) => `its depth is ${depth}, not ${expected}`,
  'registered-twice': ({ key, holder }) => `${key} is registered by ${holder} already`,
  'was-generating': 'it was generating when its process ended',
  'callee-missing': ({ callee, callId }) => `it waits for ${callee} (call ${callId}), which is not there`,
  'caller-missing': ({ caller }) => `it works for ${caller}, which is not there`,
  'caller-not-waiting': ({ caller }) => `it works for ${caller}, which does not wait for it`,
  'answer-undelivered': ({ to }) => `its answer to ${to} was not delivered`,

  'index-missing': 'it is missing',
  'index-unreadable': 'it cannot be read',
  'index-left-over': 'it is left over: nothing of its kind is open',
  'index-outdated': 'it differs from the records',
  'edited-by-hand': 'it was edited by hand',
  'not-a-list-of-texts': 'this is not a JSON list of texts, or it is over 16 MB',
  'listed-root-missing': ({ root }) => `${root} is not there`,
  'list-line-outdated': ({ root }) => `the line of ${root} differs from its records`,
  'list-line-missing': ({ root }) => `${root} has no line`,
  'not-due': ({ root }) => `${root} has work, but no worker is notified`,
  'list-line-broken': ({ line }) => `line ${line} is broken`,
  'workplace-left': 'no dialog works in this copy of the workspace any more',
  'workplace-untaken': ({ count }) =>
    `${count === 1 ? 'a changed file' : `${count} changed files`} in this copy of the workspace ${count === 1 ? 'was' : 'were'} neither taken nor dropped: look whether you need something of it, then delete it`,
  'notice-failed': ({ transport, at, fault }) =>
    `the notice of ${dayAndTime(at)} by ${transport} was not sent: ${wordsOf(noticesEn.faults, fault)}`,
};

/** With the name under which the former contents were kept. */
export const withKeptEn = (finding: string, aside: string) => `${finding}; the previous contents are kept as ${aside}`;

export const healthKindsEn: WordTables['healthKinds'] = {
  hierarchy: 'hierarchy',
  records: 'records',
  index: 'index',
  registry: 'registry',
  q4h: 'q4h',
  lock: 'lock',
  orphan: 'orphan',
  kept: 'kept aside',
  lost: 'lost',
  minds: 'minds',
  taskdoc: 'taskdoc',
  notices: 'notices',
};

export const importNotesEn: ImportNoteWords = {
  'read-anyway': () => 'every member reads it as it is; nothing to import',
  'member-anyway': ({ member }) => `is the member ${member} as it is; nothing to import`,
  same: ({ target }) => `is in ${target} already`,
  kept: ({ target }) => `${target} says something else and is left as it is`,
  'member-kept': ({ member }) => `the team has a member ${member} already, who is left as it is`,
  'no-member': ({ member }) => `there is no member ${member} to give this to`,
  'bad-name': ({ name }) => `${name} cannot be the id of a member`,
  'no-agent': () => 'is not imported: no agent, for its front matter has no name, description or tools',
  'asks-first': ({ member, pattern }) =>
    `${member} was held to files like ${pattern}; such a pattern is unknown here, so you are asked before each write`,
  'no-counterpart': ({ what }) => `has no counterpart here: ${what}`,
  scoped: ({ paths }) => `held for ${paths} only; it is read always now, and says so`,
  'always-now': () => 'was read on request only; it is read always now',
  cut: ({ target, limit }) => `${target} is longer than the ${limit} characters that members are shown: split it`,
  unreadable: ({ why }) => `is not imported: ${why}`,
};
