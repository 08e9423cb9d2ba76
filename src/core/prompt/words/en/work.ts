// Texts about work and its history, in English.

import type { UntoldChanges } from '../../../dialog/file-changes.ts';
import type { WorkFacts } from '../../../dialog/work-shape.ts';
import { FURTHER_FILES } from '../../../evidence/checks.ts';
import type { EvidenceLine } from '../../../evidence/evidence.ts';
import {
  commandText,
  type FactWords,
  factsLine,
  type SayEvidence,
  type SayFacts,
} from '../../../facts/facts-in-words.ts';
import { dayAndTime } from '../../../text/clock-time.ts';
import type { QuestionText } from '../questions.ts';
import type { AskedOfPerson, ChangedBy, LastCommand, OfferedWork, PushFacts, WorkConflict } from '../work-words.ts';
import { changedFileLines, checkedOutput, inBackticks, joinedParts, mentions, sectionsText } from '../work-words.ts';

/** Below a list of changed files, if more changed. */
export const untoldEn: Readonly<Record<UntoldChanges, string>> = {
  some: 'More files changed than are listed.',
  all: 'Commands may have changed other files too, which are not known.',
};

const moreThan = { some: 'more than ', all: 'at least ' };

const factWordsEn: FactWords = {
  noTool: 'no tool ran',
  tools: {
    read: count => counted(count, 'read'),
    edit: count => counted(count, 'edit'),
    command: count => counted(count, 'command'),
    other: count => counted(count, 'other tool call'),
    failed: count => counted(count, 'failed tool call'),
  },
  answers: count => `${counted(count, 'answer')} from teammates`,
  changed: (count, untold) => {
    if (count === 0) return 'changed files not known';
    return `${untold ? moreThan[untold] : ''}${counted(count, 'file')} changed`;
  },
  hunks: count => `${count} hunks`,
  command: (command, exitCode, by) =>
    `last command${by === undefined ? '' : ` (by @${by})`}: \`${command}\` ${exitCode === undefined ? 'did not run to its end' : `exited with ${exitCode}`}`,
  open: members => `calls still open: ${members.map(member => `@${member}`).join(', ')}`,
  goals: lines => `not ticked off: ${lines.map(line => `"${line}"`).join(', ')}`,
  evidence: ({ state, verified, of }) =>
    state === 'verified'
      ? `verified (${counted(of, 'acceptance line')})`
      : `${state}: ${verified} of ${counted(of, 'acceptance line')} verified`,
  offered: ({ callId, asks }) =>
    asks
      ? 'these changes are in a place of its own; the person decides whether they are taken'
      : `these changes are in a place of its own: merge_work {"callId": "${callId}"} takes them (paths: a part), drops them or sends them back; show: true shows them by hunk`,
  more: count => `and ${count} more`,
};

export const sayFactsEn: SayFacts = facts => factsLine(facts, factWordsEn);

/** The evidence for acceptance lines in a few words of a language. */
export const sayEvidenceEn: SayEvidence = factWordsEn.evidence;

/** The last command and its end, in a sentence of a language. */
const sayCommandEn = (command: NonNullable<WorkFacts['command']>) => commandText(command, factWordsEn);

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** What the runtime says to models of its own knowledge (SPEC 23.7, 23.8). */
export const factsEn = {
  /** Stands under an answer. */
  underAnswer: (facts: WorkFacts) => `[Facts from the runtime] ${upper(sayFactsEn(facts))}.`,
  /** Stands before the text of a push. */
  beforePush: ({ open, running, announced, goals, failed }: PushFacts) =>
    [
      '[Facts]',
      open.length > 0
        ? `- Open calls: ${mentions(open)}.`
        : '- No call is open; nobody works for you, and nothing happens by itself.',
      ...(running.length > 0 ? [`- In the background: ${inBackticks(running)}.`] : []),
      ...(announced === undefined ? [] : [`- You announced "${announced}", but called nothing.`]),
      ...(failed ? [`- ${upper(sayCommandEn(failed))}.`] : []),
      ...(goals.length > 0 ? ['- Not ticked off in the taskdoc:', ...goals.map(line => `  - ${line}`)] : []),
    ].join('\n'),
  /** Why `mark_done` is refused once. */
  failedBeforeDone: (command: LastCommand) =>
    `Refused once: ${sayCommandEn(command)}. If the work is not done, go on. If that result is expected, say why to the person and call mark_done again.`,
  /** Ends a refusal of `mark_done`: how to go on. */
  howToEnd: ({
    by,
    isCalling,
    isWaiting,
  }: {
    readonly by?: string;
    readonly isCalling: boolean;
    readonly isWaiting: boolean;
  }) =>
    [
      ...(by === undefined
        ? []
        : [`@${by} asked you something: your next reply in plain text, without any call, is the answer.`]),
      ...(isCalling ? ['Call mark_done alone, once the answers are in.'] : []),
      ...(isWaiting ? ['To wait for an answer, just end your reply; it comes by itself.'] : []),
    ].join(' '),
  /** In place of a question that the person has answered; `at` is ISO. */
  answeredBefore: (headline: string, content: string, at: string) =>
    `[Answered already] You asked "${headline.trim()}" before. The person answered on ${dayAndTime(at)}:\n\n${content}\n\nThe person was not asked again. If you must know anew, ask once more and say what has changed.`,
  /** What the person wrote or chose in answer to a question of the runtime. */
  personSays: (content: string) => `[The person] ${content}`,
};

