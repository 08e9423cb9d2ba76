// What the command line says.

import { wordsOf } from '../../core/base/fact.ts';
import { describeDifference } from '../../core/belief/history/changes-in-words.ts';
import { reasonText } from '../../core/belief/values/reasons.ts';
import { questionClosingText } from '../../core/dialog/view/question-closing.ts';
import { sayEvidenceEn, sayFactsEn, untoldEn } from '../../core/prompt/words/en/work.ts';
import type { CommandLineWords } from '../command-line.ts';
import { brokenOffEn, questionClosingsEn } from './dialogs.ts';
import { helpEn } from './help.ts';
import { restoreCommandEn } from './restore.ts';

/** Why an import left a file out. */
const notTaken = {
  'not-plain': 'is a link or no plain file',
  'too-large': 'is too large',
  unreadable: 'cannot be read',
};

export const commandLineEn: CommandLineWords = {
  usage: {
    told: ({ text }) => text,
    'no-command': 'no command is given',
    'unknown-command': ({ name }) => `unknown command ${name}`,
    'unknown-action': ({ command, action }) => `${command} has no action ${action}`,
    'unknown-flag': ({ flag, inCommand }) =>
      `unknown flag ${flag}${inCommand ? ' (a text that starts with - goes after --)' : ''}`,
    'flag-needs-value': ({ flag, dashed }) =>
      `${flag} needs a value${dashed ? '; one that starts with - is joined with =' : ''}`,
    'flag-takes-no-value': ({ flag }) => `${flag} takes no value`,
    'flag-of-actions': ({ flag, actions }) => `${flag} goes with ${actions.join(' and ')} only`,
    'missing-argument': ({ name }) => `<${name}> is missing`,
    'unexpected-argument': ({ argument, several }) =>
      `unexpected argument "${argument}"${several ? ' (put quotes around a text of several words)' : ''}`,
    'one-of': ({ what, options, given }) => `${what} is ${oneOf(options)}, not ${given}`,
    'section-of': ({ options, given }) => `a section is one of ${options.join(', ')}, not ${given}`,
    'shell-of': ({ options, given }) => `the shell is one of ${options.join(', ')}, not ${given}`,
    'served-twice': ({ name }) => `--serve names ${name} twice: a workspace is served from one folder`,
    'number-from-1': ({ flag, given }) => `${flag} is a number from 1, not ${given}`,
    'dialog-and-all': 'a dialog and --all exclude each other',
    'unclear-permission': 'what to do with the permissions is not clear',
    'unclear-reminders': 'what to do with the reminders is not clear',
    'unclear-restore': 'the flags do not say one thing to restore',
    'unknown-origin': ({ given }) => `--from names nothing known: "${given}"`,
    'content-without-otlp': '--content needs --format otlp',
    'no-days': '--older-than needs a number of days, like 90d',
    'not-a-workspace': ({ given }) => `--serve is name=path, not ${given}`,
    'not-a-port': '--port is a number from 0 to 65535',
    'not-a-turn': ({ given }) => `${given} is no number of a turn`,
    'draft-by-number': 'drafts are named by their numbers',
    'action-takes-number': ({ action, optional }) =>
      `${action} takes one number of ${countedBy[action]}${optional ? ', or none' : ''}`,
  },
  labels: {
    'not-json': 'not JSON',
    'not-an-object': 'not an object',
    'bad-turn': 'turn must be a number from 0',
    'turn-not-after': ({ turn, last }) => `turn ${turn} comes after turn ${last}`,
    'not-a-list': ({ key }) => `${key} must be a list`,
    'bad-gold': 'gold must be {flow: {slot: value}}',
    'late-state': 'a stored state must come before the first turn',
    'bad-state': ({ why }) => reasonText(why),
  },
  help: helpEn,
  restore: restoreCommandEn,
  live: {
    thinks: 'thinks',
    writes: 'writes',
    uses: tool => `uses ${tool || 'a tool'}`,
    triesAgain: seconds => `tries again in ${seconds} s`,
    noReply: seconds => `waits: no reply for ${seconds} s`,
    by: (name, activity) => `${name} ${activity}`,
    scripted: '(scripted replies from a playbook, no model is used)',
    imagesLeftOut: (name, count) =>
      `the model of ${name} is not known to take images: ${count} ${count === 1 ? 'was' : 'were'} not sent (if it takes them, write \`images: true\` into .minds/llm.yaml)`,
    usageEstimated: name =>
      `the model of ${name} reports no usage: caps count an estimate by the size of its requests and replies`,
    streamError: (name, message) => `${name}: stream error: ${message}`,
    courseBegins: (name, course) => `${name} begins course ${course}`,
    isDone: name => `${name} is done`,
    isInterrupted: (name, why) => `${name} is interrupted: ${why}`,
    saysNothing: name => `the reply of ${name} is empty`,
    isBrokenOff: (name, why) => `the reply of ${name} is incomplete: ${brokenOffEn[why]}`,
    isRefused: (name, why) => `${name} gets a refusal: ${why}`,
    exits: (name, exitCode) => `the command of ${name} exits with ${exitCode}`,
    asks: (caller, name, what) => `${caller} asks ${name}: ${what}`,
    asksInVain: (name, why) => `the request of ${name} is refused: ${why}`,
    answers: (callee, name, ok) => `${callee} ${ok ? 'answers' : 'fails to answer'} ${name}`,
    callEnded: callee => `the request to ${callee} is cancelled`,
    asksYou: (name, isPermission, what) => `${name} asks ${isPermission ? 'for permission' : 'you'}: ${what}`,
    questionClosed: (name, closing) =>
      `a question of ${name} is closed: ${questionClosingText(questionClosingsEn, closing)}`,
    keepGoing: (name, left) =>
      `${name} is told to keep going (${left === 1 ? 'once' : `${left} times`} more before you are asked)`,
    offersDraft: (name, draft) => `${name} offers draft ${draft}`,
    thinksOn: (name, thoughts) => `${name} thinks on (${thoughts} new)`,
    turn: (name, turn, commands) => `turn ${turn} of ${name}: ${commands}`,
    predictionUnread: (name, why) => `a prediction for ${name} could not be read: ${why}`,
    goesOnAlone: (name, round, most) => `${name} goes on without you (${round} of ${most})`,
    automatic: (name, reason) => `${name} is told automatically: ${reason}`,
  },
  belief: {
    turn: turn => `turn ${turn}`,
    anotherResult: 'another result',
    awaits: {
      approval: 'waits for approval of its steps',
      resume: 'waits for your word to go on',
      confirm: 'waits for your confirmation',
    },
    missing: what => `missing: ${what.join('; ')}`,
    oneOf: slots => `one of ${slots.join(', ')}`,
    askedFor: slot => `asked for: ${slot}`,
    predicted: (flow, percent) => `predicted: ${flow} ${percent} %`,
    ended: (flow, status) => `ended: ${flow} · ${status}`,
    refused: (command, why) => (command === undefined ? reasonText(why) : `refused: ${command} · ${reasonText(why)}`),
    lacks: reasonText,
    foundOut: (flow, text) => `found out by ${flow}: ${text}`,
    unset: 'unset',
    noPreference: 'no preference',
    isDefault: 'default',
    from: slot => `from ${slot}`,
    doesNotCount: 'does not count',
    askedAlways: 'always asked',
    setByAgent: 'set by the agent',
    beginning: 'beginning',
    by: { person: 'by the person', agent: 'by the agent', internal: 'by an Internal flow' },
    rolledBack: (from, to) => `rolled back from turn ${from} to turn ${to}`,
    difference: describeDifference,
    sound: (file, domain, flows) =>
      `${file}: the domain ${domain} is sound, with ${flows === 1 ? '1 flow' : `${flows} flows`}`,
    notUsable: file => `${file}: not usable`,
  },
  store: {
    migrated: (version, applied) =>
      applied.length === 0 ? `version ${version}, nothing to do` : `version ${version}: ${applied.join('; ')}`,
    status: (version, { running, waiting, due }) =>
      `version ${version} · trees: ${running} running, ${waiting} waiting, ${due} due`,
    worker: (name, serves, trees) =>
      `worker ${name} · serves ${serves.join(', ') || 'nothing'} · ${counted(trees, 'tree')}`,
    unserved: (workspace, dialogs) => [
      `${dialogs === 1 ? 'a dialog waits' : `${dialogs} dialogs wait`} for a worker that serves ${workspace}`,
      `run: dominds work --serve ${workspace}=<folder>`,
    ],
    copied: (way, dialogs, records) => `${way}ed ${counted(dialogs, 'dialog')} with ${counted(records, 'record')}`,
    present: dialogs =>
      `${counted(dialogs, 'dialog')} existed already and ${dialogs === 1 ? 'was' : 'were'} left unchanged`,
    badRecord: place => [`${place} is not a record`, 'it was left out'],
    leftOut: (place, why) => [`${place} ${notTaken[why]}`, 'it was left out'],
    incomplete: rootId => [
      `dialog ${rootId} was not imported, since records of it were left out`,
      'put plain files in their place and import again',
    ],
    pruned: dialogs => `deleted ${counted(dialogs, 'archived dialog')}`,
    events: { claimed: 'claimed', released: 'released', lost: 'lost' },
  },
  metrics: {
    roots: { name: 'root dialogs', parts: { running: 'running', completed: 'completed', archived: 'archived' } },
    dialogs: { name: 'dialogs', parts: { created: 'created', completed: 'completed' } },
    registry: 'registered subdialogs',
    questions: { name: 'questions', parts: { pending: 'pending', answered: 'answered' } },
    generations: 'generations',
    tokens: { name: 'tokens', parts: { prompt: 'prompt', completion: 'completion', cached: 'cached' } },
    cacheHitRate: 'cache hit rate',
    cost: 'cost',
    generationMs: 'generation time (ms)',
    retries: 'retries',
    diligence: { name: 'diligence', parts: { pushes: 'reminders', disabledByEmptyFile: 'roots without (empty file)' } },
    storageBytes: 'storage (bytes)',
    residentBytes: 'memory (bytes)',
    openHandles: 'open handles',
  },
  usageLine: line => `usage: ${line}`,
  helpListsCommands: 'dominds --help lists the commands',
  notWritten: reason => [`the output is not complete: ${reason}`, 'free space where it goes, and repeat the command'],
  notRead: reason => [`standard input could not be read: ${reason}`, 'pass a file, as in < labels.txt, or a pipe'],
  bug: problem => [`internal error: ${problem}`, 'this is a bug in Dominds, please report it'],
  remedies: {
    'not-configured':
      'set OPENAI_API_KEY, or OPENAI_BASE_URL for another server, or describe one in .minds/llm.yaml (DOMINDS_PROVIDER=playbook plays a demo: say "Show me how a team works.")',
    untrusted: 'add --trust to send the talk there, or name another server (OPENAI_BASE_URL, DOMINDS_PROVIDER)',
    unreachable: 'check the address (OPENAI_BASE_URL or base_url in .minds/llm.yaml) and the network',
    'no-key': 'set a key: OPENAI_API_KEY, or the variable of that provider (OPENROUTER_API_KEY, …)',
    auth: 'check the key: OPENAI_API_KEY, or the variable of that provider (OPENROUTER_API_KEY, …)',
    quota: 'top the account up, or choose another model (DOMINDS_MODEL, DOMINDS_PROVIDER, .minds/llm.yaml)',
    'bad-request': 'check model, address and parameters (DOMINDS_MODEL, OPENAI_BASE_URL, .minds/llm.yaml)',
    'context-full':
      'clear its mind with dominds clear-mind, or choose a model with a larger context, and set context_length in .minds/llm.yaml',
    blocked:
      'a filter of the server rejects something in this dialog: clear its mind with dominds clear-mind, or choose another model',
    'no-tools':
      'choose a model that can call tools, or start its server with tool calling turned on (vLLM: --enable-auto-tool-choice and --tool-call-parser, llama.cpp: --jinja), or write `tools: false` into .minds/llm.yaml to work by words and tellasks alone',
    'rate-limited': 'wait a little, or choose another model',
    'server-error': 'try again, or choose another model',
    'no-reply': 'raise first_token_s or silence_s in .minds/llm.yaml (0: no limit), or choose another model',
    'too-large': 'tell the model to write less at a time',
    'broken-settings': 'correct the file at that place; until then its limits are not known',
    'broken-playbook': 'correct the playbook at that place, or configure a real model',
    'agent-failed': 'check the command of this member (acp) in .minds/team.yaml and run it in a terminal',
    'agent-login': 'log in with the agent’s own command',
    store: 'fix the cause at the database, whose log says more',
    'consent-needed': 'use another model (DOMINDS_MODEL, DOMINDS_PROVIDER, .minds/llm.yaml), or the editor',
    'broken-domain': 'correct the domain file (dominds state check shows its problems)',
    disk: 'free space on the disk, make the folder writable, or restore what is missing',
    'lock-lost': 'use the process that drives now, or end it',
    bug: '.dialogs/dominds.log has the details; this is a bug in Dominds, please report it',
    'playbook-exhausted': 'add a reply that fits to the playbook, or configure a real model',
  },
  goOn: dialog => `dominds continue ${dialog} resumes it`,
  thenGoOn: (remedy, dialog) => `${remedy}; then dominds continue ${dialog} resumes it`,
  finishOrEnd: rootId => `finish it, or end it: dominds done ${rootId} --force`,
  serves: workspaces => `serves ${workspaces.join(', ')}`,
  storeAway: reason => [`the store is away: ${reason}`, 'dialogs wait until it is back'],
  storeBack: 'the store is back',
  storeUnread: reason => [`dialogs in the store cannot be read: ${reason}`, 'fix the cause at the database'],
  storeReadAgain: 'dialogs in the store can be read again',
  noFile: file => [`there is no file ${file}`, 'check the path; it starts at the workspace'],
  unusableDomain: file => [`${file} is not usable`, `dominds state check ${file} shows its problems`],
  brokenLabels: (line, fault) => [
    `line ${line} of the labels: ${wordsOf(commandLineEn.labels, fault)}`,
    'write {"turn": n, "predictions": […], "commands": […]}, the turns in rising order',
  ],
  changedMeanwhile: file => [`${file} changed meanwhile and is left`, 'import again'],
  trustNotKept: [
    'that this folder is trusted could not be kept',
    'make the folder dominds below $XDG_CONFIG_HOME or ~/.config writable, or give --trust each time',
  ],
  withheld: (files, what) => [
    `this folder is not trusted: withheld what ${files.join(' and ')} allows (${what})`,
    'add --trust to allow it',
  ],
  changedSince: (file, what) => [
    `this folder has changed since this command began: withheld what ${file} allows (${what})`,
    'run dominds doctor --trust in it to allow it',
  ],
  acts: {
    starts: (server, command) => `starts ${server}: ${command}`,
    sends: (server, url) => `sends to ${server}: ${url}`,
    asks: (url, isClear) => `sends dialogs to the model server ${url}${isClear ? ', unencrypted' : ''}`,
    notifies: to => `sends notices to ${to}`,
    tells: ({ content, baseUrl }) =>
      `makes all notices ${[...(content ? [`tell ${content}`] : []), ...(baseUrl ? [`lead to ${baseUrl}`] : [])].join(' and ')}`,
    begins: (schedule, cron) => `starts dialogs by the schedule ${schedule} (${cron})`,
    allows: (member, uses, paths) =>
      `lets ${member} use ${uses.join(', ') || 'all its tools'}${paths.length === 0 ? '' : ` in ${paths.join(', ')}`} without asking`,
  },
  askTrust: (folder, acts, more) =>
    [
      `The folder ${folder} wants to do this without asking you:`,
      ...acts,
      ...(more > 0 ? [`  … and ${more} more`] : []),
      'Do you trust it? y: yes, remember it until this changes. n: no. [y/n] ',
    ].join('\n'),

  noDialogsOf: status => `no ${status} dialogs`,
  noDialogs: 'no dialogs yet; dominds start "…" begins one',
  noQuestions: 'no open questions',
  changed: (files, added, removed) => `${files} ${files === 1 ? 'file' : 'files'} +${added} −${removed}`,
  untold: untoldEn,
  unsureMakers: '* Others worked at the same time and may have made some of these changes.',
  lineIs: ({ kind, state, by, dropped, changedChecks }) =>
    [
      kind === 'goal' ? 'in words, not checked' : state,
      ...(dropped ? ['removed by a member'] : []),
      ...(by ? ['written by a member'] : []),
      ...(changedChecks ? [`passed, but members changed ${changedChecks.join(', ')}`] : []),
    ].join(' · '),
  evidenceIs: sayEvidenceEn,
  notVerified: state => [
    state === undefined ? 'there are no acceptance lines' : `the dialog is ${state}, not verified`,
    'list its acceptance lines: dominds evidence',
  ],
  noPermissions: 'nothing is allowed for good here',
  permissionModes: {
    ask: 'actions ask for permission as rules and defaults say',
    edits: 'edits of usual files run without a question',
    all: 'everything but what is denied runs without a question',
  },
  noReminders: 'no reminders',
  noRegistered: 'no registered subdialogs',
  noRules: 'there are no rules of other tools here',
  noExchange: 'no accepted exchange yet',
  nothingChanged: 'nothing changed',
  nothingLeft: 'nothing is left to do',
  staysInterrupted: rootId => `${rootId} cannot go on: dominds doctor looks for the reason`,
  asleepStill: count =>
    `${count === 1 ? 'a dialog sleeps' : `${count} dialogs sleep`}: dominds list says until when, dominds continue <dialog> waits for it`,
  goesOnWith: count =>
    `continuing ${count === 1 ? 'a dialog that an earlier process left' : `${count} dialogs that an earlier process left`}`,
  nobodyRuns: count =>
    `${count === 1 ? 'a dialog has' : `${count} dialogs have`} work to do, and no process runs ${count === 1 ? 'it' : 'them'}: dominds continue goes on`,
  questionsWait: count =>
    `nothing can go on: ${count === 1 ? 'a question waits' : `${count} questions wait`} for your answer (dominds q4h)`,
  nothingRan: 'nothing was running',
  nothingWrong: 'nothing is wrong',
  nobodyDrives: 'no process drives this folder',
  nothingRuns: 'nothing runs in this folder',
  settled: (rootId, state) => `dialog ${rootId} · ${state}`,
  facts: sayFactsEn,
  repaired: { yes: 'repaired', no: 'problem', note: 'note' },
  serving: (url, viewOnly) => (viewOnly ? `View only: ${url}` : `Open in one browser: ${url}`),
  noNotices: 'no notices were sent; .minds/notify.yaml says who is told',
  noticeSent: 'sent',
  noticeFailed: error => `failed: ${error}`,
  noSchedules: 'no schedules; .minds/schedules.yaml defines them',
  scheduled: (next, missedOnce) =>
    `${next === null ? 'never due' : `next ${next}`}${missedOnce ? '  missed: once' : ''}`,
  registered: { working: 'working' },
  imported: (isDry, isNew) => {
    if (isDry) return isNew ? 'would write ' : 'would extend';
    return isNew ? 'wrote   ' : 'extended';
  },
  step: (draft, thoughts) => [
    ...(draft ? [`draft ${draft.id}: ${draft.text}`] : []),
    ...(thoughts > 0 ? [`${thoughts} ${thoughts === 1 ? 'thought' : 'thoughts'}`] : []),
  ],
  stepWith: brought => `step · ${brought.join(' · ') || 'nothing new'}`,
  closingPart: '(closing part, made anew for each request)',
  tools: 'tools',
  calls: (tool, args) => `[calls ${tool} ${args}]`,
  statusIs: (rootId, status) => `${rootId} is ${status}`,
  dismissed: callId => `call ${callId} is dismissed`,
  toldCallee: callId => `told the member that works on call ${callId}`,
  stopped: dialog => `stopped ${dialog}`,
  retried: dialog => `retrying ${dialog} now`,
  replaced: section => `${section} replaced`,
  courseBegins: course => `course ${course} begins`,
  courseOf: (course, newest) => `course ${course} of ${newest}`,
  segments: {
    prose: 'prose',
    tellask: 'tellask',
    session: 'session',
    malformed: 'malformed:',
    headline: 'headline',
    body: 'body',
    rest: 'rest',
  },

  pause: pause => {
    if (pause.kind === 'retry') return `tries again at ${pause.clock}`;
    return pause.kind === 'left' ? 'not running' : 'in line for its model';
  },
  asleep: {
    fileChanges: path => `${path} changes`,
    dialogEnds: rootId => `dialog ${rootId} ends`,
    waitingUntil: first => `waits until ${first.join(' or ')}`,
  },
  // The kind is before the colon, where no headline reaches.
  asks: (agentId, kind) => (kind === 'ask' ? `${agentId} asks:` : `${agentId} asks (${kind}):`),
  options: options => `options: ${options.join(' | ')}`,
  states: {
    generating: 'generating',
    'awaiting-q4h': 'awaiting-q4h',
    'awaiting-subdialogs': 'awaiting-subdialogs',
    interrupted: 'interrupted',
    idle: 'idle',
    completed: 'completed',
    archived: 'archived',
  },
  inAside: '(in an aside)',
  waitsForWorker: workspace => `waits for a worker with ${workspace}`,
  leftUnserved: (rootId, workspace) => [
    `${rootId}: no worker serves ${workspace} any more, and the dialog is not finished`,
    `start a worker (dominds work), or continue it here: dominds continue ${rootId}`,
  ],
  dialogOf: (rootId, agentId) => `dialog ${rootId} · ${agentId}`,
  moreLines: count => `… ${count} more`,
  works: 'works',
  rests: 'rests',
  atRest: count => `${count} at rest`,
  interrupted: 'interrupted',
  ended: { completed: 'completed', archived: 'archived' },
  asksYou: (headline, isPermission, others) =>
    `${isPermission ? 'asks for permission' : 'asks you'}: ${headline}${others === 0 ? '' : ` (and ${others} more)`}`,
  waitsFor: agentIds => `waits for ${agentIds.join(', ')}`,

  you: 'you',
  mind: 'mind',
  draft: n => `draft ${n}`,
  unseen: 'unseen',
  newestStep: warning => `the newest step: ${warning}`,
  leftOver: rest => `left over of the newest step: ${rest}`,
  iteration: n => `iteration ${n}`,
  moreToDo: 'the mind has more to do',
  waitsForAnswer: 'waits for your answer',
  draftPauses: {
    'not-asked': 'the mind was not asked to go on',
    idle: 'no message waits',
    drafted: 'there is a new draft',
    'steps-made': 'the steps are made',
    limit: 'the limit of iterations is reached',
    quiet: 'the mind has nothing new to say',
  },
};

/** A number of things in plain words; `name` takes an s. */
function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const countedBy = { run: 'steps from 1', accept: 'a draft', prune: 'exchanges from 1' };

function oneOf(options: readonly string[]): string {
  const others = options.slice(0, -1).join(', ');
  return [others, options.at(-1) ?? ''].filter(part => part !== '').join(' or ');
}
