// The runtime of a process that drives starts what is scheduled (SPEC 21.4).
import { statSync } from 'node:fs';
import * as path from 'node:path';
import type { Schedule } from '../core/schedule.ts';
import { schedulesFilePath } from '../minds/schedules-file.ts';
import { watchMinds } from '../minds/watch-minds.ts';
import { after } from './after.ts';
import type { Runtime } from './api.ts';
import { scheduleAct } from './folder-acts.ts';
import { personalFolder } from './personal-folder.ts';
import { Schedules } from './schedules.ts';
import type { StoredServices } from './services.ts';
import { watchOwn } from './watch-own.ts';

export interface SchedulesUse extends Pick<Runtime, 'perform'> {
  /** Whether this process is the one that drives, or would be with the first dialog. */
  readonly mayWake: () => boolean;
}

/** The same runtime, which starts what is scheduled while `mayWake` says that it drives. */
export function withSchedules(
  runtime: Runtime,
  { mayWake, perform }: SchedulesUse,
  { minds, rtws, log, now, options, storage }: StoredServices,
): Runtime {
  let schedules: Schedules | undefined;
  // Which make a folder work without anybody's word.
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
  const watch = watchMinds({
    rtws,
    // Which may be a thousand, and say nothing of schedules.
    taskdocs: () => [],
    onChange: paths => {
      if (paths.includes(schedulesFilePath)) look();
    },
    after,
  });
  // The person may trust a schedule by another command.
  const trust = watchOwn(
    options.trustedActs ? [personalFolder(options.env)].flatMap(folder => folder ?? []) : [],
    look,
  );
  const driver = runtime.onDriverChange(look);
  look();
  return {
    ...runtime,
    async close() {
      watch.dispose();
      trust.dispose();
      driver.dispose();
      schedules?.dispose();
      await runtime.close();
    },
  };
}
