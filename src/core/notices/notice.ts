// Notices to people who are not looking (SPEC 21.2): what is to be sent, when and by which transport. Pure; the log of
// what was sent says the rest, so that a process that goes on after a crash sends nothing twice.

import type { FactOf, Plain } from '../base/fact.ts';
import type { DialogId, QuestionId, RootId } from '../base/ids.ts';
import type { NotifySettings, Transport } from './notify.ts';
import { endOfQuiet } from './quiet-hours.ts';

export type NoticeEvent = 'question' | 'ended' | 'failed' | 'cap';

/** Something that a person is to be told. */
export interface Notice {
  /** The same for the same thing, over restarts. */
  readonly key: string;
  readonly event: NoticeEvent;
  /** When it came to be (ISO). */
  readonly at: string;
  readonly rootId: RootId;
  readonly selfId: DialogId;
  readonly agentId: string;
  readonly questionId?: QuestionId;
  readonly headline: string;
  readonly body: string;
  readonly options?: readonly string[];
}

/** The reasons for which a notice was not sent, by id. Ids are stable: they are stored. */
export interface NoticeFaults {
  /** The variable that holds the address is not set. */
  'no-address': Plain;
  /** The variable that holds the secret of a signed webhook is not set. */
  'no-secret': Plain;
  /** `code` as the system names it; '' when it does not. */
  unreachable: { readonly code: string };
  status: { readonly status: number };
  'exit-code': { readonly code: number };
  late: Plain;
  /** The browser takes no notices any more. */
  gone: Plain;
  /** The person's own folder cannot be written. */
  'not-kept': Plain;
  /** The process ended while it was sending. */
  cut: Plain;
  /** In words, by an earlier version or by something unforeseen. */
  told: { readonly message: string };
}

export type NoticeFault = FactOf<NoticeFaults>;

/**
 * A line of the log. `began`: it is being sent; a line after it says how that ended, unless the process did. `seen`: a
 * person looked at it as it happened, so it is not sent.
 */
export interface SentLine {
  readonly key: string;
  readonly event: NoticeEvent;
  readonly rootId: RootId;
  /** Absent in lines of earlier versions. */
  readonly agentId?: string;
  readonly questionId?: QuestionId;
  /** The name of the transport. */
  readonly transport: string;
  readonly at: string;
  readonly outcome: 'began' | 'sent' | 'failed' | 'seen';
  readonly fault?: NoticeFault;
  /** Of an earlier version, in place of `fault`. */
  readonly error?: string;
}

/** The first line of a transport in the log: what ended before is no news to it. Earlier versions wrote none. */
export interface AddedLine {
  readonly outcome: 'added';
  readonly transport: string;
  readonly key: 'added';
  readonly at: string;
}

export type LogLine = SentLine | AddedLine;

/** The log of what was sent. */
export interface SentLog {
  /** The oldest first. */
  readonly lines: readonly LogLine[];
  /** Lines up to this instant may have been dropped (ISO): what ended before is no news. */
  readonly since?: string;
}

/** What one transport is to send now: one notice, or several as a digest. */
export interface Sending {
  readonly transport: Transport;
  readonly notices: readonly [Notice, ...Notice[]];
}

/** A notice that failed so often is given up. */
export const MAX_ATTEMPTS = 8;
/** More notices than that are sent as one. */
const MOST_SINGLE = 3;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;

