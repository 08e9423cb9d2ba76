// `.minds/schedules.yaml`: root dialogs that are started repeatedly (SPEC 21.4). Its reader is loaded when there is
// such a file.
import type { Schedule } from '../../core/notices/schedule.ts';
import type { FileProblem } from '../../core/team/team.ts';

/** The file, relative to the rtws. */
export const schedulesFilePath = '.minds/schedules.yaml';

export interface SchedulesFile {
  /** In the order of the file; broken ones are left out. */
  readonly schedules: readonly Schedule[];
  readonly problems: readonly FileProblem[];
}

/** No file: nothing is scheduled. */
export const emptySchedulesFile: SchedulesFile = { schedules: [], problems: [] };
