// Starts the root dialogs of `.minds/schedules.yaml` when they are due, in the driving process (SPEC 21.4). Each due
// time counts once, across restarts and clock changes: what was served is read from the roots and from a log that
// outlives them.
import type { After } from '../../core/base/after.ts';
import { rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Schedule, ScheduleRow } from '../../core/notices/schedule.ts';
import {
  marksOfSchedules,
  type RuleLine,
  remembered,
  type ScheduleLine,
  type ScheduleMark,
  shortenedLog,
} from '../../core/notices/schedule-log.ts';
import { dueAfter, lastDue } from '../../minds/times/cron.ts';
import type { ScheduleLog } from '../../store/storage.ts';
import type { Runtime } from '../api.ts';
import { Alarm } from '../notices/alarm.ts';
import { oneAtATime } from '../one-at-a-time.ts';

export interface SchedulesPorts {
  /** Undefined while this process does not drive. */
  readonly schedules: () => readonly Schedule[] | undefined;
  /** When the file was last written, epoch milliseconds. */
  readonly written: () => number;
  readonly roots: () => readonly RootSummary[];
  readonly known: ScheduleLog;
  /** Whether this process drives by now, and may add to `known`. */
  readonly mayKeep: () => boolean;
  readonly perform: Runtime['perform'];
  readonly now: () => number;
  readonly after: After;
  readonly log: { info(message: string): void; error(message: string, error?: unknown): void };
}

/** A due time that is not older, while this process watched, was not missed: the machine was busy. Milliseconds. */
const LATE = 120_000;

/** The schedules as people are shown them. */
export function listSchedules(schedules: readonly Schedule[], now: number): readonly ScheduleRow[] {
  return schedules.map(schedule => {
    const { name, cron, missed } = schedule;
    const next = dueAfter(schedule, now);
    return { name, cron, next: next === undefined ? null : new Date(next).toISOString(), missed };
  });
}

/** Epoch milliseconds. */
interface DueFacts {
  /** What was due up to then is served, or does not count. */
  readonly from: number;
  /** When this process began to drive. */
  readonly watchedSince: number;
  readonly now: number;
}

/**
 * The due time for which a root must be started now; undefined when there is none. What was due before this process
 * drove was missed.
 */
function dueNow(schedule: Schedule, { from, watchedSince, now }: DueFacts): number | undefined {
  const notMissed = Math.max(from, watchedSince - 1, now - LATE - 1);
  return lastDue(schedule, { from: schedule.missed === 'skip' ? notMissed : from, to: now });
}

/** After a look that failed. Milliseconds. */
const RETRY = 60_000;

/** Watches the clock until it is disposed. */
export class Schedules {
  readonly #ports: SchedulesPorts;
  readonly #alarm: Alarm;
  /** Since when this process drives. */
  #watchedSince: number | undefined;
  /** When the file was looked at last while this process drove, and the names in it. */
  #lookedAt: { readonly at: number; readonly names: ReadonlySet<string> } | undefined;
  /** The log as it was read last. */
  #read: readonly ScheduleLine[] | undefined;
  /** Lines that could not be stored yet. */
  #unstored: readonly ScheduleLine[] = [];
  #isDisposed = false;
  /** Milliseconds that the clock of this machine is ahead of the one that all processes go by. */
  #ahead = 0;
  readonly #now = () => this.#ports.now() - this.#ahead;