export type FactTexts = typeof factsEn;

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the runtime says of acceptance lines (SPEC 26.3). */
export const evidenceEn = {
  /** The result of a `mark_done` whose lines do not all hold. */
  notDone: (failing: readonly EvidenceLine[], all: number) =>
    [
      `Not done: ${failing.length} of ${all} acceptance ${all === 1 ? 'line' : 'lines'} ${failing.length === 1 ? 'is' : 'are'} not verified.`,
      ...failing.map(line => {
        const why = line.dropped
          ? 'a member removed this line; restore it, or the person must agree'
          : line.changedChecks
            ? `passed, but files that it checks with changed: ${line.changedChecks.map(fileEn).join(', ')}`
            : (line.outcome ?? 'not checked');
        return `- ${line.line}: ${why}${checkedOutput(line)}`;
      }),
      'Fix what fails, then call mark_done again. Only checks by the runtime count. If a line cannot hold, tell the person why.',
    ].join('\n'),
  reviewHeadline: (subject: string) => `Review: ${subject}\n`,
  reviewBody: (changed: readonly ChangedBy[]) =>
    [
      'Is this true of the files as they are now? Look for yourself; do not rely on what others say, and change no file.',
      ...changedFileLines(changed, 'Changed files:'),
      'Begin your answer with a line that is only `accepted` or `rejected`. Then say why.',
    ].join('\n'),
  question: 'Does the work meet these acceptance lines?',
  questionBody: ({ lines, dropped, files }: AskedOfPerson) =>
    sectionsText([
      ['', lines],
      ['Members removed these lines. Is that right?', dropped],
      ['Members changed files that the checks run. Do the checks still prove what you want?', files.map(fileEn)],
    ]),
  accept: 'accept',
  reject: 'reject',
  /** Outputs of checks that the runtime makes itself. */
  fileFound: 'The file is there.',
  noFile: 'There is no such file.',
  emptyFile: 'The file is empty.',
  noShell: 'Commands cannot run here.',
  unclear: (answer: string) => `The answer does not begin with "accepted" or "rejected": ${answer}`,
  noMember: (name: string) => `There is no teammate @${name}.`,
  isAuthor: (name: string) => `@${name} changed files for this task and cannot review them.`,
  isClaiming: (name: string) => `@${name} marks the task done and cannot review it.`,
  changesFiles:
    'The check changes files each time it runs. Ignore these files in Git, or let the check write elsewhere.',
  notAlone: 'Call mark_done alone, after the work: the checks must see the last change.',
  notAnswered: 'The person did not answer.',
  personSays: (answer: string) => `The person says: ${answer}`,
  /** A reviewer asks back. */
  askedBack: (name: string) => `@${name} reviews the work and asks back. Answer first, then call mark_done again.`,
};

export type EvidenceTexts = typeof evidenceEn;

const fileEn = (path: string) => (path === FURTHER_FILES ? 'further files, which nobody can name' : path);

