// `.dialogs/schedules.jsonl`: what is known of schedules besides their roots, one JSON object a line (SPEC 21.4).
import { isScheduleLine } from '../../core/notices/schedule-log.ts';
import type { Files } from '../disk-files.ts';
import type { ScheduleLog } from '../storage.ts';
import { jsonLines } from './json-lines.ts';

/** The log in that file; made by the first line. */
export function openScheduleLog(file: string, files: () => Files): ScheduleLog {
  const stored = jsonLines(file, files);
  return {
    read: async () => stored.read().filter(isScheduleLine),
    append: async lines => stored.append(lines),
    keepOnly: async lines => stored.replace(lines),
  };
}
