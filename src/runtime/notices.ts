// Sends notices while this process drives (SPEC 21.2). What was sent is logged before and after, so that a crash sends nothing twice.
// One timer for what is due next; nothing runs while nothing waits.
import type { Notice, NotifySettings, Sending, SentLine } from '../core/notice.ts';
import { planNotices } from '../core/notice.ts';
import { Alarm, type AlarmPorts } from './alarm.ts';

export interface NoticesPorts extends Omit<AlarmPorts, 'ring'> {
  /** As the files say now; no transports: nothing is sent. */
  readonly settings: () => NotifySettings;
  /** What people could be told now, those that look at it left out. */
  readonly pending: () => Promise<readonly Notice[]>;
  readonly sent: { readonly read: () => readonly SentLine[]; readonly append: (line: SentLine) => void };
  /** Rejects with the reason, which names no secret. */
  readonly send: (sending: Sending, settings: NotifySettings) => Promise<void>;
  readonly log: { error(message: string, error?: unknown): void };
}

export class Notices {
  readonly #ports: NoticesPorts;
  readonly #alarm: Alarm;
  #looking: Promise<void> | undefined;
  #looksAgain = false;
  #isDisposed = false;

  constructor(ports: NoticesPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm({ now: ports.now, after: ports.after, ring: () => void this.look() });
  }

  /** Sends what is due, and waits for what is due next. Never rejects. */
  look(): Promise<void> {
    this.#looksAgain = this.#looking !== undefined;
    this.#looking ??= this.#look()
      .catch(error => this.#ports.log.error('notices could not be sent', error))
      .finally(() => {
        this.#looking = undefined;
        if (this.#looksAgain && !this.#isDisposed) void this.look();
      });
    return this.#looking;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(undefined);
  }

  async #look(): Promise<void> {
    const { settings: settingsNow, pending, sent, now } = this.#ports;
    const settings = settingsNow();
    if (settings.transports.length === 0 || this.#isDisposed) return this.#alarm.set(undefined);
    const waiting = await pending();
    const plan = () => planNotices(settings, { pending: waiting, sent: sent.read(), now: now() });
    for (const sending of plan().sendings) {
      if (this.#isDisposed) return;
      await this.#send(sending, settings);
    }
    if (!this.#isDisposed) this.#alarm.set(plan().next);
  }

  async #send(sending: Sending, settings: NotifySettings): Promise<void> {
    this.#note(sending, 'began');
    try {
      await this.#ports.send(sending, settings);
      this.#note(sending, 'sent');
    } catch (error) {
      this.#note(sending, 'failed', error instanceof Error ? error.message : String(error));
    }
  }

  #note({ transport, notices }: Sending, outcome: SentLine['outcome'], error?: string): void {
    const { sent, now } = this.#ports;
    const at = new Date(now()).toISOString();
    for (const { key, event, rootId, questionId } of notices) {
      sent.append({
        key,
        event,
        rootId,
        ...(questionId !== undefined && { questionId }),
        transport: transport.name,
        at,
        outcome,
        ...(error !== undefined && { error }),
      });
    }
  }
}
