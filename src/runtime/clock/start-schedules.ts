// The runtime of a process that drives starts what is scheduled (SPEC 21.4).
import { statSync } from 'node:fs';
import * as path from 'node:path';
import type { Schedule } from '../../core/notices/schedule.ts';
import { watchMindsFile } from '../../minds/files/watch-minds.ts';
import { schedulesFilePath } from '../../minds/times/schedules-file.ts';
import type { Runtime } from '../api.ts';
import type { Attachment } from '../attachment.ts';
import { personalFolder } from '../folder/personal-folder.ts';
import { watchOwn } from '../folder/watch-own.ts';
import type { StoredServices } from '../services.ts';
import { scheduleAct } from '../trust/folder-acts.ts';
import { after } from './after.ts';
import { Schedules } from './schedules.ts';

export interface SchedulesUse extends Pick<Runtime, 'perform'> {
  /** Whether this process is the one that drives, or would be with the first dialog. */
  readonly mayWake: () => boolean;
}

/** Starts what is scheduled while `mayWake` says that the runtime drives. */
export function startSchedules(
  runtime: Runtime,
  { mayWake, perform }: SchedulesUse,
  { minds, rtws, log, now, options, storage }: StoredServices,
): Attachment {
  let schedules: Schedules | undefined;
  // A schedule lets the folder's files start work without anybody's word.
  const mayBegin = (schedule: Schedule) => options.trustedActs?.has(scheduleAct(schedule)) ?? true;
  const mayAct = options.trustedActs !== undefined || !options.isUntrusted;
  const present = () => (mayWake() && mayAct ? minds.schedules().schedules.filter(mayBegin) : undefined);
  const look = () => {
    if (!schedules && !present()?.length) return;
    schedules ??= new Schedules({
      schedules: present,
      written: () => statSync(path.join(rtws, schedulesFilePath), { throwIfNoEntry: false })?.mtimeMs ?? now(),
      roots: () => runtime.listRoots(),
      known: storage.schedules,
      mayKeep: () => runtime.drivenBy() === 'this',
      perform,
      now,
      after,
      log,
    });
    void schedules.look();
  };
  const watch = watchMindsFile(schedulesFilePath, { rtws, onChange: look, after });
  // The person may trust a schedule by another command.
  const trust = watchOwn(
    options.trustedActs ? [personalFolder(options.env)].flatMap(folder => folder ?? []) : [],
    look,
  );
  const driver = runtime.onDriverChange(look);
  look();
  return {
    close() {
      watch.dispose();
      trust.dispose();
      driver.dispose();
      schedules?.dispose();
    },
  };
}
