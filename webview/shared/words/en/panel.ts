// English words that all panels show. The Chinese ones have the same shape, so a missing word does not compile.
import { type AnsweredBy, placeOf } from '../../../../src/core/dialog/answered-by.ts';
import type { GenerationOutcome } from '../../../../src/core/dialog/record.ts';
import type { QuestionKind } from '../../../../src/core/dialog/record-parts.ts';
import type { SleepWords } from '../../../../src/core/dialog/sleep.ts';
import type { DisplayState } from '../../../../src/core/dialog/view/display-state.ts';
import { type QuestionClosing, questionClosingText } from '../../../../src/core/dialog/view/question-closing.ts';
import { type Need, type Standing, standingOf } from '../../../../src/core/dialog/view/standing.ts';
import type { EvidenceState } from '../../../../src/core/evidence/evidence.ts';
import type { TodoLine } from '../../../../src/core/evidence/todo.ts';
import type { Interruption } from '../../../../src/core/facts/interruption.ts';
import type { RecoveryCommand } from '../../../../src/core/facts/recovery-commands.ts';
import { formEn } from '../../../../src/core/prompt/words/en/questions.ts';
import { sayEvidenceEn, sayFactsEn } from '../../../../src/core/prompt/words/en/work.ts';
import type { FormTexts } from '../../../../src/core/prompt/words/questions.ts';
import { formatCost } from '../../../../src/core/spending/cost.ts';
import type { Spending } from '../../../../src/core/spending/spending.ts';
import {
  answerWordsEn,
  brokenOffEn,
  permissionModeNamesEn,
  questionClosingsEn as questionClosings,
} from '../../../../src/words/en/dialogs.ts';
import { troublesEn as troubles } from '../../../../src/words/en/troubles.ts';
import { type TroubleText, troubleText } from '../../../../src/words/trouble-text.ts';
import type { AutomaticReason } from '../../../dialog/items/item.ts';
import { ageIn, percentOf } from '../figures.ts';
import { changesEn, goBackEn, imagesEn } from './files.ts';
import { overviewEn } from './overview.ts';

/** The words of one language. */
export type PanelWords = typeof panelEn;

const standingWords: Record<Standing, string> = {
  needsYou: 'Needs you',
  working: 'Working',
  waiting: 'Waiting',
  paused: 'Paused',
  idle: 'Idle',
  completed: 'Completed',
  archived: 'Archived',
};

const needWords: Record<Need, string> = {
  question: 'Question',
  trouble: 'Stopped by a problem',
  draft: 'Draft to accept',
  ended: 'Done',
};

const optionNames: Readonly<Record<string, string>> = {
  'allow once': 'Allow once',
  'always here': 'Always in this workspace',
  always: 'Always',
  deny: 'Deny',
  continue: 'Continue',
  stop: 'Stop',
  'stop reminding': 'Stop Reminding',
  wait: 'Wait',
  'other model': 'Other Model',
  'take all': 'Take All',
  'send back': 'Send Back',
  drop: 'Drop',
  decline: 'Decline',
  accept: 'Accept',
  reject: 'Reject',
};

const questionHeadings: Record<QuestionKind, string> = {
  ask: 'Question for you',
  diligence: 'Keep going?',
  repeat: 'Going in circles?',
  provider: 'Trouble with the model',
  permission: 'Permission needed',
  cap: 'Limit reached',
  plan: 'Approval needed',
  clarify: 'More information needed',
  acceptance: 'Acceptance needed',
  merge: 'Take these changes?',
};

const evidenceStates: Record<EvidenceState, string> = {
  verified: 'Verified',
  claimed: 'Claimed',
  failed: 'Check failed',
  open: 'Not verified yet',
};

const automaticReasons: Record<AutomaticReason, string> = {
  ownPlace: 'A place of its own',
  work: 'Work of a teammate',
  diligence: 'Keep going',
  clear_mind: 'New context started',
  change_mind: 'New context started',
  full: 'New context started: the one before had become too large',
  fork: 'Opening of the fork',
  restore: 'You went back to an earlier message',
  undone: 'You reverted these edits',
  redone: 'You restored these edits',
  belief: 'Dialogue state changed by you',
  keepGoing: 'Going on without you',
  asideCleared: 'Aside cleared',
  'empty-output': 'Asked again: nothing was said',
  misread: 'Asked again: a call was not understood',
  notCalls: 'Not read as a call',
  'context-caution': 'The context is getting full',
  'context-critical': 'The context is almost full',
  'process-ended': 'A background command ended',
  'ran-away': 'The reply repeated itself and was broken off',
  'no-calls': 'The reply called no tool',
  checkPassed: 'Acceptance check passed',
  checkFailed: 'Acceptance check failed',
  reviewAsked: 'Review requested',
};

