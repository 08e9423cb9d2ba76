// The entries of `.minds/schedules.yaml`, and a root's reference to the schedule that started it (SPEC 21.4). Pure.

/** A root dialog that is started repeatedly. */
export interface Schedule {
  /** Unique in its file. */
  readonly name: string;
  /** Five fields: minute, hour, day of the month, month, weekday. */
  readonly cron: string;
  /** IANA name; absent: that of the machine. */
  readonly zone?: string;
  /** The team's default responder when absent. */
  readonly agent?: string;
  readonly task: string;
  readonly taskdoc?: string;
  /** How due times without a driver are handled: not at all, or by one start for all of them. */
  readonly missed: 'skip' | 'once';
}

/** A schedule as people are shown it; `next` is an ISO instant, null when it never comes. */
export interface ScheduleRow {
  readonly name: string;
  readonly cron: string;
  readonly next: string | null;
  readonly missed: Schedule['missed'];
}