/** What is said of places of their own, and of the work in them (SPEC 27). */
export const workEn = {
  /** Of a member in a place of its own, in its system message. `bring`: what Git ignores and is there all the same. */
  place: (root: string, bring: readonly string[]) =>
    `You work in a copy of the workspace, made for you alone: ${root}. Paths and commands are relative to it. Files that Git ignores are not in it${bring.length > 0 ? `, except ${bring.join(', ')}` : ''}. Nobody sees your changes before your answer; then the one who called you, or the person, takes them.`,
  /** The place is gone, or on another machine, and a new one is made: what was done there is lost. */
  lost: (paths: readonly string[]) =>
    `The copy that you worked in is gone. A new one is made from the workspace as it is now. ${paths.length > 0 ? `Lost with it: your changes of ${paths.join(', ')}. Make them again if they are missing.` : 'Look which of your changes are missing, and make them again.'}`,
  /** The failed answer of a member whose place could not be made. */
  notMade: (why: string) => `No place of its own could be made for this member, so it did not start: ${why}`,
  /** A tool call names the folder that others share, and `own` is the same file, relative to its own root. */
  sharedPath: (named: string, own: string) =>
    `${named} is the folder that others work in. You work in a copy of your own: use ${own} instead.`,
  question: ({
    agentId,
    headline,
    again,
    count,
    added,
    removed,
    body,
    trouble,
    isPart,
    example,
  }: OfferedWork): QuestionText => ({
    headline: `Take ${isPart ? 'the other' : 'the'} changes of @${agentId}? ${files(count)} +${added} −${removed}`,
    body: joinedParts([
      trouble,
      again ? `${headline} (round ${again.round})` : headline,
      again?.said && `You sent it back: ${again.said}`,
      body,
      example &&
        `To take a part, answer with files and numbers of hunks: \`${example}\`. You are asked about the rest again.`,
    ]),
    options: ['take all', 'send back', 'drop'],
  }),
  /** Notes for the caller. */
  merged: (agentId: string, paths: readonly string[], left: readonly string[]) =>
    `[Work of @${agentId}] Taken: ${paths.join(', ') || 'nothing, it was here already'}.${left.length > 0 ? ` Still waiting: ${left.join(', ')}.` : ''}`,
  dropped: (agentId: string, paths: readonly string[], isPart: boolean) =>
    isPart
      ? `[Work of @${agentId}] The rest is dropped: ${paths.join(', ')}. What was taken before is here.`
      : `[Work of @${agentId}] Dropped. None of its changes is here.`,
  /** The caller wanted to see it. */
  shown: (agentId: string, body: string) => `[Work of @${agentId}] Its changes, not taken yet:\n\n${body}`,
  /** Of the author's work: dropped at the end of its last call. */
  notTaken: (paths: readonly string[]) =>
    paths.length === 0
      ? undefined
      : `Some changes of your last answer were not taken: ${paths.join(', ')}. Your copy is new, without them.`,
  failed: (agentId: string, why: string) => `[Work of @${agentId}] Not taken: ${why}`,
  sentBack: (agentId: string, words: string) => `[Work of @${agentId}] Sent back with the words: ${words}`,
  conflicted: (agentId: string, paths: readonly string[]) =>
    `[Work of @${agentId}] Not taken, since others changed the same places: ${paths.join(', ')}. @${agentId} resolves it and answers again. Nothing was changed here.`,
  /** The further call to the author. */
  backTitle: 'Your work is sent back.',
  /** In place of words that are missing. */
  lookAgain: 'It is not taken as it is. Look at your changes again, and answer anew.',
  /** Why an agent of another vendor gets no place. */
  notForAgents: 'an agent of another vendor cannot work in a place of its own',
  /** A file that is no text was added, changed or deleted. */
  noText: (was: boolean, is: boolean): string =>
    was ? (is ? 'Changed; it is no text.' : 'Deleted; it was no text.') : 'New; it is no text.',
  conflict: (conflicts: readonly WorkConflict[]) =>
    [
      'While you worked, others changed the same files. Nothing of your work is taken yet. Bring both sides together in your copy, then answer again.',
      ...conflicts.map(({ path, isMarked, isGone, change }) =>
        [
          isMarked
            ? `${path}: both sides stand in your file between <<<<<<< and >>>>>>>. Keep what both want, and remove the marks.`
            : isGone
              ? `${path}: the others deleted it, and you changed it. It comes back unless you delete it too.`
              : `${path}: the others changed it, and it cannot be merged line by line. Your version replaces theirs as it is now.`,
          change,
        ]
          .filter(part => part !== '')
          .join('\n'),
      ),
    ].join('\n\n'),
  conflictTitle: 'Your work conflicts with changes of others.',
  /** Names of the sides in the marks of a conflict. */
  sides: { ours: 'yours', theirs: 'others' },
  /** Why work cannot be taken. */
  gone: (paths: readonly string[]) =>
    `the place that it was done in is gone, or on another machine.${paths.length > 0 ? ` Lost: changes of ${paths.join(', ')}.` : ''} Call again to have it done anew.`,
  nothing: 'nothing in it differs any more',
  /** The person saw other changes. */
  changedSince: 'it changed after you were asked, so look at it again',
  unsaved: (paths: readonly string[]) => `the person has unsaved changes in ${paths.join(', ')}`,
  noSuchPaths: (paths: readonly string[], there: readonly string[]) =>
    `${paths.join(', ')}: not among the changed files (${there.join(', ')})`,
  changing: 'the files change all the time',
  /** Results of `merge_work`. */
  settles: 'Noted. What came of it is said next.',
  noSuchWork: (callId: string, offered: readonly string[]) =>
    `No work waits for call ${callId}. ${offered.length > 0 ? `Waiting: ${offered.join('; ')}.` : 'None waits at all.'}`,
  offeredWork: (callId: string, agentId: string, headline: string) => `${callId} (@${agentId}: ${headline})`,
  personDecides: 'The person decides about this work.',
  /** Why a root cannot end yet. */
  waiting: (agentId: string, callId: string) =>
    `work of @${agentId} is neither taken nor dropped: merge_work {"callId": "${callId}"}`,
};

