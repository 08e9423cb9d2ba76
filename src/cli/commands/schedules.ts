// `schedules`: what `.minds/schedules.yaml` starts, and when it is due next (SPEC 21.4).
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';

export const schedules: Command = {
  name: 'schedules',
  usage: '',
  summary: 'List what is started by schedule, and when it is due next',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const rows = runtime.schedules();
      call.output.json(rows);
      for (const { name, cron, next, missed } of rows) {
        const due = next === null ? 'never due' : `next ${next}`;
        call.output.line(`${name}  ${cron}  ${due}${missed === 'once' ? '  missed: once' : ''}`);
      }
      if (rows.length === 0) call.output.line('Nothing is scheduled: .minds/schedules.yaml has no schedules.');
      return exitCodes.ok;
    }),
};
