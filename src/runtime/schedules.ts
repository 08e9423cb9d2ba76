// Starts the root dialogs of `.minds/schedules.yaml` when they are due, in the driving process (SPEC 21.4). The last
// start is read from the roots themselves, so each due time counts once, across restarts and clock changes.
import { type RootId, rootRef } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { Schedule, ScheduleRow } from '../core/schedule.ts';
import type { Outcome } from '../core/trouble.ts';
import { dueAfter, lastDue } from '../minds/cron.ts';
import { Alarm } from './alarm.ts';
import type { Say, StartRoot } from './api.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface SchedulesPorts {
  readonly schedules: () => readonly Schedule[];
  /** When the file was last written, epoch milliseconds: nothing was missed before that. */
  readonly since: () => number;
  readonly roots: () => readonly RootSummary[];
  readonly start: (input: StartRoot) => Promise<Outcome<{ rootId: RootId }>>;
  readonly say: (input: Say) => Promise<Outcome<object>>;
  readonly now: () => number;
  /** Calls `work` after that many milliseconds unless it is cancelled. */
  readonly after: (ms: number, work: () => void) => () => void;
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
  /** Of the newest root. */
  readonly last: number | undefined;
  readonly since: number;
  /** When this process began to drive. */
  readonly watchedSince: number;
  readonly now: number;
}

/**
 * The due time for which a root must be started now; undefined when there is none. What was due before this process drove was missed.
 */
function dueNow(schedule: Schedule, { last, since, watchedSince, now }: DueFacts): number | undefined {
  const from = last ?? since;
  const notMissed = Math.max(from, watchedSince - 1, now - LATE - 1);
  return lastDue(schedule, { from: schedule.missed === 'skip' ? notMissed : from, to: now });
}

/** Watches the clock until it is disposed. */
export class Schedules {
  readonly #ports: SchedulesPorts;
  readonly #alarm: Alarm;
  /** Since when there is something to start and this process drives. */
  #watchedSince: number | undefined;
  #isDisposed = false;

  constructor(ports: SchedulesPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm({ now: ports.now, after: ports.after, ring: () => void this.look() });
  }

  /** Starts due dialogs, and waits for the next due time. Call it after a change of the file too. Never rejects. */
  readonly look = oneAtATime(async () => {
    await this.#startDue();
    this.#plan();
  });

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(undefined);
  }

  async #startDue(): Promise<void> {
    const { schedules, roots, since, now, log } = this.#ports;
    const present = schedules();
    if (present.length === 0) {
      this.#watchedSince = undefined;
      return;
    }
    // A clock that was set back begins anew.
    this.#watchedSince = Math.min(this.#watchedSince ?? now(), now());
    const begun = new Map<string, RootSummary>();
    for (const root of roots()) {
      const name = root.schedule?.name;
      const known = name === undefined ? undefined : begun.get(name);
      if (name !== undefined && (!known || dueOf(known) < dueOf(root))) begun.set(name, root);
    }
    for (const schedule of present) {
      if (this.#isDisposed) return;
      try {
        const newest = begun.get(schedule.name);
        if (newest) await this.#finish(schedule, newest);
        const last = newest && dueOf(newest);
        const due = dueNow(schedule, { last, since: since(), watchedSince: this.#watchedSince, now: now() });
        if (due !== undefined) await this.#start(schedule, due);
      } catch (error) {
        log.error(`schedule ${schedule.name} could not be started`, error);
      }
    }
  }

  async #start(schedule: Schedule, at: number): Promise<void> {
    const { name, task, agent, taskdoc } = schedule;
    const due = new Date(at).toISOString();
    const started = await this.#ports.start({
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
  }

  /** A crash may have come between the root and its task: the task is said again, and counts once. */
  async #finish({ name, task }: Schedule, { rootId, headline, status, schedule }: RootSummary): Promise<void> {
    if (headline !== '' || status !== 'running' || !schedule) return;
    await this.#ports.say({ dialog: rootRef(rootId), content: task, msgId: messageId(name, schedule.due) });
  }

  #plan(): void {
    const { schedules, now } = this.#ports;
    const planned = now();
    const next = this.#isDisposed
      ? []
      : schedules().map(schedule => dueAfter(schedule, planned) ?? Number.POSITIVE_INFINITY);
    this.#alarm.set(next.length === 0 ? undefined : Math.min(...next));
  }
}

function dueOf({ schedule }: RootSummary): number {
  return schedule ? Date.parse(schedule.due) : Number.NEGATIVE_INFINITY;
}

function messageId(name: string, due: string): string {
  return `schedule ${name} ${due}`;
}
