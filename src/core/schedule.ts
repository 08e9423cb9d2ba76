// What `.minds/schedules.yaml` asks for, and what a root says of the schedule that began it (SPEC 21.4). Pure.

/** A root dialog that is to be started again and again. */
export interface Schedule {
  /** Unique in its file. */
  readonly name: string;
  /** Five fields, or six with seconds first. */
  readonly cron: string;
  /** IANA name; absent: that of the machine. */
  readonly zone?: string;
  /** The team's default responder when absent. */
  readonly agent?: string;
  readonly task: string;
  readonly taskdoc?: string;
  /** What becomes of due times at which nobody drove: nothing, or one start for all of them. */
  readonly missed: 'skip' | 'once';
}

/** A schedule as people are shown it; `next` is an ISO instant, null when it never comes. */
export interface ScheduleRow {
  readonly name: string;
  readonly cron: string;
  readonly next: string | null;
  readonly missed: Schedule['missed'];
}
