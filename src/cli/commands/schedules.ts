// `schedules`: what `.minds/schedules.yaml` starts, and when it is due next (SPEC 21.4).
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';

export const schedules: Command = {
  name: 'schedules',
  usage: '',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const rows = runtime.schedules();
      call.output.json(rows);
      for (const { name, cron, next, missed } of rows) {
        call.output.line(`${name}  ${cron}  ${call.output.words.scheduled(next, missed === 'once')}`);
      }
      if (rows.length === 0) call.output.note(call.output.words.noSchedules);
      return exitCodes.ok;
    }),
};
