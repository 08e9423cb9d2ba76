// Every reason for which an intent is refused, as data: an id, the code it acts by, and what it names. `src/words/`
// makes sentences of them. Pure.

import {
  type Check,
  type Checks,
  type FieldsOf,
  list,
  maybe,
  number,
  object,
  type Passing,
  someOf,
  text,
  typed,
} from '../base/shape.ts';
import type { Reason } from '../belief/values/reasons.ts';
import { closedBecause } from '../dialog/record-parts.ts';
import type { FileFault } from './file-faults.ts';

/** Decides what may follow a refusal: an exit code, a button, another attempt. Several refusals share a code. */
export type RefusalCode =
  | 'unknown-dialog'
  | 'ambiguous-dialog'
  | 'unknown-question'
  | 'already-answered'
  | 'unknown-call'
  | 'unknown-member'
  | 'empty-message'
  | 'pending-work' // completion refused while questions or subdialogs are pending (SPEC 1.6)
  | 'wrong-state'
  | 'invalid-argument'
  | 'driven-elsewhere' // another process drives this rtws (SPEC 9.4)
  | 'no-folder'
  | 'broken-file'
  | 'not-configured'
  | 'untrusted'
  | 'disk';

/** What keeps a root from completing: a question to the person, or an answer of a called member. */
const pendingWork = object({ agentId: text, calledId: maybe(text), headline: text });
export type PendingWork = Passing<typeof pendingWork>;

/** Never read from a file: a refusal that names it comes back in words. */
function unstored<T>(): Check<T> {
  return typed<T>(() => false);
}

/**
 * The code of each refusal, and the checks of its arguments. Ids are stable: they appear in `--json` and in the inbox's
 * files.
 */