  constructor(ports: SchedulesPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm({ now: this.#now, after: ports.after, ring: () => void this.look() });
  }

  /** Starts due dialogs, and waits for the next due time. Call it after a change of the file too. Never rejects. */
  readonly look = oneAtATime(async () => {
    let retry = Number.POSITIVE_INFINITY;
    try {
      await this.#compareClocks();
      await this.#startDue();
    } catch (error) {
      if (!this.#isDisposed) this.#ports.log.error('the log of schedules could not be read', error);
      retry = this.#now() + RETRY;
    }
    this.#plan(retry);
  });

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(undefined);
  }

  /** The answer takes a while, so that this process is late rather than early. */
  async #compareClocks(): Promise<void> {
    const { known, schedules, now } = this.#ports;
    if (!known.now || !schedules()?.length) return;
    const agreed = await known.now();
    this.#ahead = now() - agreed;
  }

  async #startDue(): Promise<void> {
    const { schedules, roots, log } = this.#ports;
    const now = this.#now;
    const present = schedules();
    if (!present) {
      this.#watchedSince = undefined;
      this.#lookedAt = undefined;
      this.#unstored = [];
      return;
    }
    // A clock that was set back begins anew.
    this.#watchedSince = Math.min(this.#watchedSince ?? now(), now());
    const marks = present.length === 0 ? new Map<string, ScheduleMark>() : marksOfSchedules(await this.#lines());
    const begun = Map.groupBy(roots(), ({ schedule }) => schedule?.name);
    for (const schedule of present) {
      if (this.#isDisposed) return;
      try {
        await this.#serve(schedule, { mark: marks.get(schedule.name), roots: begun.get(schedule.name) ?? [] });
      } catch (error) {
        log.error(`schedule ${schedule.name} could not be started`, error);
      }
    }
    this.#lookedAt = { at: now(), names: new Set(present.map(({ name }) => name)) };
  }

  async #serve(
    schedule: Schedule,
    { mark, roots }: { readonly mark: ScheduleMark | undefined; readonly roots: readonly RootSummary[] },
  ): Promise<void> {
    for (const root of roots) await this.#finish(schedule, root);
    const { name } = schedule;
    const now = this.#now();
    const served = remembered([...(mark?.served ?? []), ...roots.map(dueOf)], now);
    const last = served.findLast(due => due <= now);
    const since = this.#sinceOf(schedule, mark?.rule, now);
    // Of which the log does not know yet, for it outlives the roots.
    const unknown = served.filter(due => !mark?.served.has(due)).map(due => ({ name, due: isoOf(due) }));
    const isKnown = mark?.rule && isRuleOf(mark.rule, schedule) && Date.parse(mark.rule.since) === since;
    await this.#note([...(isKnown ? [] : [ruleLine(schedule, since)]), ...unknown]);
    const facts = { from: Math.max(since, last ?? since), watchedSince: this.#watchedSince ?? now, now };
    const due = dueNow(schedule, facts);
    if (due !== undefined && (await this.#start(schedule, due))) await this.#note([{ name, due: isoOf(due) }]);
  }

  /** Since when due times of a schedule count (epoch milliseconds): a new or changed rule does not reach back. */
  #sinceOf(schedule: Schedule, rule: RuleLine | undefined, now: number): number {
    const isNew = this.#lookedAt?.names.has(schedule.name) === false;
    // A clock that was ahead is set back.
    if (rule && isRuleOf(rule, schedule) && !isNew) return Math.min(Date.parse(rule.since), now);
    const written = Math.min(this.#ports.written(), now);
    // A file that was put in its place may be older than that.
    return this.#lookedAt && written <= this.#lookedAt.at ? now : written;
  }

  /** The log; when it cannot be read, as far as it is known. */
  async #lines(): Promise<readonly ScheduleLine[]> {
    const { known, mayKeep, log } = this.#ports;
    try {
      this.#read = await known.read();
      const short = mayKeep() ? shortenedLog(this.#read, this.#now()) : undefined;
      if (short) await known.keepOnly(short);
      this.#read = short ?? this.#read;
    } catch (error) {
      if (!this.#read) throw error;
      log.error('the log of schedules could not be read or shortened', error);
    }
    return [...this.#read, ...this.#unstored];
  }

  async #note(lines: readonly ScheduleLine[]): Promise<void> {
    const { known, mayKeep, log } = this.#ports;
    this.#unstored = [...this.#unstored, ...lines];
    // Before the first dialog of a folder nothing is stored in it.
    if (this.#unstored.length === 0 || !mayKeep()) return;
    try {
      await known.append(this.#unstored);
      this.#read = [...(this.#read ?? []), ...this.#unstored];
      this.#unstored = [];
    } catch (error) {
      log.error('the log of schedules could not be stored', error);
    }
  }

  /** True if it was started. */
  async #start(schedule: Schedule, at: number): Promise<boolean> {
    const { name, task, agent, taskdoc } = schedule;
    const due = isoOf(at);
    const started = await this.#ports.perform({
      kind: 'start',
      text: task,
      msgId: messageId(name, due),
      schedule: { name, due },
      ...(agent !== undefined && { agentId: agent }),
      ...(taskdoc !== undefined && { taskDocPath: taskdoc }),
    });
    if (started.ok) this.#ports.log.info(`schedule ${name}, due ${due}, began root ${started.rootId}`);
    else if (started.code === 'driven-elsewhere')
      this.#ports.log.info(`schedule ${name}, due ${due}, was begun by another process`);
    else this.#ports.log.error(`schedule ${name}, due ${due}, was refused: ${started.why.id}`);
    return started.ok;
  }

  /** A crash may have come between the root and its task: the task is said again, and counts once. */
  async #finish({ name, task }: Schedule, { rootId, headline, status, schedule }: RootSummary): Promise<void> {
    if (headline !== '' || status !== 'running' || !schedule) return;
    await this.#ports.perform({
      kind: 'say',
      dialog: rootRef(rootId),
      content: task,
      msgId: messageId(name, schedule.due),
    });
  }

  #plan(retry: number): void {
    const { schedules } = this.#ports;
    const planned = this.#now();
    const next = this.#isDisposed
      ? []
      : (schedules() ?? []).map(schedule => dueAfter(schedule, planned) ?? Number.POSITIVE_INFINITY);
    this.#alarm.set(next.length === 0 ? undefined : Math.min(retry, ...next));
  }
}

function dueOf({ schedule }: RootSummary): number {
  return schedule ? Date.parse(schedule.due) : Number.NEGATIVE_INFINITY;
}

function isRuleOf(line: RuleLine, { cron, zone }: Schedule): boolean {
  return line.cron === cron && line.zone === zone;
}

function ruleLine({ name, cron, zone }: Schedule, since: number): RuleLine {
  return { name, cron, ...(zone !== undefined && { zone }), since: isoOf(since) };
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

function messageId(name: string, due: string): string {
  return `schedule ${name} ${due}`;
}
