// Questions to the person, in English.
import type { MissedCall, RanAway } from '../../../dialog/record-parts.ts';
import type { QuestionText } from '../questions.ts';
import {
  type AmountWords,
  aboutWord,
  amountText,
  branchLines,
  type CapQuestion,
  callForms,
  type FormTexts,
  hasEstimate,
  type LongWaitQuestion,
  leftText,
  longTime,
  missOptions,
  quotedWords,
  spendingText,
  unitText,
  usedText,
  waitOptions,
} from '../questions.ts';

/** A question for permission (SPEC 12.4). */
export const permissionEn = {
  // Headlines.
  edit: (path: string) => `Edit ${path}`,
  create: (path: string) => `Create ${path}`,
  replace: (path: string) => `Replace ${path}`,
  delete: (path: string) => `Delete ${path}`,
  move: (from: string, to: string) => `Move ${from} to ${to}`,
  read: (path: string) => `Read ${path}`,
  run: (command: string) => `Run: ${command}`,
  useEditorTool: (tool: string) => `Use the editor's tool ${tool}`,
  useServerTool: (server: string, tool: string) => `Use ${tool} of the MCP server ${server}`,
  // Bodies.
  readWith: (tool: string, path: string) => `${tool} on \`${path}\`.`,
  /** The folder of a command, and its own limit in seconds, if any. */
  inFolder: (path: string, seconds: number | undefined) =>
    `Runs in: ${folderEn(path)}${seconds === undefined ? '' : `, for at most ${seconds} s`}`,
  /** The folder of a command that goes on in the background. */
  inBackground: (path: string) => `Runs in: ${folderEn(path)}, in the background until it ends`,
  emptyFolder: 'An empty folder.',
  noPlainFile: 'No plain file, or one over 10 MB.',
  binaryFile: (bytes: number) => `A binary file of ${bytes} bytes.`,
  emptyFile: 'An empty file.',
  noChange: 'No line changes.',
  linesReplaced: (before: number, after: number) => `${before} lines are replaced by ${after}:`,
  /** `mark` replaces hidden text. */
  notShown: (characters: number, mark: string) => `… ${characters} more characters, not shown (${mark})`,
  // The grant that *always* would give.
  alwaysCommand: 'Always allow: this exact command, in this folder, for this task.',
  /** In a folder; each as a text of a grant. */
  alwaysCommands: (commands: readonly string[]) =>
    `Always allow: ${commands.map(each => `\`${each}\``).join(', ')}, in this folder, for this task.`,
  alwaysHere: 'Always here: the same in every task of this workspace; kept on this computer.',
  alwaysTool: (tool: string) => `Always allow: ${tool}, with any arguments, for this task.`,
  alwaysIn: (tool: string, places: readonly string[]) =>
    `Always allow: ${tool} in ${places.join(', ')}, for this task.`,
  /** `folder` ends with a slash; `./` is the workspace folder. */
  andBelow: (folder: string) => (folder === './' ? 'the whole workspace folder' : `${folder} and below`),
};

export type PermissionTexts = typeof permissionEn;

function folderEn(path: string): string {
  return path === '.' ? 'the workspace folder' : `\`${path}\``;
}

