// `show`: one course of a dialog as a transcript, or its records.

import type { BlockSpeaker, TranscriptBlock } from '../../core/dialog/transcript/transcript-blocks.ts';
import { dialogTitle, transcriptBlocks } from '../../core/dialog/transcript/transcript-blocks.ts';
import { transcriptWords } from '../../words/say.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import type { Tone } from '../print/output.ts';
import { plainJson } from '../print/plain-text.ts';
import { summaryOf, unservedText } from '../print/state-text.ts';

export const show: Command = {
  name: 'show',
  usage: '<dialog> [--course n] [--raw]',
  args: ['dialog'],
  options: { course: { type: 'string' }, raw: { type: 'boolean' } },
  async run(call) {
    const course = call.flags.text('course');
    if (course !== undefined && !/^[1-9]\d{0,5}$/.test(course)) {
      return wrongUsage(call, { id: 'number-from-1', flag: '--course', given: `${course}` });
    }
    return withDialog(call, { mode: 'read', name: argument(call, 0) }, async (runtime, dialog) => {
      const viewed = await runtime.view(dialog, course === undefined ? {} : { course: Number(course) });
      if (!viewed.ok) return refused(call, viewed);
      const { records, state, course: shown } = viewed.view;
      call.output.json(records);
      if (call.flags.isSet('raw')) for (const record of records) call.output.line(plainJson(JSON.stringify(record)));
      else {
        const title = `${dialogTitle(state.identity, dialog)} · ${call.output.words.courseOf(shown, state.course)}`;
        call.output.line(call.output.paint('bold', title));
        const waits = unservedText(call.output, runtime, summaryOf(runtime, dialog.rootId));
        if (waits !== undefined) call.output.line(waits);
        for (const block of transcriptBlocks(records, transcriptWords(call.output.language))) printBlock(call, block);
      }
      return exitCodes.ok;
    });
  },
};

const tones: Readonly<Record<BlockSpeaker, Tone>> = {
  person: 'green',
  member: 'cyan',
  tool: 'magenta',
  runtime: 'dim',
};

function printBlock({ output }: CommandCall, { speaker, heading, text }: TranscriptBlock): void {
  output.line();
  output.line(output.paint(tones[speaker], `▸ ${heading}`));
  if (text !== '') output.line(text.replace(/^(?=.)/gm, '  '));
}
