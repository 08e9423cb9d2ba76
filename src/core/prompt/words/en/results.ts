// English texts for the results of tools, and for tellasks that have no target (SPEC 3, 12.4).
import type { Language } from '../../../base/language.ts';
import type { TellaskProblem } from '../../../tellask/segment.ts';
import { type PatternProblem, patternProblemText } from '../../../text/pattern-problem.ts';

/** Why the system refused to use a path, by its code. */
const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EEXIST: 'something of this name is there already; move or delete it first.',
  ENOTDIR: 'a part of the path is a file, not a folder.',
  EISDIR: 'it is a folder.',
  ELOOP: 'a link came into the path while it was used; try again.',
  ENOTEMPTY: 'the folder is not empty; delete its files first.',
  EACCES: 'the system does not permit it.',
  EPERM: 'the system does not permit it.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
  ENAMETOOLONG: 'the name is too long.',
  EXDEV: 'it lies on another disk; write it anew and delete the old one.',
  EINVAL: 'a folder cannot be moved into itself.',
};

const malformed: Readonly<Record<TellaskProblem, string>> = {
  'missing-mention': 'A tellask must begin with `!?@name`; this block has no `@` after `!?`.',
  'invalid-mention': 'After `@` must come a name: a letter, then letters, digits, `_` or `-`.',
  'invalid-session': 'The session directive needs a name after it: a letter, then letters, digits, `_` or `-`.',
  'conflicting-session': 'The headline names two different sessions; name one.',
  'session-not-allowed': 'A session cannot be used with @tellasker or @human; leave it out.',
};

/** What is named after a refusal, or that there is nothing to name. */
function listed(names: readonly string[]): string {
  return names.join(', ') || 'none';
}