export const formEn: FormTexts = {
  serverAsks: (server, message) => `The MCP server ${server} asks: ${message}`,
  howTo: 'Answer with a line for each field: `name: value`.',
  howToOne: 'Answer with the value.',
  required: 'required',
  oneOf: choices => `one of: ${choices.join(' | ')}`,
  someOf: choices => `some of, with commas between: ${choices.join(' | ')}`,
  type: { text: 'text', number: 'a number', integer: 'a whole number', boolean: 'yes or no' },
  format: {
    email: 'an email address',
    uri: 'an address such as https://example.com',
    date: 'a date such as 2026-01-31',
    'date-time': 'a time such as 2026-01-31T14:00:00Z',
  },
  between: (least, most) =>
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`,
  length: (least, most) =>
    least === undefined
      ? `at most ${most} characters`
      : most === undefined
        ? `at least ${least} characters`
        : `${least} to ${most} characters`,
  initially: value => `otherwise ${value}`,
  noLongerWaits: 'the server no longer waits for an answer',
};

export const capQuestionEn: CapQuestion = report => ({
  headline: 'A cap is reached. Go on?',
  body: [
    ...report.reached.map(({ agentId, spent, cap, left }) => {
      const who = agentId === undefined ? 'This dialog tree' : `@${agentId} in this tree`;
      const used = usedText(spent, cap, amountEn);
      return `${who} has used ${aboutWord(spent, 'about ')}${used}. It may still use ${leftText(left, amountEn)}.`;
    }),
    ...(hasEstimate(report)
      ? ['Some model reported no usage: its part is estimated by the size of its requests and replies.']
      : []),
    ...(report.unattended
      ? [
          `This dialog tree has made ${amountText(report.unattended.made)} generations since you last said something (cap ${amountText(report.unattended.cap)}).`,
        ]
      : []),
    ...(report.atWork.count > 0
      ? [
          `Generations at work now: ${report.atWork.count}, expected to use ${spendingText(report.atWork, amountEn)} more.`,
        ]
      : []),
    ...branchLines(report, 'Used by:', amountEn, 'this root'),
    '\n"continue" allows as much again; anything else you write does so too, but "stop".',
  ].join('\n'),
  options: ['continue', 'stop'],
});

const amountEn: AmountWords = {
  tokens: tokens => `${tokens} tokens`,
  cost: cost => `a cost of ${cost}`,
  limit: limit => ` (cap ${limit})`,
  and: ' and ',
};

export const longWaitQuestionEn: LongWaitQuestion = ({ ms, message }) => ({
  headline: `The model server asks to wait ${longTime(ms, { minutes: ' minutes', hours: ' hours', days: ' days' })}`,
  body: `${message}\n\nTo go on with another model, choose it first.`,
  options: waitOptions,
});

/** The texts about replies that the work gets no further by (SPEC 23.14, 23.15). */
export const missWordsEn = {
  /** For the model: its reply was broken off. */
  ranAway: ({ in: where, unit, times, tool = '' }: RanAway) =>
    `[Reply broken off] ${
      { saying: 'Your reply', thinking: 'Your thinking', arguments: `The arguments of your call of ${tool}` }[where]
    } repeated ${unitText(unit, 'white space')} ${times} times, so the reply was broken off and none of it took effect. Take the next step in another way, in few words.`,
  /** For the model: it called nothing. `form`: how it writes calls as text. */
  noCalls: (missed: MissedCall, form: 'json' | 'tag' | undefined) =>
    [
      missed === 'repeats'
        ? '[No call] You repeated a text that you had read. No tool ran and nothing was done.'
        : '[No call] Your reply tells of work, but no tool ran in this dialog. Only a call of a tool reads, runs or changes anything, and its result comes in the next message.',
      form
        ? `Call the tool that you need now. End your reply with the call, in this form and with nothing after it:\n\n${callForms[form]}`
        : 'Call the tool that you need now. If you need none, answer the request in your own words.',
    ].join('\n\n'),
  ranAwayQuestion: (who: string, { unit, times }: RanAway): QuestionText => ({
    headline: `${who}'s model repeats itself without end. How should it go on?`,
    body: `The last two replies were broken off. The newest repeated ${unitText(unit, 'white space')} ${times} times.\n\nChoose another model, then answer "other model". "continue" lets this model try again, "stop" stops the dialog.`,
    options: missOptions,
  }),
  /** `last`: the words of the reply. */
  noCallsQuestion: (who: string, last: string): QuestionText => ({
    headline: `${who}'s model does not use its tools. How should it go on?`,
    body: `No tool ran for its last replies. It may be too small for the job, or its server may not support tool calls.\n\nIts last words:\n\n${quotedWords(last)}\n\nChoose another model, then answer "other model". "continue" lets this model try again, "stop" stops the dialog.`,
    options: missOptions,
  }),
};

export type MissWords = typeof missWordsEn;
