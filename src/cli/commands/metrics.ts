// `metrics`: counters of an rtws.
import type { Metrics } from '../../core/spending/metrics.ts';
import type { CommandLineWords } from '../../words/command-line.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';
import { columnsOf } from '../print/columns.ts';

export const metrics: Command = {
  name: 'metrics',
  usage: '',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const counted = await runtime.metrics();
      call.output.json(counted);
      for (const [name, value] of lines(counted, call.output.words.metrics)) call.output.line(`${name}  ${value}`);
      return exitCodes.ok;
    }),
};

/** Each counter with its name, in columns. */
function lines(
  counted: Metrics,
  words: CommandLineWords['metrics'],
): readonly (readonly [name: string, value: string])[] {
  const told = (Object.keys(words) as (keyof Metrics)[]).map(key => counterText(words[key], counted[key]));
  const width = Math.max(...told.map(([name]) => columnsOf(name)));
  return told.map(([name, value]) => [name + ' '.repeat(width - columnsOf(name)), value]);
}

function counterText(
  words: string | { readonly name: string; readonly parts: Readonly<Record<string, string>> },
  value: number | object,
): readonly [name: string, value: string] {
  if (typeof words === 'string') return [words, String(value)];
  const counts = Object.entries(value).map(([part, count]) => `${count} ${words.parts[part] ?? part}`);
  return [words.name, counts.join(', ')];
}