export const resultsEn = {
  /** Of these words. */
  language: 'en' as Language,

  // Any call
  callStopped: 'The call was stopped before it began.',
  callUnwanted: 'The call is no longer wanted.',
  toolFailed: (tool: string, why: string) => `${tool} failed: ${why}`,
  denied:
    'A policy of this workspace forbids this call; nothing was done. Do not try it in another way: go on without it, or ask the person.',
  notPermitted: {
    closed: (reason: string) => `Refused: the question to the person was closed (${reason}). Nothing was done.`,
    denied: (said: string) =>
      `The person refused this call; nothing was done. ${said === '' ? 'Do not try it again in another way; go on without it, or ask.' : `They say: ${said}`}`,
  },
  gone: (id: string) => `You have no tools: @${id} is no longer in the team. Only answer.`,
  withheld: (tool: string, why: string) => `You have no tool ${tool} now: your restrictions cannot be read (${why}).`,
  rootOnly: (tool: string, ask: string) =>
    `${tool} is for root dialogs only. Ask your tellasker (\`${ask} …\`), or say it in your answer.`,
  noObject: (tool: string) => `${tool}: the arguments are not a JSON object; call again with one`,
  moreCharacters: (count: number) => `… ${count} more characters, not shown`,
  stopped: 'Stopped.',
  folderRules: (folder: string, file: string) => `Rules for ${folder}/ (${file}):`,

  // Tellasks
  notSent: 'Nobody was called. Make the call again, in a reply of its own.',
  noTellasker:
    'This is the root dialog: nobody tellasked it, so @tellasker names nobody. Use @human to ask the person.',
  fbrOff: 'Fresh boots reasoning (@self) is switched off for you. Think it through here instead.',
  notInTeam: (id: string) =>
    `@${id} is no longer in the team, so it calls nobody. Answer from what you know, or ask @human.`,
  noTeammate: (name: string, names: readonly string[]) =>
    `There is no teammate @${name}. Teammates: ${names.join(', ')}; also @human, @self, and in a subdialog @tellasker.`,
  malformed: (problem: TellaskProblem) =>
    `${malformed[problem]} Nobody was called; write the block again if it was meant.`,
  cutOff:
    'Your reply was broken off in this call, so it was not sent: its rest may be missing. Write it again, in fewer words, or alone.',
  waitsOnItself: (who: string, isSelf: boolean) =>
    `${who} ${isSelf ? 'is this dialog itself' : 'is itself waiting for this dialog'}, so it could never answer. Go on without it, or ask somebody else.`,
  tooDeep: (most: number) => `Subdialogs may nest ${most} deep, and this one is at the bottom. Do this part yourself.`,
  tooMany: (alive: number, most: number) =>
    `${alive} subdialogs of this root are at work and ${most} are allowed. Wait for answers before asking more.`,

  // The dialog and its work
  donePending: 'Refused, the dialog still has work pending:',
  done: 'The dialog is marked as done.',
  pending: {
    question: (who: string, headline: string) => `question for the person of @${who}: ${headline}`,
    ownCall: (who: string, callId: string, headline: string) =>
      `unanswered tellask to @${who} (${callId}): ${headline}`,
    otherCall: (from: string, to: string, headline: string) => `unanswered tellask of @${from} to @${to}: ${headline}`,
    answer: 'an answer that you have not read yet: you read it when this aside has ended',
    sameReply: (headline: string) => `tellask of this same reply: ${headline}`,
    words: 'a message of the person that you have not read yet',
    newCourse: 'the new course that this same reply began',
  },
  noOpenCall: (callId: string, open: readonly string[]) => `No open call of yours is ${callId}. Open: ${listed(open)}.`,
  openCall: (callId: string, who: string, headline: string) => `${callId} (@${who}: ${headline})`,
  nothingToTell: 'Nothing to tell: content is empty.',
  told: (who: string) => `Told @${who}.`,
  dismissed: (callId: string) => `Dismissed ${callId}.`,
  reassigned: (callId: string) => `${callId} is already re-assigned in this reply.`,
  noSuccessor: 'Nobody takes its place: write the new tellask to a member in the same reply as this call.',
  reassigns: (callId: string) =>
    `${callId} ends as soon as the next tellask of this reply to a member is sent, which takes its place.`,
  newCourse: 'A new course begins when this reply is worked off.',
  asksHuman:
    'Refused: this reply also asks the person, and a new course would drop the question. Clear your mind after the answer.',
  marksDone: 'Refused: this reply already marks the dialog as done.',
  reminderTooLong: (most: number) =>
    `Too long: a reminder has at most ${most} characters. Shorten it, or write it to a file.`,
  emptyContent: 'Empty content is refused.',
  emptyReminder: 'Empty content is refused; delete_reminder removes one.',
  badPosition: (last: number) => `position must be from 1 to ${last}.`,
  reminderAdded: (number: number) => `Added reminder ${number}.`,
  reminderUpdated: (number: number) => `Updated reminder ${number}.`,
  reminderDeleted: (number: number) => `Deleted reminder ${number}.`,
  noReminder: (number: number, last: number) =>
    last === 0 ? 'There are no reminders.' : `There is no reminder ${number}: they are numbered 1 to ${last}.`,

  // wait_for
  waitAlone: 'Call wait_for alone in a reply: what else is called there would wait as well.',
  noTime: (until: string | undefined) => `until: not a date and time: ${until}. Write it as 2026-11-23T07:00.`,
  timeOver: (until: string | undefined, now: string) => `${until} is over already; it is ${now}.`,
  waitTooLong: 'A wait is at most a year.',
  noRoot: (id: string) => `There is no root dialog ${id}.`,
  ownTree: 'A dialog cannot wait for the end of its own tree.',
  rootOver: (id: string, status: 'completed' | 'archived') => `Dialog ${id} is ${status} already.`,
  nothingToWaitFor: 'Say what to wait for: minutes, until, file or root.',
  waitsInCircle: (id: string | undefined) =>
    `Dialog ${id} waits for the end of this one, so neither would go on. Wait for a time or a file as well.`,

  // Dialogue state
  onlyTalks:
    'Not done: nothing is written, deleted or run while the person only talks, or while the active flow waits for them. Answer the person; work that they want begins with `start_flow`.',
  noDomain: 'The dialogue state cannot be changed now: its domain file cannot be used.',
  badStep: 'propose_plan: a step is {flow, slots?, why?} or {tellask, why?}',
  notChanged: (why: string) => `Nothing was changed: ${why}.`,
  proposed: 'The steps are put to the person. Wait for the answer.',
  keepsGoing: (on: boolean): string =>
    on ? 'You go on after this reply.' : 'You wait for the person after this reply.',
  noFlow: 'Done. No flow is active now.',
  nextFlow: (flow: string) => `Done. Next is ${flow}; the person is asked about it first.`,
  activeFlow: (flow: string, missing: readonly string[]) =>
    `Done. Active now: ${flow}${missing.length === 0 ? '' : `; missing: ${missing.join('; ')}`}.`,
  oneOf: (names: readonly string[]) => `one of ${names.join(', ')}`,

  // Paths
  nullInPath: 'A path cannot hold a null character.',
  pathTooLong: (length: number, most: number) => `The path is too long: ${length} characters, at most ${most}.`,
  leadsNowhere: (path: string) => `${path} leads nowhere: a link is broken, or a part of it is a file.`,
  protected: {
    taskdoc:
      'Taskdocs are closed to file tools: the text is in your prompt, recall_taskdoc reads other sections, change_mind (root dialog) changes one; in a subdialog tell the tellasker what to change.',
    dialogs: '.dialogs/ is kept by the runtime alone. For notes of your own use add_reminder.',
    minds:
      '.minds/ is closed to file tools: use add_memory, replace_memory and drop_memory for memories; @fuxi changes the rest.',
  },
  outside: (path: string) => `${path} is outside of the workspace; only paths within it can be used.`,
  leadsOut: (path: string) => `${path} is outside of the workspace.`,
  forbiddenIn: (path: string, access: 'read' | 'write', folder: string) =>
    `${path}: you may not ${access} in ${folder}.`,
  holdsForbidden: (path: string, folder: string) =>
    `${path}: it holds ${folder}, which you may not touch; name other parts.`,
  onlyIn: (path: string, access: 'read' | 'write', folders: readonly string[]) =>
    `${path}: you may ${access} only in: ${folders.join(', ') || '(no folder)'}.`,
  tooManyFolders: 'The folder holds too many folders to be changed as a whole; name its parts.',
  holdsClosed: (name: string) => `It holds ${name}, which is closed to file tools; name other parts of it.`,
  closed: (path: string) => `${path} is closed to file tools.`,
  unreachable: (path: string, why: string) => `${path} cannot be reached: ${why}`,
  workspaceItself: 'The workspace folder itself cannot be changed.',
  refusedBySystem: (path: string, code: string, message: string) => `${path}: ${systemReasons[code] ?? message}`,

  // Files
  missing: (path: string, named: readonly string[] = []) =>
    `There is no ${path}.${named.length === 0 ? '' : ` Do you mean ${named.join(' or ')}?`}`,
  isFolder: (path: string) => `${path} is a folder; list_dir lists it.`,
  notPlain: (path: string) => `${path} is not a plain file.`,
  tooLarge: (path: string, megabytes: string, most: number) =>
    `${path} is too large: ${megabytes} MB, at most ${most} MB are read. Use run_shell on it, or ask for a smaller part.`,
  binary: (path: string) => `${path} is a binary file.`,
  notUnicode: (path: string, encoding: string) =>
    `${path} is neither UTF-8 nor UTF-16 with its mark; it looks like ${encoding}. Files are changed in those only: convert it by run_shell first (iconv -f ${encoding} -t utf-8), or change it there.`,
  notSaved: (path: string) =>
    `${path} could not be saved in the editor; nothing was written. Ask the person to look at it.`,
  changedJustNow: (path: string) => `${path} changed just now: somebody else wrote it. Read it again.`,
  readAs: (path: string, encoding: string) => `${path} (not UTF-8, read as ${encoding})`,
  withUnsaved: (path: string) => `${path} (with unsaved edits)`,
  isEmpty: (title: string) => `${title} is empty.`,
  hasLines: (title: string, lines: number) => `${title} has ${lines === 1 ? 'one line' : `${lines} lines`}.`,
  toBelowFrom: '`to` must not be below `from`.',
  lines: (title: string, [first, last, all]: readonly [number, number, number], next: number | undefined) =>
    `${title}, lines ${first}-${last} of ${all}${next === undefined ? '' : ` (cut here; go on with from: ${next})`}`,
  moreInLine: (count: number, line: number, column: number) =>
    `… (${count} more characters in this line; go on with from: ${line}, column: ${column})`,
  lineHas: (title: string, line: number, count: number) =>
    `Line ${line} of ${title} has ${count === 1 ? 'one character' : `${count} characters`}.`,
  nameFile: 'Name a file, not the workspace itself.',
  inUnsavedEditor: 'The text is in the unsaved editor of the user; commands do not see it yet.',
  wrote: (path: string, lines: number) => `Wrote ${path}, ${lines} lines.`,
  besideAlike: (names: readonly string[]) =>
    ` It is a new file: ${names.join(' and ')} beside it ${names.length === 1 ? 'differs' : 'differ'} in kinds of spaces or Unicode form.`,
  edited: (path: string, count: number, lines: string) =>
    `Edited ${path} at ${count === 1 ? `line ${lines}` : `${count} places (lines ${lines})`}.`,
  deleted: (path: string) => `Deleted ${path}.`,
  moved: (from: string, to: string) => `Moved ${from} to ${to}.`,
  noFileToEdit: (path: string) => `There is no ${path}; write_file creates it.`,
  oldEmpty: '`old` is empty; write_file replaces a whole text.',
  oldIsNew: '`old` and `new` are the same; nothing would change.',
  copiedNumbers:
    '`old` or `new` has the line numbers that read_file shows; they are no part of the file. Leave them out.',
  /** `firstAt`: lines where the first line of `old` stands; '' for none, undefined when `old` has no such line. */
  notFound: (path: string, firstAt: string | undefined) => {
    const hint =
      firstAt === ''
        ? ' Read the file again.'
        : ` Its first line stands at ${firstAt}, but what follows or the space around differs: read it there.`;
    return `${path} does not hold \`old\`.${firstAt === undefined ? '' : hint}`;
  },
  notUnique: (path: string, count: number, lines: string) =>
    `\`old\` stands ${count} times in ${path} (lines ${lines}): add lines around it, or set all.`,
  unsavedToDelete: (path: string) => `${path} has unsaved edits in the editor; ask the person to save or close it.`,
  unsavedToMove: (path: string) => `${path} has unsaved edits in the editor; ask the person to save it.`,
  tooMuchToMove: (path: string) => `${path} holds too much, or more than can be read: move its parts one by one.`,
  isThere: (path: string) => `${path} is there already; name the whole new path, or delete it first.`,
  goneMeanwhile: (path: string) =>
    `${path} is gone: somebody deleted or moved it after you read it. Nothing was written; call again to create it anew.`,
  /** `change` is '' when it is not shown. */
  changedMeanwhile: (path: string, change: string) =>
    `${path} has changed since you read it: somebody else wrote it, or a command did. Nothing was done.${change === '' ? '' : ` What changed:\n${change}`}`,
  readThenWrite: 'read_file it, then write what holds both.',
  readFirst: 'read_file it first.',
  notRead: (path: string) =>
    `${path} is there already, and you may not know what it holds now: read_file it first, then write it, or change parts of it with edit_file.`,
  entries: (path: string, count: number) => `${path} has ${count} entries.`,
  entriesFrom: (path: string, count: number, from: number) =>
    `${path}, ${count} entries${from > 1 ? `, from ${from}` : ''}`,
  moreEntries: (count: number, next: number) => `… and ${count} more, not shown (go on with from: ${next})`,
  notFolder: (path: string) => `${path} is not a folder; read_file reads a file.`,
  notListed: (path: string, why: string) => `${path} cannot be listed: ${why}.`,
  link: ' (link)',

  // search_text
  severalLines: 'The query has several lines; search for one of them.',
  badExpression: (problem: PatternProblem) => {
    const { what, remedy } = patternProblemText(problem);
    return `This regular expression cannot be used: ${what}. ${remedy}.`;
  },
  searchStopped: 'The search was stopped.',
  found: (lines: number, files: number) => (lines === 0 ? 'No matches.' : `${lines} matching lines in ${files} files`),
  moreLines: (count: number) => `… ${count} more lines`,
  searchedAs: (encoding: string | undefined) =>
    encoding === undefined ? 'Binary, not searched' : `Not UTF-8, searched as ${encoding}`,
  filesReadSo: (how: string, names: readonly string[], more: number) =>
    `${how}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  longLines: (most: number) =>
    `Of longer lines only the first ${most} characters were searched; an expression without ^, $, \\b and lookbehind searches all of them.`,
  longMatches: (most: number) => `In long lines, matches over ${most} characters may be missing.`,
  cutLines: (places: readonly string[], more: number) =>
    `Long lines are cut around the match; read_file shows more from there, with from and column: ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  largeFiles: 'Files over 2 MB and special files were left out.',
  searchCut: 'Cut here, there may be more: narrow the query or the path.',
  manyFiles: (most: number) => `Only the first ${most} files were looked into; name a path.`,
  deepFolders: (most: number) => `Folders more than ${most} levels down were left out.`,
  longRules: (most: number) => `Rules of ignore files that are longer than ${most} characters were not applied.`,
  manyEntries: (most: number) => `Of a folder, only the first ${most} entries were looked at.`,

  // Commands
  stoppedBefore: 'Stopped before it began.',
  stoppedStarting: 'Stopped before it was under way.',
  noFolderToRunIn: (path: string) => `${path} is no folder to run a command in.`,
  breakInQuotes:
    'cmd.exe reads one line, and this command has a line break inside quotes; nothing was run. Write the text into a file and name that, or give an option such as -m once for each paragraph.',
  oneLineOnly:
    'cmd.exe reads one line; nothing was run. Give one command at a time, join commands with && on one line, or write a .cmd file and run it.',
  notStarted: (why: string) => `The command could not be started: ${why}`,
  timedOut: (seconds: number) => `Ended after ${seconds} s, with everything it had started.`,
  stoppedByPerson: 'The person stopped this command, with everything it had started.',
  runsOn: (process: string) =>
    `The person let this command run on in the background, as process ${process}: read_process reads its output, stop_process ends it, and you are told when it ends. Go on meanwhile. Its output so far:`,
  stoppedAll: 'Stopped, with everything it had started.',
  killed: (signal: string) => `Ended by ${signal}.`,
  exitCode: (code: number | null) => `Exit code ${code}.`,
  leftRunning: ' What it had left running in the background was ended.',
  noOutput: '(no output)',
  bytesCut: (count: number) => `[… ${count} bytes cut …]`,
  notKept: '[more output is not kept]',
  started: (id: string) => `Started as process ${id}: read_process gives its output, stop_process ends it.`,
  noProcess: (id: string) => `There is no process ${id}.`,
  processOutput: (isRunning: boolean, from: number, to: number) =>
    `${isRunning ? 'It runs.' : 'It does not run.'} Bytes ${from} to ${to}:`,
  notRunning: (id: string) => `No process ${id} runs.`,
  ended: 'Ended.',

  // Tools of others
  noContent: '(no content)',
  notText: '[content that is no text]',
  notShowable: '[content that cannot be shown]',
  media: (type: 'image' | 'audio', mime: string, bytes: number) => `[${type} ${mime}, ${bytes} bytes, not shown]`,
  resource: (uri: string | undefined) => (uri === undefined ? '[resource]' : `[resource ${uri}, not shown]`),
  noServer: (server: string) => `There is no server ${server} any more.`,
  serverWithheld: (server: string, why: 'not-allowed' | 'changed') =>
    `The server ${server} is not started: ${why === 'changed' ? 'its entry has changed, and the user has not seen it yet' : 'the user has not allowed it'}.`,
  serverNotStarted: (server: string, why: string) => `The server ${server} could not be started: ${why}`,
  serverFailed: (server: string, why: string) => `The server ${server} failed: ${why}`,
  stoppedAsking: 'The call was stopped before the person was asked.',
  heldAndLost:
    'The server waited for the person when the call was cut off, so the call is over. It is not known what it had done by then: find out before you call again.',
  cannotGive: 'The server asks for something that cannot be given here.',
  asksTooMuch: 'The server asks for too much to be kept.',
  noForm: 'Nobody could fill in this form.',
  notAsked: 'The person was not asked.',

  // The files of minds
  notOnDisk: (why: string) => `The disk refused it: ${why}`,
  mindsFilesOnly: 'Name a .md or .yaml file below .minds/, relative to it, like `team/alice/persona.md`.',
  tooLong: 'Too long.',
  wroteFile: (file: string) => `Wrote ${file}.`,
  memoryTooLong: (most: number) => `Too long: at most ${most} characters. Split or shorten it.`,
  memoryThere: (name: string) => `There is a memory ${name} already: replace it instead.`,
  noMemoryToReplace: (name: string) => `There is no memory ${name}: add it instead.`,
  noMemory: (name: string) => `There is no memory ${name}.`,
  memoryAdded: (name: string) => `Added memory ${name}.`,
  memoryReplaced: (name: string) => `Replaced memory ${name}.`,
  memoryDropped: (name: string) => `Dropped memory ${name}.`,
  badMemoryName: (most: number) =>
    `Name a memory by a path like \`build/windows\`, at most ${most} steps of letters, digits, _ and -.`,
  memoryLeadsOut: (folder: string) =>
    `${folder} is a link that leads nowhere or out of the workspace. Tell the person to mend it.`,
  pathLeadsOut: 'That path leads out of the memory folder.',
  noSkill: (name: string, names: readonly string[]) => `There is no skill ${name}. Skills: ${listed(names)}.`,
  noSkillFile: (name: string, file: string, files: readonly string[]) =>
    `The skill ${name} has no text ${file} that can be read. Its files: ${files.join(', ')}.`,
  skillFiles: (folder: string, files: readonly string[]) => `Files of this skill in ${folder}/: ${files.join(', ')}`,
  emptySection: 'Empty content is refused: write what the section should say.',
  sectionLeadsOut: 'The section leads out of its taskdoc.',
  taskdocLeadsOut: (path: string) => `The taskdoc leads out of the workspace: ${path}`,
  taskdocIsFile: (path: string) => `A taskdoc is a folder, but this is a file: ${path}`,
  notInWorkspace: (path: string) => `The taskdoc must lie in the workspace; name it relative to it: ${path}`,
  reservedPlace: (path: string) => `A taskdoc cannot lie within .minds, .dialogs or another taskdoc: ${path}`,
  noPackage: (path: string) => `A taskdoc is a package named <name>.tsk: ${path}`,
  isBeingEdited: 'The person is editing this section right now (not saved yet).',
  sectionChanged: 'The section changed since you last saw it, or you have not seen all of it.',
  sectionBroken: (why: string, file: string) => `${why}. Ask the person to mend ${file}.`,
  sectionAdded: (file: string) => `Added to ${file}.`,
  sectionReplaced: (file: string) => `Replaced ${file}.`,
  unopened: (path: string) => `${path} cannot be opened. Ask the person to check its permissions and links.`,
  singleFile: 'This taskdoc is a single file: its only section is goals, the whole text, without a category.',
  noSection: (name: string) => `There is no section ${name}.`,
  noSectionSo: (name: string, names: readonly string[]) =>
    `There is no section ${name}: use ${names.join(', ')}, or name a category.`,
  holdsOnly: (category: string, names: readonly string[]) => `${category} holds only: ${names.join(', ')}.`,
  badSectionName: 'A category and a selector are plain names: letters, digits, spaces, `_` and `-`, at most 64.',
  emptyText: '(empty)',
  /** Of a section of a taskdoc, by its name. */
  sectionHeading: (name: string) =>
    name === 'bearinmind' ? 'Bear In Mind' : name.replace(/^./, first => first.toUpperCase()),
  unreadSection: (why: string, remedy: string) => `(${why}. ${remedy})`,
  nowSays: (why: string, text: string) => `${why} Nothing was changed. It now says:\n\n${text}`,
};

/** The table of a language. */
export type ResultWords = typeof resultsEn;
