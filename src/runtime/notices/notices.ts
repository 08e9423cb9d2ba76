// Sends notices while this process drives (SPEC 21.2). What was sent is logged before and after, so that a crash sends
// nothing twice. One timer for what is due next; nothing runs while nothing waits.
import {
  isQuestion,
  type LogLine,
  linesOfAdded,
  type Notice,
  type NoticeFault,
  planNotices,
  type Sending,
  type SentLine,
  type SentLog,
  shortened,
} from '../../core/notices/notice.ts';
import type { NotifySettings } from '../../core/notices/notify.ts';
import type { NoticeLog } from '../../store/storage.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { Alarm, type AlarmPorts } from './alarm.ts';

export interface NoticesPorts extends Omit<AlarmPorts, 'ring'> {
  /** As the files say now; no transports: nothing is sent. */
  readonly settings: () => NotifySettings;
  /** What people could be told now. */
  readonly pending: (sent: SentLog) => Promise<readonly Notice[]>;
  /** Whether a person looks at what a notice tells. */
  readonly isSeen: (notice: Notice) => boolean;
  readonly sent: NoticeLog;
  /** Gives the reason when it could not be sent; it names no secret. Rejects only when something is broken. */
  readonly send: (sending: Sending, settings: NotifySettings) => Promise<NoticeFault | undefined>;
  readonly log: { error(message: string, error?: unknown): void };
}

/** Writes lines of the log; gives those that no other process wrote before. */
type Note = (lines: readonly LogLine[]) => Promise<readonly LogLine[]>;

export class Notices {
  readonly #ports: NoticesPorts;
  readonly #alarm: Alarm;
  /** Keys of the notices of questions that a person looks at. */
  #inView: ReadonlySet<string> = new Set();
  /** When a person looked away from a question, by the key of its notice. */
  #seenAt: ReadonlyMap<string, number> = new Map();
  #isDisposed = false;

  constructor(ports: NoticesPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm({ now: ports.now, after: ports.after, ring: () => void this.look() });
  }

  /**
   * Sends what is due, and waits for what is due next. Call it when something happened, and when people look away.
   * Never rejects.
   */
  readonly look = oneAtATime(() =>
    this.#look().catch(error => this.#ports.log.error('notices could not be sent', error)),
  );

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(undefined);
  }

  async #look(): Promise<void> {
    const { settings: settingsNow, pending, isSeen, sent, now } = this.#ports;
    const settings = settingsNow();
    if (settings.transports.length === 0 || this.#isDisposed) return this.#alarm.set(undefined);
    const begun = new Date(now()).toISOString();
    const log = await sent.read();
    const present = await pending(log);
    const lines = [...log.lines];
    const note: Note = async own => {
      const stored = own.length > 0 ? await sent.append(own) : own;
      lines.push(...stored);
      return stored;
    };
    await note(linesOfAdded(settings, lines, begun));
    const seen = present.filter(isSeen);
    const inView = new Set(seen);
    const unseen = present.filter(notice => !inView.has(notice));
    this.#lookAt(seen.filter(isQuestion), unseen);
    await note(this.#linesOfSeen(seen, settings, lines));
    const plan = () => planNotices(settings, { pending: unseen, sent: lines, seenAt: this.#seenAt, now: now() });
    // Transports side by side: a server that does not answer holds up no other.
    const ways = Map.groupBy(plan().sendings, ({ transport }) => transport.name);
    const ends = await Promise.allSettled([...ways.values()].map(own => this.#sendAll(own, settings, note)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (this.#isDisposed) return;
    const short = shortened({ ...log, lines }, present);
    if (short) await sent.replace(short);
    this.#alarm.set(plan().next);
  }

  /** A question that a person looks at waits anew once they look away. */
  #lookAt(seen: readonly Notice[], unseen: readonly Notice[]): void {
    const leftNow = this.#ports.now();
    this.#seenAt = new Map(
      unseen.flatMap(({ key }): [string, number][] => {
        const left = this.#inView.has(key) ? leftNow : this.#seenAt.get(key);
        return left === undefined ? [] : [[key, left]];
      }),
    );
    this.#inView = new Set(seen.map(({ key }) => key));
  }

  /** An end that a person saw is never told. */
  #linesOfSeen(seen: readonly Notice[], { transports }: NotifySettings, lines: readonly LogLine[]): SentLine[] {
    const known = new Set(lines.map(({ key, transport }) => `${transport}\n${key}`));
    return seen.flatMap(notice =>
      isQuestion(notice)
        ? []
        : transports
            .filter(({ name }) => !known.has(`${name}\n${notice.key}`))
            .map(({ name }) => this.#lineOf(notice, name, { outcome: 'seen' })),
    );
  }

  /** One after another. */
  async #sendAll(sendings: readonly Sending[], settings: NotifySettings, note: Note): Promise<void> {
    for (const sending of sendings) {
      if (this.#isDisposed) return;
      await this.#send(sending, settings, note);
    }
  }

  async #send({ transport, notices }: Sending, settings: NotifySettings, note: Note): Promise<void> {
    const linesOf = (ours: readonly Notice[], end: Pick<SentLine, 'outcome' | 'fault'>) =>
      ours.map(notice => this.#lineOf(notice, transport.name, end));
    const begun = new Set((await note(linesOf(notices, { outcome: 'began' }))).map(({ key }) => key));
    // Another process sends the others.
    const [first, ...more] = notices.filter(({ key }) => begun.has(key));
    if (!first) return;
    const fault = await this.#ports.send({ transport, notices: [first, ...more] }, settings);
    await note(linesOf([first, ...more], fault ? { outcome: 'failed', fault } : { outcome: 'sent' }));
  }

  #lineOf(notice: Notice, transport: string, end: Pick<SentLine, 'outcome' | 'fault'>): SentLine {
    const { key, event, rootId, agentId, questionId } = notice;
    const at = new Date(this.#ports.now()).toISOString();
    return { key, event, rootId, agentId, ...(questionId !== undefined && { questionId }), transport, at, ...end };
  }
}
