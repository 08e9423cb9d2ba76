// What the command line says.
import type { CommandLineWords } from '../command-line.ts';

export const commandLine: CommandLineWords = {
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
    'number-from-1': ({ flag, given }) => `${flag} is a number from 1, not ${given}`,
    'dialog-and-all': 'a dialog and --all exclude each other',
    'unclear-reminders': 'what to do with the reminders is not clear',
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
  usageLine: line => `usage: ${line}`,
  helpListsCommands: 'dominds --help lists the commands',
  bug: problem => [`internal error: ${problem}`, 'this is a fault of Dominds, please report it'],
  remedies: {
    'not-configured':
      'set OPENAI_API_KEY, or OPENAI_BASE_URL for another server, or describe one in .minds/llm.yaml (DOMINDS_PROVIDER=playbook plays a demo: say "Show me how a team works.")',
    unreachable: 'check the address (OPENAI_BASE_URL or base_url in .minds/llm.yaml) and the network',
    auth: 'check the key: OPENAI_API_KEY, or the variable of that provider (OPENROUTER_API_KEY, …)',
    quota: 'top the account up, or choose another model (DOMINDS_MODEL, DOMINDS_PROVIDER, .minds/llm.yaml)',
    'bad-request': 'check model, address and parameters (DOMINDS_MODEL, OPENAI_BASE_URL, .minds/llm.yaml)',
    'rate-limited': 'wait a little, or choose another model',
    'server-error': 'try again, or choose another model',
    'no-reply': 'raise first_token_s or silence_s in .minds/llm.yaml (0: no limit), or choose another model',
    'too-large': 'tell the model to write less at a time',
    'broken-playbook': 'correct the playbook at that place, or configure a real model',
    'playbook-exhausted': 'add a reply that fits to the playbook, or configure a real model',
  },
  goOn: dialog => `dominds continue ${dialog} goes on`,
  thenGoOn: (remedy, dialog) => `${remedy}; then dominds continue ${dialog} goes on`,
  finishOrEnd: rootId => `finish it, or end it: dominds done ${rootId} --force`,
  serves: workspaces => `serves ${workspaces.join(', ')}`,
  storeAway: reason => [`the store is away: ${reason}`, 'dialogs wait until it is back'],
  storeBack: 'the store is back',
  noFile: file => [`there is no file ${file}`, 'check the path; it starts at the workspace'],
  unusableDomain: file => [`${file} is not usable`, `dominds state check ${file} shows its problems`],
  brokenLabels: (line, problem) => [
    `line ${line} of the labels: ${problem}`,
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
  askTrust: (folder, acts, more) =>
    [
      `The folder ${folder} wants to do this without asking you:`,
      ...acts,
      ...(more > 0 ? [`  … and ${more} more`] : []),
      'Do you trust it? y: yes, remember it until this changes. n: no. [y/n] ',
    ].join('\n'),

  noDialogs: 'no dialogs yet; dominds start "…" begins one',
  noQuestions: 'no open questions',
  noReminders: 'no reminders',
  noRegistered: 'no registered subdialogs',
  noRules: 'there are no rules of other tools here',
  noExchange: 'no accepted exchange yet',
  nothingChanged: 'nothing changed',
  nothingLeft: 'nothing is left to do',
  nothingRan: 'nothing was running',
  nothingWrong: 'nothing is wrong',
  nobodyDrives: 'no process drives this folder',
  nothingRuns: 'nothing runs in this folder',
  settled: (rootId, state) => `dialog ${rootId} · ${state}`,
  repaired: { yes: 'repaired', no: 'problem ' },

  pause: pause => {
    if (pause.kind === 'retry') return `tries again at ${pause.clock}`;
    return pause.kind === 'left' ? 'left at work' : 'in line for its model';
  },
  // What kind it is stands before the colon, where no headline reaches.
  asks: (agentId, kind) => (kind === 'ask' ? `${agentId} asks:` : `${agentId} asks (${kind}):`),
  options: options => `options: ${options.join(' | ')}`,
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
  draftPauses: {
    'not-asked': 'the mind was not asked to go on',
    idle: 'no message waits',
    drafted: 'there is a new draft',
    'steps-made': 'the steps are made',
    limit: 'the limit of iterations is reached',
    quiet: 'the mind has nothing new to say',
  },
};

const countedBy = { run: 'steps', accept: 'a draft', prune: 'exchanges' };

function oneOf(options: readonly string[]): string {
  return `${options.slice(0, -1).join(', ')} or ${options.at(-1) ?? ''}`;
}