export const refusals = {
  // what a person writes
  'empty-message': ['empty-message', {}],
  'empty-answer': ['empty-message', {}],
  'empty-task': ['empty-message', {}],
  'long-text': ['invalid-argument', { length: number, most: number }],
  'too-many-images': ['invalid-argument', { count: number, most: number }],
  'not-an-image': ['invalid-argument', { name: text }],
  /** `megabytes`: with one decimal. */
  'large-image': ['invalid-argument', { name: text, megabytes: text, most: number }],
  'image-gone': ['broken-file', {}],
  // which dialog, question, call or member is meant
  'unknown-dialog': ['unknown-dialog', { name: text }],
  'ambiguous-dialog': ['ambiguous-dialog', { name: text, count: number }],
  'unknown-question': ['unknown-question', { questionId: text }],
  'question-closed': ['unknown-question', { reason: text, because: maybe(someOf(...closedBecause)), at: maybe(text) }],
  'already-answered': ['already-answered', {}],
  'message-delivered': ['wrong-state', {}],
  'unknown-call': ['unknown-call', { callId: text }],
  'unknown-member': ['unknown-member', { agentId: text, members: list(text) }],
  'unknown-course': ['invalid-argument', { course: number, newest: number }],
  'unknown-generation': ['invalid-argument', { course: number, genseq: number }],
  // the life of a dialog
  'root-closed': ['wrong-state', { status: someOf('completed', 'archived') }],
  'root-not-running': ['wrong-state', {}],
  'pending-work': ['pending-work', { work: list(pendingWork) }],
  'not-archived': ['wrong-state', { dialog: text }],
  'not-interrupted': ['wrong-state', {}],
  'not-retrying': ['wrong-state', {}],
  'no-command-runs': ['wrong-state', {}],
  'permission-gone': ['wrong-state', {}],
  'still-at-work': ['wrong-state', {}],
  'unknown-message': ['invalid-argument', { msgId: text }],
  'message-waits': ['wrong-state', {}],
  'restore-by-fork': ['wrong-state', {}],
  'restore-by-course': ['wrong-state', {}],
  'restore-nothing': ['invalid-argument', {}],
  'nothing-to-redo': ['wrong-state', {}],
  'not-deleted': ['disk', { reason: text }],
  // permissions and edits
  'permission-elsewhere': ['untrusted', {}],
  'permission-by-model': ['invalid-argument', {}],
  /** `reason`: what the tool would say. */
  /** `field`: the one without a fitting value, or a line that names none. */
  'merge-unfit': ['invalid-argument', { unknown: list(text), files: list(text) }],
  'form-unfit': ['invalid-argument', { field: text, fields: list(text) }],
  'call-would-fail': ['wrong-state', { reason: text }],
  'question-without-text': ['invalid-argument', {}],
  'unchanged-file': ['invalid-argument', { path: text }],
  'hunk-gone': ['wrong-state', { path: text }],
  'content-not-kept': ['wrong-state', { path: text }],
  // MCP servers in messages
  'server-not-allowed': ['wrong-state', { server: text }],
  'server-changed': ['wrong-state', { server: text }],
  'server-refused': ['wrong-state', { server: text, reason: text }],
  'prompt-needs': ['invalid-argument', { prompt: text, argument: text }],
  // taskdocs
  /** `reason`: in the words of the tools for models. */
  'section-refused': ['invalid-argument', { reason: text }],
  'section-empty': ['empty-message', { taskdoc: text, section: text }],
  'section-single-file': ['invalid-argument', { taskdoc: text, section: text }],
  'section-unsaved': ['wrong-state', { taskdoc: text, section: text }],
  'taskdoc-refused': ['invalid-argument', { reason: text }],
  'taskdoc-exists': ['invalid-argument', { path: text }],
  // drafts
  'no-drafts': ['wrong-state', {}],
  'draft-one-course': ['wrong-state', {}],
  'draft-without-images': ['invalid-argument', {}],
  'draft-without-domain': ['invalid-argument', {}],
  'drafts-wait': ['wrong-state', {}],
  'draft-not-ready': ['wrong-state', {}],
  'no-message-for-draft': ['wrong-state', {}],
  'nothing-to-add-to': ['wrong-state', {}],
  'nothing-left-over': ['wrong-state', {}],
  'nothing-to-think': ['wrong-state', {}],
  'no-draft-yet': ['wrong-state', {}],
  /** `drafts`: numbers or ids that name none; `count`: how many there are. */
  'unknown-draft': ['invalid-argument', { drafts: list(text), count: number }],
  'draft-moved': ['wrong-state', { n: number, present: text, expected: text }],
  'draft-gone': ['wrong-state', { draft: text }],
  'bad-steps': ['invalid-argument', { given: number }],
  'bad-exchanges': ['invalid-argument', { given: number }],
  'no-exchange': ['wrong-state', {}],
  // dialogue state
  'no-belief': ['wrong-state', {}],
  'belief-refused': ['invalid-argument', { why: unstored<Reason>() }],
  'turn-refused': ['invalid-argument', { why: unstored<Reason>() }],
  'domain-broken': ['broken-file', { reason: text }],
  'domain-unusable': ['broken-file', { place: text, fault: unstored<FileFault>() }],
  // who drives, and the disk
  'no-driver': ['driven-elsewhere', {}],
  'reads-only': ['driven-elsewhere', {}],
  'driven-by-process': ['driven-elsewhere', { pid: number, host: text }],
  'driven-by-other': ['driven-elsewhere', {}],
  'driver-changed': ['driven-elsewhere', {}],
  'driven-by-worker': ['driven-elsewhere', {}],
  'delete-elsewhere': ['driven-elsewhere', {}],
  'folder-closed': ['wrong-state', {}],
  'no-folder': ['no-folder', { folder: text }],
  'not-a-folder': ['no-folder', { folder: text }],
  'unreadable-folder': ['no-folder', { folder: text, reason: text }],
  'no-folder-open': ['no-folder', {}],
  'no-folder-chosen': ['no-folder', {}],
  'virtual-folder': ['no-folder', {}],
  untrusted: ['untrusted', {}],
  'lock-not-file': ['broken-file', { file: text }],
  'lock-not-folder': ['broken-file', { folder: text }],
  'folder-not-writable': ['disk', { folder: text, reason: text }],
  'not-opened': ['disk', { reason: text }],
  'not-stored': ['disk', { reason: text }],
  'not-handed-over': ['disk', { reason: text }],
  'disk-refused': ['disk', { reason: text }],
  'access-denied': ['disk', { reason: text }],
  'unreadable-text': ['broken-file', { file: text }],
  'broken-yaml': ['broken-file', { file: text }],
  // pages for a browser
  'serve-in-clear': ['invalid-argument', { host: text }],
  'port-taken': ['invalid-argument', { host: text, port: number }],
  'cannot-listen': ['invalid-argument', { host: text, port: number, reason: text }],
  'certificate-alone': ['invalid-argument', {}],
  'certificate-unreadable': ['invalid-argument', { file: text, reason: text }],
  'certificate-broken': ['invalid-argument', { file: text, reason: text }],
  'certificate-of-other-key': ['invalid-argument', { cert: text, key: text }],
  'view-only': ['untrusted', {}],
  // a PostgreSQL store
  'no-store': ['invalid-argument', {}],
  'store-password': ['invalid-argument', {}],
  'store-address': ['invalid-argument', { fault: someOf('form', 'schema', 'port', 'unencrypted', 'escape') }],
  'store-key': ['invalid-argument', { key: text }],
  'store-server-old': ['wrong-state', {}],
  'store-no-database': ['wrong-state', { store: text, database: text }],
  'store-encoding': ['wrong-state', { encoding: text }],
  /** `version`: of its tables; 0 when there are none. */
  'store-not-migrated': ['wrong-state', { version: number }],
  'store-newer': ['wrong-state', { version: number, known: number }],
  'store-away': ['disk', { store: text, reason: text }],
  'store-refused': ['disk', { store: text, reason: text }],
  'store-not-written': ['disk', { reason: text }],
  'store-without-tls': ['disk', { store: text }],
  'store-wants-password': ['disk', { store: text }],
  // the command line
  subdialog: ['invalid-argument', { dialog: text, rootId: text }],
  'empty-reminder': ['invalid-argument', {}],
  'unknown-reminder': ['invalid-argument', { n: number, count: number }],
  'unknown-permission': ['invalid-argument', { n: number, count: number }],
  'permission-not-kept': ['disk', {}],
  'no-image-file': ['invalid-argument', { file: text }],
  'image-not-a-file': ['invalid-argument', { file: text, kind: someOf('folder', 'other') }],
  'large-image-file': ['invalid-argument', { file: text, most: number }],
  'unreadable-image-file': ['invalid-argument', { file: text, reason: text }],
} satisfies Readonly<Record<string, readonly [RefusalCode, Checks]>>;

export type RefusalId = keyof typeof refusals;

/** The arguments of each refusal. */
export type RefusalFacts = { readonly [Id in RefusalId]: FieldsOf<(typeof refusals)[Id][1]> };

/** One refusal. `told`: in the words of its author, perhaps another version, which may know more ids. */
export type RefusalFact =
  | { readonly [Id in RefusalId]: { readonly id: Id } & RefusalFacts[Id] }[RefusalId]
  | { readonly id: 'told'; readonly message: string; readonly remedy: string };

/** The same refusal read from a file; undefined when this version does not know it, or an argument is missing. */
export function readRefusalFact(value: unknown): RefusalFact | undefined {
  if (!object({ id: text })(value) || !Object.hasOwn(refusals, value.id)) return undefined;
  const [, names] = refusals[value.id as RefusalId];
  return object<Checks>(names)(value) ? (value as RefusalFact) : undefined;
}
