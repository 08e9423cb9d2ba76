// `notices`: what was sent to people who were not looking, by which way, and what failed (SPEC 21.2).

import { sayNoticeFault } from '../../words/say.ts';
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
      const { output } = call;
      const rows = (await runtime.notices()).map(({ fault, ...row }) => ({
        ...row,
        ok: fault === undefined,
        ...(fault && { error: sayNoticeFault(fault, output.language) }),
      }));
      output.json(rows);
      for (const { at, transport, rootId, questionId, error } of rows) {
        const words = error === undefined ? output.words.noticeSent : output.words.noticeFailed(error);
        output.line(`${at}  ${transport}  ${questionId ?? rootId}  ${words}`);
      }
      if (rows.length === 0) output.note(output.words.noNotices);
      return exitCodes.ok;
    }),
};
