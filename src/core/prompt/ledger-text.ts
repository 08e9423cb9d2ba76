// A ledger as the model reads it, in the work language (SPEC 23.11). Pure.
import type { FileChange } from '../dialog/file-changes.ts';
import type { RunningProcess } from '../dialog/processes.ts';
import type { Ledger, LedgerEntry } from '../dialog/state-shape.ts';
import { bytesForProcesses } from '../dialog/transcript/fit-ledger.ts';
import { beginningOf, byteLength } from '../text/bytes.ts';
import type { LedgerWords } from './words/en/work.ts';

/** What holds when the course begins, beside its ledger. */
export interface LedgerView {
  readonly words: LedgerWords;
  /** The size that the ledger was made for. */
  readonly bytes: number;
  readonly canRead: boolean;
  readonly isOpen: (callId: string) => boolean;
  readonly processes: readonly RunningProcess[];
  /** Texts of the same opening, which are not said twice. */
  readonly said: readonly string[];
}

/** '' when there is nothing to tell. What no reply has followed yet is left to the rest of the opening. */
export function ledgerText(ledger: Ledger, view: LedgerView): string {
  const { words } = view;
  const entries = (...kinds: readonly LedgerEntry['kind'][]) =>
    ledger.entries.filter(({ kind }) => kinds.includes(kind));
  const parts: readonly (readonly [string, string])[] = [
    [
      words.words,
      entries('words')
        .toReversed()
        .flatMap(each => said(each, words))
        .join('\n\n'),
    ],
    [
      words.questions,
      entries('question')
        .flatMap(each => question(each, words))
        .join('\n'),
    ],
    [
      words.calls,
      entries('call')
        .flatMap(each => call(each, view))
        .join('\n'),
    ],
    [
      words.assignments,
      entries('assignment')
        .flatMap(each => assignment(each, words))
        .join('\n'),
    ],
    [words.files, ledger.files.map(change => `- ${change.path} (${words.change[kindOf(change)]})`).join('\n')],
    [words.processes, runningCommands(view)],
    [words.failure, failure(ledger, words)],
  ];
  const sections = parts.flatMap(([title, text]) => (text === '' ? [] : `## ${title}\n${text}`));
  const { leftOut = 0 } = ledger;
  if (sections.length === 0) return '';
  return [words.opening(view.canRead), ...sections, ...(leftOut > 0 ? [words.leftOut(leftOut)] : [])].join('\n\n');
}

function said({ course, who, text, isNew }: LedgerEntry, words: LedgerWords): readonly string[] {
  return isNew ? [] : [`${words.said(course, who)} ${text}`];
}

function question({ text, answers = [], isNew }: LedgerEntry, words: LedgerWords): readonly string[] {
  if (isNew) return [];
  return [`- "${text}": ${answers.map(({ ok, text }) => (ok ? text : words.closed(text))).join('; ')}`];
}

function call({ who = '', text, id = '', answers = [], isNew }: LedgerEntry, view: LedgerView): readonly string[] {
  const { words, said } = view;
  const isOpen = view.isOpen(id);
  const isSaid = (answer: string) => said.some(each => each.includes(text) && each.includes(answer));
  if (
    !isOpen &&
    (isNew || (answers.length > 0 && answers.every(answer => isSaid(answer.text.replace(/ \u2026$/, '')))))
  )
    return [];
  const told = isNew ? [] : answersText(answers, words);
  return [`- ${words.call(who, text)}: ${[...told, ...(isOpen ? [words.open] : [])].join('; ') || words.unanswered}`];
}

/** One that is not answered yet is repeated in the opening itself. */
function assignment({ who = '', text, answers = [] }: LedgerEntry, words: LedgerWords): readonly string[] {
  if (answers.length === 0) return [];
  return [`- ${words.assignment(who, text)}: ${answersText(answers, words).join('; ')}`];
}

function answersText(answers: NonNullable<LedgerEntry['answers']>, words: LedgerWords): readonly string[] {
  return answers.map(({ ok, text }) => (ok ? text : words.failed(text)));
}

function kindOf({ before, after }: FileChange): 'created' | 'changed' | 'deleted' {
  if (!after) return 'deleted';
  return before ? 'changed' : 'created';
}

const LONGEST_COMMAND = 200;

function runningCommands({ processes, bytes }: LedgerView): string {
  let left = bytesForProcesses(bytes);
  const lines = processes.map(({ processId, command }) => `- ${processId}: ${beginningOf(command, LONGEST_COMMAND)}`);
  const start = lines.findLastIndex(line => {
    left -= byteLength(line) + 1;
    return left < 0;
  });
  return lines.slice(start + 1).join('\n');
}

function failure({ failure }: Ledger, words: LedgerWords): string {
  if (!failure) return '';
  const { course, tool, args, text } = failure;
  return `${words.failedCall(course, `${tool} ${args}`)}\n${text}`;
}