/** What a plan depends on. */
export interface NoticeFacts {
  readonly pending: readonly Notice[];
  readonly sent: readonly LogLine[];
  /** When a person last looked at a question, by its notice's key (epoch milliseconds): it waits anew from then on. */
  readonly seenAt?: ReadonlyMap<string, number>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is to be sent now, and when to look again (epoch milliseconds); undefined: when something happens. */
export function planNotices(
  settings: NotifySettings,
  { pending, sent, seenAt, now }: NoticeFacts,
): { readonly sendings: readonly Sending[]; readonly next: number | undefined } {
  const lines = Map.groupBy(sent, ({ transport, key }) => `${transport}\n${key}`);
  const known = knownSince(sent);
  const quietUntil = settings.quiet && endOfQuiet(settings.quiet, now);
  const sendings: Sending[] = [];
  let next = Number.POSITIVE_INFINITY;
  for (const transport of settings.transports) {
    const ripe: Notice[] = [];
    for (const notice of pending) {
      const isPush = transport.kind === 'push';
      const since = isPush ? Date.parse(transport.since) : (known.get(transport.name) ?? now);
      if (!isQuestion(notice) && Date.parse(notice.at) < since) continue;
      const due = dueAt(notice, settings, {
        lines: lines.get(`${transport.name}\n${notice.key}`) ?? [],
        seenAt: Math.max(seenAt?.get(notice.key) ?? 0, isPush ? since : 0),
      });
      if (due === undefined) continue;
      const from = Math.max(due, quietUntil ?? due);
      if (from <= now) ripe.push(notice);
      else next = Math.min(next, from);
    }
    const [first, ...others] = ripe;
    if (!first) continue;
    if (ripe.length > MOST_SINGLE) sendings.push({ transport, notices: [first, ...others] });
    else sendings.push(...ripe.map((notice): Sending => ({ transport, notices: [notice] })));
  }
  return { sendings, next: next === Number.POSITIVE_INFINITY ? undefined : next };
}

/** The first instant of each transport in the log, by its name (epoch milliseconds). */
function knownSince(sent: readonly LogLine[]): ReadonlyMap<string, number> {
  return new Map(sent.toReversed().map(({ transport, at }) => [transport, Date.parse(at)]));
}

/** The lines to write for transports that the log does not know; `at` is now (ISO). */
export function linesOfAdded({ transports }: NotifySettings, sent: readonly LogLine[], at: string): AddedLine[] {
  const known = knownSince(sent);
  return transports.flatMap(({ kind, name: transport }) =>
    kind === 'push' || known.has(transport) ? [] : [{ outcome: 'added', transport, key: 'added', at }],
  );
}

/** When a notice is to be sent by a transport; undefined: it was, it may have been, or it failed too often. */
function dueAt(
  notice: Notice,
  { afterS }: NotifySettings,
  { lines, seenAt }: { readonly lines: readonly LogLine[]; readonly seenAt: number },
): number | undefined {
  const last = lines.at(-1);
  if (!last) return Math.max(Date.parse(notice.at), seenAt) + (isQuestion(notice) ? afterS * 1_000 : 0);
  const failures = lines.filter(({ outcome }) => outcome === 'failed').length;
  if (last.outcome !== 'failed' || failures >= MAX_ATTEMPTS) return undefined;
  return Date.parse(last.at) + Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

/** True if a notice is of something that waits for an answer. */
export function isQuestion({ event }: Notice): boolean {
  return event === 'question' || event === 'cap';
}

/** Lines of the log that are kept when it is made shorter, and the number from which it is. */
const KEPT_LINES = 500;
const MOST_LINES = 1_000;

/**
 * The log made shorter: the newest lines, all of what is pending, which must not be sent again, and since when each
 * transport is known. Undefined: it is short.
 */
export function shortened({ lines, since = '' }: SentLog, pending: readonly Notice[]): SentLog | undefined {
  if (lines.length <= MOST_LINES) return undefined;
  const keys = new Set(pending.map(({ key }) => key));
  const newest = lines.length - KEPT_LINES;
  const isKept = ({ key, outcome }: LogLine, index: number) => index >= newest || outcome === 'added' || keys.has(key);
  const dropped = lines.filter((line, index) => !isKept(line, index)).map(({ at }) => at);
  if (dropped.length === 0) return undefined;
  return { lines: lines.filter(isKept), since: [since, ...dropped].reduce((a, b) => (a > b ? a : b)) };
}

/** What became of a notice, as people are shown it. */
export interface NoticeRow {
  readonly event: NoticeEvent;
  readonly agentId?: string;
  readonly questionId?: QuestionId;
  readonly rootId: RootId;
  readonly transport: string;
  readonly at: string;
  /** Absent: it was sent. */
  readonly fault?: NoticeFault;
}

/** No transport takes longer for one notice. */
const LONGEST_SENDING_MS = 30_000;

/**
 * Every attempt with its end, the oldest first. One without an end was cut off when its process ended; until that is
 * certain at `now` (epoch milliseconds), it may be under way, and is left out.
 */
export function noticeRows(sent: readonly LogLine[], now: number): readonly NoticeRow[] {
  const begun = new Map<string, SentLine>();
  const rows: NoticeRow[] = [];
  for (const line of sent) {
    if (line.outcome === 'added') continue;
    const name = `${line.transport}\n${line.key}`;
    if (line.outcome === 'began') begun.set(name, line);
    else begun.delete(name);
    if (line.outcome === 'sent') rows.push(rowOf(line));
    if (line.outcome === 'failed') rows.push(rowOf(line, line.fault ?? { id: 'told', message: line.error ?? '' }));
  }
  const ended = [...begun.values()].filter(({ at }) => Date.parse(at) + LONGEST_SENDING_MS < now);
  const cut = ended.map(line => rowOf(line, { id: 'cut' }));
  return [...rows, ...cut].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/**
 * The transports whose newest notice could not be sent, with the reason. One that was cut off says nothing of its
 * transport, and a browser that is gone needs nothing done.
 */
export function failingTransports(
  rows: readonly NoticeRow[],
): readonly (NoticeRow & { readonly fault: NoticeFault })[] {
  const newest = new Map(rows.map(row => [row.transport, row]));
  return [...newest.values()].flatMap(({ fault, ...row }) =>
    fault && !['cut', 'gone'].includes(fault.id) ? [{ ...row, fault }] : [],
  );
}

function rowOf({ event, agentId, questionId, rootId, transport, at }: SentLine, fault?: NoticeFault): NoticeRow {
  return {
    event,
    ...(agentId !== undefined && { agentId }),
    ...(questionId !== undefined && { questionId }),
    rootId,
    transport,
    at,
    ...(fault && { fault }),
  };
}
