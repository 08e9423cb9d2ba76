// `metrics`: counters of an rtws.
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';

export const metrics: Command = {
  name: 'metrics',
  usage: '',
  summary: 'Show counters',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const counted = await runtime.metrics();
      call.output.json(counted);
      for (const [name, value] of Object.entries(counted)) call.output.line(`${name.padEnd(14)}  ${textOf(value)}`);
      return exitCodes.ok;
    }),
};

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