const finishes: Readonly<Record<string, string>> = {
  ...brokenOffEn,
  refusal: 'the model refused',
};

const outcomes: Record<GenerationOutcome, string> = {
  complete: '',
  cut: 'The reply broke off',
  stopped: 'Stopped',
  failed: 'Failed',
  'stream-error': 'The reply broke off',
  'ran-away': 'Broken off: the reply repeated itself',
};

export const panelEn = {
  part: 'panel' as const,
  locale: 'en',
  loading: 'Opening the dialog…',
  conversation: 'Conversation',
  standing: (standing: Standing): string => standingWords[standing],
  state: (state: DisplayState): string => standingWords[standingOf({ state })],
  /** Why a root needs the person. */
  need: (need: Need): string => needWords[need],
  you: 'You',
  queued: 'Queued until this turn ends',
  queuedBehindQuestion: 'Queued until you answer the question',
  queuedMessage: {
    label: 'Queued message',
    sendAsAnswer: 'Send as Answer',
    edit: 'Edit',
    remove: 'Remove',
    save: 'Save',
    deliveredFirst: {
      message: 'The message was delivered before you saved your change.',
      remedy: 'Your text is in the message field.',
    },
  },
  sending: 'Sending…',
  inAside: 'In an aside',
  automatic: 'Automatic',
  automaticReason: (reason: AutomaticReason): string => automaticReasons[reason],
  reminded: 'Reminded to keep going',
  remindedOf: (nth: number, all: number): string => `Reminded to keep going, ${nth} of ${all}`,
  thinking: 'Thinking',
  thought: 'Thought',
  copyReply: 'Copy reply',
  /** Calls of tools that fold away. */
  steps: (count: number): string => `${count} steps`,
  cut: "Interrupted here. This part is not kept in the model's context.",
  showMore: 'Show more',
  showLess: 'Show less',
  copy: 'Copy code',
  insertCode: 'Insert into the editor',
  openCode: 'Open as a file',
  copied: 'Copied',
  image: 'image',
  taskDone: 'done',
  taskOpen: 'to do',
  course: (course: number): string => `Course ${course}`,
  survived: {
    title: 'Carried over from the previous context',
    always: 'The taskdoc, the registered subdialogs and all earlier courses stay as they are.',
    reminders: 'Reminders',
    calls: 'Open requests',
    queued: 'Messages not delivered yet',
  },
  courses: 'Course',
  olderCourse: (course: number): string => `You are reading course ${course}, which has ended.`,
  backToCourse: (course: number): string => `Go to course ${course}`,
  previousCourse: (course: number): string => `Show course ${course}`,
  earlier: (count: number): string => `${count} earlier ${count === 1 ? 'record' : 'records'}`,
  newest: 'Jump to newest',
  root: 'Root dialog',
  newDialog: 'New dialog',
  welcome: {
    title: (who: string): string => `What should ${who} do?`,
    text: 'Describe a task below. Parts of it can be handed to teammates, and you are asked when a decision is yours.',
    team: 'Teammates',
    more: (count: number): string => `${count} more`,
    taskdoc: (path: string): string => `Taskdoc: ${path}`,
    domain: (name: string): string => `Domain: ${name}`,
  },
  newDraft: 'There is a new draft.',
  scripted: 'Scripted model',
  markDone: 'Mark done',
  reopen: 'Reopen',
  tokens: (count: number): string => `${short(count)} tokens`,
  context: (used: number, all: number): string => `Context: ${short(used)} of ${short(all)} tokens`,
  cost: (cost: number): string => `cost ${formatCost(cost)}`,
  treeUsage: ({ tokens, cost, isEstimated }: Spending): string =>
    `Whole tree: ${isEstimated ? 'about ' : ''}${short(tokens)} tokens${cost > 0 ? ` · cost ${formatCost(cost)}` : ''}`,
  usage: (prompt: number, completion: number, cached?: number): string => {
    const kept = cached === undefined ? '' : ` (${percentOf(cached, prompt)} cached)`;
    return `${short(prompt)} in${kept} · ${short(completion)} out`;
  },
  /** Of how many together. */
  generations: (count: number): string => `${count} generations`,
  /** `estimate`: the tokens that caps count instead. `count`: of so many among others whose usage is known. */
  unknownUsage: (estimate?: number, count?: number): string =>
    `usage ${count === undefined ? '' : `of ${count} `}unknown${estimate === undefined ? '' : ` · caps count about ${short(estimate)} tokens`}`,
  duration: (ms: number): string => (ms < 950 ? `${ms} ms` : ms < 59_500 ? `${(ms / 1000).toFixed(1)} s` : minutes(ms)),
  outcome: (outcome: GenerationOutcome): string => outcomes[outcome],
  /** How the model ended, where that is not the usual way. */
  finish: (finish: string): string => finishes[finish] ?? '',
  assignmentFrom: (who: string): string => `Task from ${who}`,
  asksBack: (who: string): string => `${who} asks a follow-up`,
  openCaller: 'Open caller',
  tellaskerName: 'Caller',
  selfName: 'Itself',
  openSubdialog: 'Open subdialog',
  unfoldSubdialog: 'Show here',
  foldSubdialog: 'Hide',
  nested: 'Conversation of the subdialog',
  find: {
    open: 'Find in dialog (Ctrl+F)',
    label: 'Find in this course',
    count: (at: number, all: number): string => (all === 0 ? 'No match' : at === 0 ? `${all}` : `${at} of ${all}`),
    previous: 'Previous match (Shift+Enter)',
    next: 'Next match (Enter)',
    close: 'Close (Esc)',
  },
  dismissCall: 'Cancel request',
  tellask: {
    to: (who: string): string => `Request to ${who}`,
    writing: 'writing…',
    said: 'about to be sent',
    void: 'not sent',
    dismissed: 'cancelled',
    reassigned: 're-assigned',
    waiting: (open: number, all: number): string => (all > 1 ? `waiting, ${all - open} of ${all} answered` : 'waiting'),
    answered: 'answered',
    failed: 'failed',
    refused: 'refused',
    malformed: 'not understood',
  },
  answerFrom: (who: string): string => `Answer from ${who}`,
  dismissedFrom: (who: string): string => `Request to ${who} cancelled`,
  failedAnswerFrom: (who: string): string => `Failed answer from ${who}`,
  callSite: 'Show request',
  gaveAnswer: (who: string): string => `Answered ${who}`,
  gaveFailure: (who: string): string => `Reported failure to ${who}`,
  facts: sayFactsEn,
  changes: changesEn,
  restore: goBackEn,
  evidence: sayEvidenceEn,
  todo: {
    title: 'To do',
    count: (done: number, all: number): string => `${done} of ${all} done`,
    states: { open: 'to do', done: 'done', failed: 'failed' } as Record<TodoLine['state'], string>,
  },
  evidenceState: (state: EvidenceState): string => evidenceStates[state],
  tool: {
    called: 'not started yet',
    running: 'running',
    ok: 'done',
    failed: 'failed',
    exits: (code: number): string => `exits with ${code}`,
    args: 'Arguments',
    result: 'Result',
    output: 'Output so far',
    empty: '(empty)',
    stop: 'Stop',
    runOn: 'Let it run on',
    runOnTitle: 'It runs on in the background, and the dialog goes on',
  },
  form: formEn as FormTexts,
  question: {
    heading: (kind: QuestionKind): string => questionHeadings[kind],
    open: 'waiting for you',
    answered: 'answered',
    closed: 'closed',
    answer: 'Answer',
    givenAnswer: (by: AnsweredBy | undefined): string =>
      `${by?.kind === 'policy' ? 'Answer of your rule' : 'Your answer'} ${placeOf(by, answerWordsEn)}`.trimEnd(),
    options: 'Options',
    form: 'Fields',
    choose: 'Choose…',
    chooseOne: 'choose one',
    chooseSome: 'choose from these',
    yesOrNo: (value: boolean): string => (value ? 'yes' : 'no'),
    /** Options of the runtime in words; a member's own as they are. */
    option: (option: string): string => optionNames[option] ?? option,
    allowed: 'allowed',
    denied: 'denied',
    denyWithWord: 'Deny with a reason…',
    backPlaceholder: 'Tell the agent what to change: words send its work back…',
    denyPlaceholder: 'Tell the agent why, or what to do instead…',
    showDiff: 'Show diff',
    /** Of a teammate's changes. */
    files: 'Changed files',
    hunk: (number: number, path: string): string => `Change ${number} of ${path}`,
    takeSelected: (count: number, of: number): string => `Take Selected (${count} of ${of})`,
    /** Several actions of one reply. */
    actions: (count: number): string => `${count} actions of this reply ask for permission`,
    allowAll: 'Allow all once',
    denyAll: 'Deny all',
    pending: (count: number): string => (count === 1 ? 'A question waits for you' : `${count} questions wait for you`),
    /** The switch above the composer. */
    aim: 'Write an answer or a message',
    answering: (who: string): string => `to ${who}`,
    show: 'Show question',
    next: 'Next',
    asksYou: (who: string): string => `${who} asks you:`,
    needsYou: (who: string): string => `Needs you (${who})`,
    jump: 'Go to the next question (F8)',
  },
  interruption: (why: Interruption): TroubleText => troubleText(troubles, why),
  questionClosing: (closing: QuestionClosing): string => questionClosingText(questionClosings, closing),
  /** Why a dialog with something to do is not generating. */
  pause: {
    left: 'Paused: not running',
    retry: (time: string): string => `Retries at ${time}`,
    inLine: 'Waiting for a free model slot',
    asleep: {
      fileChanges: path => `${path} changes`,
      dialogEnds: rootId => `dialog ${rootId} ends`,
      waitingUntil: first => `Waiting until ${first.join(' or ')}`,
    } satisfies SleepWords as SleepWords,
  },
  left: 'This dialog has work to do, but no process runs it.',
  mend: {
    chooseModel: 'Choose Model',
    setApiKey: 'Set API Key',
    testConnection: 'Test Connection',
    tryDemo: 'Try the Demo',
  } as Readonly<Record<RecoveryCommand, string>>,
  continue: 'Continue',
  answerAsFailed: 'Report as failed',
  waitingFor: (who: string): string => `Waiting for ${who}`,
  /** `attempt` 0: it has not asked yet, since its provider asked another dialog to wait. */
  retrying: (seconds: number, attempt: number): string =>
    attempt === 0 ? `Starts in ${seconds} s` : `Retrying in ${seconds} s (attempt ${attempt})`,
  retryNow: 'Retry now',
  noReply: (seconds: number): string => `No reply for ${seconds} s`,
  /** Where a person was. */
  place: (by: AnsweredBy): string => placeOf(by, answerWordsEn).trim(),
  milestone: {
    completed: (by: 'agent' | 'person'): string => (by === 'agent' ? 'Marked done by the agent' : 'Marked done by you'),
    archived: 'Archived',
    reopened: 'Reopened',
    continued: 'Continued',
    retried: (by: AnsweredBy): string => `Retried by you ${placeOf(by, answerWordsEn)}`.trimEnd(),
    dropped: 'The assignment was dropped',
    rolledBack: (from: number, to: number): string => `Dialogue state rolled back from turn ${from} to turn ${to}`,
  },
  composer: {
    label: 'Message',
    member: 'Member',
    mentions: 'Teammates and files',
    commandsAndPrompts: 'Commands and prompts',
    answerLabel: 'Your answer',
    placeholder: (who: string): string => `Message ${who}…`,
    answerPlaceholder: (who: string): string => `Answer ${who}…`,
    afterAnswerPlaceholder: (who: string): string => `Message to ${who} (sent after you answer)…`,
    queuePlaceholder: (who: string): string => `Message (sent when ${who}'s turn ends)…`,
    send: 'Send',
    sendAnswer: 'Send answer',
    queue: 'Queue',
    stop: 'Stop',
    hint: 'Enter to send, Shift+Enter for a new line',
    empty: 'Type a message first.',
    emptyAnswer: 'Type an answer first.',
    completed: 'Done. Send a message to reopen.',
    archived: 'This dialog is archived. Reopen it to go on.',
  },
  /** What `/` offers. */
  commands: {
    stop: 'Stop this dialog',
    continue: 'Continue this dialog',
    done: 'Mark this dialog done',
    clear: 'Clear the mind and go on in a new course',
    changes: 'Review the changes of this dialog',
    model: 'Choose the model',
    reminders: 'Show or hide the reminders',
    find: 'Find in this dialog',
  },
  images: imagesEn,
  age: (ms: number): string => ageIn(ms, ['now', 'min', 'h', 'd']),
  overview: overviewEn,
  wait: {
    question: (what: string): string => `Waits for your answer: ${what}`,
    call: (who: string): string => `Waits for ${who}`,
    interrupted: (heading: string, detail: string): string => (detail === '' ? heading : `${heading}: ${detail}`),
  },
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  reminders: {
    title: 'Reminders',
    add: 'Add a reminder',
    save: 'Save',
    cancel: 'Cancel',
    edit: (no: number): string => `Edit reminder ${no}`,
    remove: (no: number): string => `Delete reminder ${no}`,
    none: 'No reminders yet. They are added to every request.',
  },
  /** What runs without a question. */
  permissions: {
    mode: 'Permissions',
    modes: permissionModeNamesEn,
    allowed: (count: number): string => `${count} allowed`,
    allowedTitle: 'Allowed for good in this task',
    revoke: (what: string): string => `Ask again: ${what}`,
  },
  diligence: {
    label: 'Auto-continue',
    left: (left: number): string => `(${left} left)`,
    hint: 'Remind the agent to continue when work is left',
    refill: 'Reset',
  },
};

/** `950`, `12.3k`, `1.2M`: enough digits to compare, few enough to read. */
function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${trim(count / 1000)}k`;
  return `${trim(count / 1_000_000)}M`;
}

function trim(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
