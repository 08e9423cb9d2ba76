// A ledger within so many bytes (SPEC 23.11): it is part of a prompt, and carried from course to course. Pure.
import { beginningOf, byteLength } from '../../text/bytes.ts';
import type { Ledger, LedgerEntry } from '../state-shape.ts';

/** Bytes of a ledger as the model reads it, at most. */
export const LONGEST_LEDGER = 12_000;
/** And at least, however small the model's context is. */
const SHORTEST_LEDGER = 3_000;

/** Bytes of a ledger for a model with a context of so many tokens: an eighth of it, at four bytes a token. */
export function ledgerBytes(window: number | undefined): number {
  return window === undefined ? LONGEST_LEDGER : Math.max(SHORTEST_LEDGER, Math.min(LONGEST_LEDGER, window / 2));
}

/** Bytes of headings, and of the labels of an entry. */
const HEADINGS = 900;
const LABELS = 80;
const ANSWER_LABEL = 40;

/** Shares of what is left beside the headings. Words have the rest, and what the others leave. */
const SHARES = { calls: 0.22, questions: 0.18, files: 0.09, failure: 0.1, processes: 0.09 };

/** Bytes for the list of running commands. */
export function bytesForProcesses(bytes: number): number {
  return (bytes - HEADINGS) * SHARES.processes;
}

/** What fits in is kept, the newest first; `cutNote` says where a text was cut, in characters. */
export function fitLedger(ledger: Ledger, bytes: number, cutNote: (shown: number, total: number) => string): Ledger {
  const all = bytes - HEADINGS;
  const cut = (entry: LedgerEntry, most: number) => shortened(entry, most, cutNote);
  // The opening says those in full. A call may be open all the same.
  const isLater = ({ isNew, kind }: LedgerEntry) => isNew && kind !== 'call';
  const fresh = ledger.entries.filter(isLater);
  const known = ledger.entries.filter(entry => !isLater(entry));
  const some = (kinds: readonly LedgerEntry['kind'][], share: number) => {
    const short = known.flatMap(each => (kinds.includes(each.kind) ? (cut(each, (all * share) / 2) ?? []) : []));
    return newest(short, all * share, sizeOf);
  };
  const calls = some(['call', 'assignment'], SHARES.calls);
  const questions = some(['question'], SHARES.questions);
  const files = newest(ledger.files, all * SHARES.files, ({ path }) => byteLength(path) + 20);
  const failure = ledger.failure && shortFailure(ledger.failure, all * SHARES.failure);
  const taken = [...calls, ...questions].reduce((sum, entry) => sum + sizeOf(entry), 0);
  const fixed = all * (SHARES.files + SHARES.failure + SHARES.processes);
  const words = fitWords(
    known.filter(({ kind }) => kind === 'words'),
    all - taken - fixed,
    cut,
  );
  const carried = newest(
    fresh.flatMap(each => cut(each, bytes) ?? []),
    bytes,
    sizeOf,
  );
  const kept = new Map([...calls, ...questions, ...words, ...carried].map(entry => [entry.from, entry.entry]));
  const entries = ledger.entries.flatMap(entry => kept.get(entry) ?? []);
  const dropped = ledger.entries.length - entries.length + ledger.files.length - files.length;
  const leftOut = (ledger.leftOut ?? 0) + dropped;
  return { entries, files, ...(failure && { failure }), ...(leftOut > 0 && { leftOut }) };
}

/** An entry as it is kept, and the one it was made from. */
interface Kept {
  readonly from: LedgerEntry;
  readonly entry: LedgerEntry;
}

type Cut = (entry: LedgerEntry, most: number) => Kept | undefined;

/**
 * The newest words in full; the first one that does not fit is cut, older ones are left out. The first words of all are
 * the task: a part of them stays.
 */
function fitWords(words: readonly LedgerEntry[], bytes: number, cut: Cut): readonly Kept[] {
  const [task, ...later] = words;
  if (!task) return [];
  const reserved = Math.min(sizeOf({ entry: task }), bytes / 4);
  const kept: Kept[] = [];
  let left = bytes - reserved;
  for (const entry of later.toReversed()) {
    const fits = sizeOf({ entry }) <= left;
    const short = cut(entry, left);
    if (short) kept.push(short);
    left -= short ? sizeOf(short) : 0;
    if (!fits) break;
  }
  const first = cut(task, left + reserved);
  return first ? [...kept, first] : kept;
}

function newest<T>(items: readonly T[], bytes: number, size: (item: T) => number): readonly T[] {
  let left = bytes;
  const start = items.findLastIndex(item => {
    left -= size(item);
    return left < 0;
  });
  return items.slice(start + 1);
}

function sizeOf({ entry: { text, who = '', answers = [] } }: Pick<Kept, 'entry'>): number {
  return answers.reduce(
    (sum, answer) => sum + byteLength(answer.text) + ANSWER_LABEL,
    byteLength(text) + byteLength(who) + LABELS,
  );
}

/** Room below which a text is not worth its place. */
const WORTH = 120;

function shortened(
  entry: LedgerEntry,
  most: number,
  cutNote: (shown: number, total: number) => string,
): Kept | undefined {
  if (sizeOf({ entry }) <= most) return { from: entry, entry };
  const answers = entry.answers ?? [];
  const room = most - LABELS - byteLength(entry.who ?? '') - answers.length * ANSWER_LABEL;
  const parts = answers.length + 1;
  const cutText = (text: string) => {
    if (byteLength(text) <= room / parts) return text;
    const shown = beginningOf(text, room / parts - LABELS);
    return `${shown} ${cutNote(shown.length, text.length)}`;
  };
  if (room / parts < WORTH) return undefined;
  const short = answers.map(answer => ({ ...answer, text: cutText(answer.text) }));
  return {
    from: entry,
    entry: { ...entry, text: cutText(entry.text), ...(entry.answers && { answers: short }) },
  };
}

function shortFailure(failure: NonNullable<Ledger['failure']>, bytes: number): Ledger['failure'] {
  return {
    ...failure,
    tool: beginningOf(failure.tool, bytes / 8),
    args: beginningOf(failure.args, bytes / 4),
    text: beginningOf(failure.text, bytes / 2),
  };
}
