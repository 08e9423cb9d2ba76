// Why something was refused, and what to do.

import { wordsOf } from '../../core/base/fact.ts';
import { type Reason, reasonText } from '../../core/belief/values/reasons.ts';
import { questionClosingText } from '../../core/dialog/view/question-closing.ts';
import type { PendingWork } from '../../core/facts/refusals.ts';
import { dayAndTime } from '../../core/text/clock-time.ts';
import type { WordTables } from '../words.ts';
import { questionClosingsEn as questionClosings } from './dialogs.ts';
import { fileFaultsEn } from './file-faults.ts';

const freeSpace = 'free space or make the folder writable, then try again';
const openQuestions = 'see `q4h` for the open ones';
const smaller = (most: number) => `attach images of up to ${most} MB: make it smaller`;
const storeExample = 'postgres://user@host/database?schema=team1';
const addressFaults = {
  form: 'it is not a PostgreSQL address',
  schema: 'a schema is named by at most 48 lower-case letters, digits and underscores',
  port: 'a port is a number from 1 to 65535',
  unencrypted: 'a connection over the network is always encrypted and verified',
  escape: 'it has a broken % escape',
};

export const refusalsEn: WordTables['refusals'] = {
  'empty-message': ['The message is empty', 'write something first'],
  'empty-answer': ['The answer is empty', 'write an answer or choose an option'],
  'empty-task': ['The task is empty', 'describe the task'],
  'long-text': ({ length, most }) => [
    `The text has ${length} characters`,
    `write at most ${most}, or save it as a file of this folder and name the file`,
  ],
  'too-many-images': ({ count, most }) => [`${count} images are too many`, `attach at most ${most} to a message`],
  'not-an-image': ({ name }) => [`${name} is not a supported image`, 'attach a PNG, JPEG, GIF or WebP'],
  'large-image': ({ name, megabytes, most }) => [`${name} has ${megabytes} MB`, smaller(most)],
  'image-gone': ['This image is gone', 'restore the `images` folder of the dialog from a copy'],

  'unknown-dialog': ({ name }) => [`There is no dialog ${name}`, 'choose one of the dialogs of this folder'],
  'ambiguous-dialog': ({ name, count }) => [`${name} names ${count} dialogs`, 'write more of the id'],
  'unknown-question': ({ questionId }) => [`No open question ${questionId}`, openQuestions],
  'question-closed': ({ at, ...closing }) => [
    `This question was closed${at === undefined ? '' : ` on ${dayAndTime(at)}`}: ${questionClosingText(questionClosings, closing)}`,
    openQuestions,
  ],
  'already-answered': ['This question is answered already', 'send your addition as a message'],
  'message-delivered': ['This message was delivered already', 'send your addition as a message'],
  'unknown-call': ({ callId }) => [`No open call ${callId}`, 'see `tree` for the calls that are pending'],
  'unknown-member': ({ agentId, members }) =>
    members.length > 0
      ? [`There is no member ${agentId}`, `choose one of: ${members.join(', ')}`]
      : ['All members are hidden', 'remove `hidden: true` from one in .minds/team.yaml'],
  'unknown-course': ({ course, newest }) => [
    `There is no course ${course} that can be read`,
    `the newest is ${newest}`,
  ],
  'unknown-generation': ({ course, genseq }) => [
    `No generation ${genseq} in course ${course}`,
    'choose one that is recorded',
  ],

  'root-closed': ({ status }) => [`This root dialog is ${status}`, 'reopen it first'],
  'root-not-running': ['This root dialog is not running', 'reopen it first'],
  'pending-work': ({ work }) => [
    `Work is pending: ${work.map(pendingText).join('; ')}`,
    'finish it, or confirm to end it',
  ],
  'not-archived': ({ dialog }) => [`The dialog ${dialog} is not archived`, 'archive it first'],
  'permission-gone': ['This permission is not there any more', 'nothing has to be done: such a call asks again'],
  'not-retrying': ['No model request waits to be retried', 'use Continue if the dialog is interrupted'],
  'no-command-runs': ['This command does not run any more', 'nothing has to be done: its result is in the dialog'],
  'not-interrupted': ['Only an interrupted subdialog can be reported as failed', 'use Continue or Stop'],
  'nothing-to-redo': ['No reverted edits to redo', 'revert edits of this dialog first'],
  'unknown-message': ({ msgId }) => [`No message ${msgId} of yours in this dialog`, 'choose one that was sent to it'],
  'message-waits': ['This message was not read yet', 'edit or remove it where it waits'],
  'restore-by-fork': ['A dialog with a dialogue state goes back in a fork only', 'choose a fork'],
  'restore-by-course': ['A subdialog cannot be forked', 'choose a new course, or restore the files alone'],
  'restore-nothing': ['Neither files nor talk are to be restored', 'choose one of them'],
  'still-at-work': ['It is still at work', 'stop it and answer its questions first'],
  'not-deleted': ({ reason }) => [`A dialog could not be deleted: ${reason}`, 'make its folder writable'],

  'permission-elsewhere': [
    'Tool calls are allowed or denied only on the machine that drives this folder',
    'answer it there, or again here once this process drives',
  ],
  'permission-by-model': ['Only the person can allow a tool call', 'the question is in the Q4H view'],
  'merge-unfit': ({ unknown, files }) => [
    `${unknown.join(', ')}: no such change`,
    `answer \`take\` with some of these: ${files.slice(0, 20).join(' ')}. To send the work back, use other words`,
  ],
  'form-unfit': ({ field, fields }) => [
    `The answer does not fit the form: ${field}`,
    `write a line \`name: value\` for each of ${fields.join(', ')}, or answer *decline*`,
  ],
  'call-would-fail': ({ reason }) => [reason, 'answer it: the model is told'],
  'question-without-text': ['This question is not about the text of a file', 'read it as it is'],
  'hunk-gone': ({ path }) => [`This change is no longer in ${path}`, 'look at the file again'],
  'content-not-kept': ({ path }) => [
    `The contents of ${path} could not be kept`,
    'make room on the disk and try again',
  ],
  'unchanged-file': ({ path }) => [`This dialog did not change ${path}`, 'name a file that it changed'],

  'server-not-allowed': ({ server }) => [
    `You have not allowed the MCP server ${server} of \`.mcp.json\``,
    'allow it with *Manage MCP Servers*, or send the message without it',
  ],
  'server-changed': ({ server }) => [
    `You have not trusted the entry of the MCP server ${server}`,
    'run `dominds doctor --trust` in this folder, or send the message without it',
  ],
  'server-refused': ({ server, reason }) => [
    `The MCP server ${server} did not answer: ${reason}`,
    'send the message without it, or mend the server',
  ],
  'prompt-needs': ({ prompt, argument }) => [
    `${prompt} needs ${argument}`,
    `write it behind the prompt: \`${argument}=…\``,
  ],

  'section-refused': ({ reason }) => [reason, 'look at the files of the taskdoc'],
  'section-empty': ({ section }) => [`The text for ${section} is empty`, 'write what the section should say'],
  'section-single-file': ({ taskdoc, section }) => [
    `${taskdoc} is a single file: it has no section ${section}`,
    'change goals, which is its whole text',
  ],
  'section-unsaved': ({ taskdoc, section }) => [
    `The section ${section} of ${taskdoc} is open with unsaved edits`,
    'save or discard them first',
  ],
  'taskdoc-refused': ({ reason }) => [reason, 'name a package like `tasks/feature.tsk`'],
  'taskdoc-exists': ({ path }) => [`${path} exists already`, 'open it instead'],

  'no-drafts': ['This dialog has no drafts', 'start one with `--mode draft`'],
  'draft-one-course': ['A draft dialogue has one course', 'prune old exchanges instead'],
  'draft-without-images': [
    'A draft dialogue takes no images',
    'describe the image in words, or start a root dialog without drafts',
  ],
  'draft-without-domain': ['A draft dialogue has no dialogue state', 'leave out the mode or the domain'],
  'drafts-wait': ['Your last message has drafts that wait for you', 'accept one of them first'],
  'draft-not-ready': ['Your last message has no draft yet', 'let the mind run until there is one, and accept it'],
  'nothing-to-add-to': ['No message waits for a draft', 'send a message first'],
  'nothing-left-over': ['Nothing is left over of the newest step', 'accept a draft, or let the mind go on'],
  'no-message-for-draft': ['There is no message to draft a reply to', 'send a message first'],
  'nothing-to-think': ['There is no message to draft a reply to', 'send a message first, or set `idle_thinking: true`'],
  'no-draft-yet': ['There is no draft yet', 'let the mind run until there is one'],
  'unknown-draft': ({ drafts, count }) => [`There is no draft ${drafts.join(', ')}`, presentDrafts(count)],
  'draft-moved': ({ n, present, expected }) => [
    `Draft ${n} is ${present} now, not ${expected}`,
    'look at the drafts again',
  ],
  'draft-gone': ({ draft }) => [`The draft ${draft} is no longer there`, 'look at the drafts again'],
  'bad-steps': ({ given }) => [`${given} is not a number of steps`, 'give a whole number from 1'],
  'bad-exchanges': ({ given }) => [`${given} is not a number of exchanges`, 'give a whole number from 1'],
  'no-exchange': ['There is no exchange to prune', 'accept a draft first'],

  'no-belief': ['This dialog has no dialogue state', 'start one with `--domain`'],
  'belief-refused': ({ why }) => [beginning(why), 'see `state show` for flows and slots'],
  'turn-refused': ({ why }) => [beginning(why), 'see `state history` for the turns'],
  'domain-broken': ({ reason }) => [reason, 'correct the domain file'],
  'domain-unusable': ({ place, fault }) => {
    const [what, remedy] = wordsOf(fileFaultsEn, fault);
    return [`${place}: ${what}`, remedy];
  },

  'no-driver': ['No process drives this folder now', 'open it to drive it here'],
  'reads-only': ['This process only reads the folder', 'use the process that drives it'],
  'driven-by-process': ({ pid, host }) => [
    `Process ${pid} on ${host} drives this folder`,
    'use that one, or end it first',
  ],
  'driven-by-other': ['Another window or terminal drives this folder', 'use that one, or close it and drive here'],
  'driver-changed': ['Another process took over this folder', 'continue there, or end it first'],
  'delete-elsewhere': ['Another process drives this folder', 'delete in the process that drives'],
  'folder-closed': ['The folder is closed here', 'open it again'],
  'no-folder': ({ folder }) => [`There is no folder ${folder}`, 'open an existing folder'],
  'not-a-folder': ({ folder }) => [`${folder} is a file, not a folder`, 'open a folder'],
  'unreadable-folder': ({ folder, reason }) => [
    `${folder} cannot be opened: ${reason}`,
    'open a folder that you can read',
  ],
  'no-folder-open': ['No folder is open', 'open a folder: dialogs are stored in it as files'],
  'no-folder-chosen': ['No folder was chosen', 'start again and choose one'],
  'virtual-folder': ['Virtual folders are not supported', 'open a folder on a disk: dialogs are files'],
  untrusted: ['This folder is not trusted', 'trust it to run dialogs and tools'],
  'lock-not-file': ({ file }) => [
    `${file} is not a plain file, so no process can drive this folder`,
    'move it away, then try again',
  ],
  'lock-not-folder': ({ folder }) => [
    `${folder} is not a folder, so no process can drive this folder`,
    'move it away, then try again',
  ],
  'folder-not-writable': ({ folder, reason }) => [`This folder cannot be written to: ${folder} (${reason})`, freeSpace],
  'not-opened': ({ reason }) => [`The folder could not be opened: ${reason}`, freeSpace],
  'not-stored': ({ reason }) => [`It could not be stored: ${reason}`, freeSpace],
  'not-handed-over': ({ reason }) => [`It could not be handed over: ${reason}`, freeSpace],
  'disk-refused': ({ reason }) => [`The disk refused it: ${reason}`, freeSpace],
  'access-denied': ({ reason }) => [
    `The system denies access: ${reason}`,
    'check the permissions and the user who runs this',
  ],
  'unreadable-text': ({ file }) => [`${file} cannot be edited: it is not readable text`, 'correct it first'],
  'broken-yaml': ({ file }) => [`${file} cannot be edited: its YAML is broken`, 'correct it first'],

  'serve-in-clear': ({ host }) => [
    `Serving on ${host} would send everything unencrypted`,
    'give --tls-cert and --tls-key, or --behind-proxy when a proxy in front of it handles TLS',
  ],
  'port-taken': ({ host, port }) => [`Port ${port} of ${host} is taken`, 'give another with --port, or 0 for any'],
  'cannot-listen': ({ host, port, reason }) => [
    `Cannot listen on ${host}, port ${port}: ${reason}`,
    'give another address',
  ],
  'certificate-alone': ['A certificate needs its key', 'give both --tls-cert and --tls-key'],
  'certificate-unreadable': ({ file, reason }) => [
    `${file} cannot be read: ${reason}`,
    'name a PEM file that you can read',
  ],
  'certificate-broken': ({ file, reason }) => [
    `${file} cannot be used: ${reason}`,
    'name a PEM file that is not encrypted',
  ],
  'certificate-of-other-key': ({ cert, key }) => [
    `The certificate ${cert} does not belong to the key ${key}`,
    'name a matching pair',
  ],
  'view-only': ['This address is view-only', 'open an address with full access'],
  'no-store': ['No PostgreSQL store is named', `set DOMINDS_STORE or --store to an address like ${storeExample}`],
  'store-password': [
    'The address of the store contains a password',
    'remove it from the address; in the editor run Set Store Password, elsewhere set PGPASSWORD or write ~/.pgpass',
  ],
  'store-address': ({ fault }) => [
    `The address of the store cannot be used: ${addressFaults[fault]}`,
    `write it like ${storeExample}`,
  ],
  'store-key': ({ key }) => [`The address of the store has the unknown key ${key}`, `write it like ${storeExample}`],
  'store-no-database': ({ store, database }) => [
    `The database ${database} of the store ${store} does not exist`,
    `create it on that server (for example: createdb ${database}), or correct its name in the address`,
  ],
  'store-encoding': ({ encoding }) => [
    `The database holds texts as ${encoding}, which has no place for most languages`,
    'make one with encoding UTF8, and name it',
  ],
  'store-server-old': ['The server is older than PostgreSQL 15', 'update it, or name another server'],
  'store-not-migrated': ({ version }) => [
    version === 0 ? 'The store has no tables yet' : `The tables of the store have the older version ${version}`,
    'run: dominds store migrate',
  ],
  'store-newer': ({ version, known }) => [
    `The tables of the store have version ${version}, and this program knows ${known}`,
    'update Dominds',
  ],
  'store-away': ({ store, reason }) => [
    `The store ${store} cannot be reached: ${reason}`,
    'check its address and the network',
  ],
  'store-refused': ({ store, reason }) => [
    `The store ${store} refuses this: ${reason}`,
    'check user, password and permissions, and the log of the database',
  ],
  'store-not-written': ({ reason }) => [
    `The store did not take it: ${reason}`,
    'check that the database is running and what its log says, then try again',
  ],
  'store-without-tls': ({ store }) => [
    `The store ${store} offers no encrypted connection, which one over the network always is`,
    'turn on SSL in PostgreSQL, or name a server of this machine by 127.0.0.1 or localhost',
  ],
  'store-wants-password': ({ store }) => [
    `The store ${store} wants a password`,
    'in the editor run Set Store Password, elsewhere set PGPASSWORD or write ~/.pgpass',
  ],
  'driven-by-worker': ['A worker drives this dialog now', 'stop it first, or try again when it waits'],

  subdialog: ({ dialog, rootId }) => [`${dialog} is a subdialog`, `name its root: ${rootId}`],
  'empty-reminder': ['the reminder is empty', 'give its text'],
  'unknown-permission': ({ n, count }) => [`There is no permission ${n}`, `there are ${count}, numbered from 1`],
  'permission-not-kept': [
    'The permission cannot be changed',
    'make the folder dominds below $XDG_CONFIG_HOME or ~/.config writable',
  ],
  'unknown-reminder': ({ n, count }) => [
    `there is no reminder ${n}`,
    `${count === 1 ? 'there is 1 reminder' : `there are ${count} reminders`}, counted from 1`,
  ],
  'no-image-file': ({ file }) => [`There is no file ${file}`, 'name an image file'],
  'image-not-a-file': ({ file, kind }) => [
    `${file} is ${kind === 'folder' ? 'a folder' : 'not a regular file'}`,
    'name an image file',
  ],
  'large-image-file': ({ file, most }) => [`${file} is too large`, smaller(most)],
  'unreadable-image-file': ({ file, reason }) => [`${file} cannot be read: ${reason}`, 'name a file that you can read'],
};

function pendingText({ agentId, calledId, headline }: PendingWork): string {
  return calledId === undefined
    ? `@${agentId} asks the person: ${headline}`
    : `@${agentId} waits for @${calledId}: ${headline}`;
}

/** A reason that begins a message; the name of a slot stays as it is. */
function beginning(why: Reason): string {
  const text = reasonText(why);
  return why.id === 'slot' ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function presentDrafts(count: number): string {
  if (count === 0) return 'there is no draft';
  return count === 1 ? 'there is draft 1 only' : `there are drafts 1 (the latest) to ${count}`;
}