export type WorkTexts = typeof workEn;

function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`;
}

/** `files`: those that were restored; none where they were left as they are. */
export const restoreEn = {
  /** The first thing that a fork is told. */
  fork: (files: readonly string[]) =>
    `[Fork] The user goes on from this point of another dialog. ${filesEn(files)} Calls and questions that were open there are not open here; make those that you still need again.`,
  /** Opens the new course. */
  course: (files: readonly string[]) =>
    `[Restored] The user goes back to an earlier point of the dialog. What was said and done after it does not count any more. ${filesEn(files)}`,
};

export type RestoreTexts = typeof restoreEn;

function filesEn(files: readonly string[]): string {
  if (files.length === 0) return 'Files were not taken back: they are as they are now.';
  return `These files were taken back to what they were then: ${files.join(', ')}. Read files again before you change them.`;
}

/** What a ledger says around its facts. */
export const ledgerEn = {
  opening: (canRead: boolean) =>
    `[Ledger] Facts that the runtime recorded before this.${canRead ? ' Everything said and done in earlier courses: `read_course`.' : ''}`,
  /** Headings of its parts. */
  words: "The person's words, newest first",
  questions: 'Questions and what the person answered',
  calls: 'Your calls',
  assignments: 'Calls that you answered',
  files: 'Files you changed',
  processes: 'Commands running in the background',
  failure: 'The last failure',
  /** `who`: the teammate who added it to an assignment. */
  said: (course: number, who: string | undefined) =>
    `(course ${course}${who === undefined ? '' : `, added by @${who}`})`,
  call: (who: string, headline: string) => `@${who}${headline === '' ? '' : ` "${headline}"`}`,
  assignment: (who: string, headline: string) => `@${who}${headline === '' ? '' : ` "${headline}"`}; your answer`,
  open: 'open, no answer yet',
  unanswered: 'no answer',
  failed: (answer: string) => `could not answer: ${answer}`,
  closed: (reason: string) => `closed without an answer (${reason})`,
  change: { created: 'created', changed: 'changed', deleted: 'deleted' },
  failedCall: (course: number, call: string) => `(course ${course}) ${call}`,
  leftOut: (count: number) => `[${count} older ${count === 1 ? 'fact is' : 'facts are'} left out here.]`,
  /** Refuses to clear the mind once: these answers were read, and nothing followed from them. */
  notWorkedOn: (answers: readonly string[]) =>
    `Refused once: nothing has followed yet from what you have just read, and it leaves your context:\n${answers.map(answer => `- ${answer}`).join('\n')}\nNote what matters in a reminder or the taskdoc, or act on it. If nothing in it matters, call clear_mind again.`,
  reading: {
    noneYet: 'There is no earlier course: this is the first one, and all of it is in your context.',
    noSuchCourse: (course: number, last: number) =>
      `There is no earlier course ${course}. ${last === 1 ? 'The only earlier one is 1' : `The earlier ones are 1 to ${last}`}: read_course {"course": ${last}}.`,
    unreadable: (course: number) => `Course ${course} cannot be read: its file is missing or damaged.`,
    noSuchEntry: (course: number, entries: number) =>
      entries === 0
        ? `Course ${course} has no entries.`
        : `Course ${course} has entries 1 to ${entries}: read_course {"course": ${course}, "from": 1, "to": ${entries}}.`,
    user: 'to you',
    assistant: 'you',
    calls: (tool: string) => `you called ${tool}`,
    result: (tool: string) => `result of ${tool}`,
    heading: ({ course, from, to, of }: Readonly<Record<'course' | 'from' | 'to' | 'of', number>>) =>
      `Course ${course}, entries ${from} to ${to} of ${of}.`,
    readOn: (course: number, from: number) => `Read on: read_course {"course": ${course}, "from": ${from}}.`,
  },
};

export type LedgerWords = typeof ledgerEn;

/** What `read_course` says. */
export type CourseWords = LedgerWords['reading'];
