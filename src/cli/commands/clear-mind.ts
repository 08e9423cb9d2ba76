// `clear-mind`: starts the next course of a dialog by hand (SPEC 6.1, 6.7).
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog } from '../open.ts';

export const clearMind: Command = {
  name: 'clear-mind',
  usage: '<dialog> [--reminder t]',
  args: ['dialog'],
  options: { reminder: { type: 'string' } },
  run: call =>
    withDialog(call, { mode: 'record', name: argument(call, 0) }, async (runtime, dialog) => {
      const cleared = await runtime.perform({ kind: 'clearMind', dialog, reminder: call.flags.text('reminder') });
      if (!cleared.ok) return refused(call, cleared);
      const { course } = cleared;
      call.output.json({ rootId: dialog.rootId, selfId: dialog.selfId, course });
      call.output.line(call.output.words.courseBegins(course));
      return exitCodes.ok;
    }),
};
