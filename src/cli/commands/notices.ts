// `notices`: what was sent to people who were not looking, by which way, and what failed (SPEC 21.2).
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';

export const notices: Command = {
  name: 'notices',
  usage: '',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const rows = runtime.notices();
      call.output.json(rows);
      for (const { at, transport, rootId, questionId, ok, error } of rows) {
        const words = ok ? call.output.words.noticeSent : call.output.words.noticeFailed(error ?? '');
        call.output.line(`${at}  ${transport}  ${questionId ?? rootId}  ${words}`);
      }
      if (rows.length === 0) call.output.note(call.output.words.noNotices);
      return exitCodes.ok;
    }),
};
