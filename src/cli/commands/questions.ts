// `q4h`: every open question of the rtws.
import type { Command } from '../command.ts';
import { questionText } from '../drive.ts';
import { exitCodes } from '../exit-code.ts';
import { withRuntime } from '../open.ts';
import { questionJson } from '../print/shapes.ts';

export const q4h: Command = {
  name: 'q4h',
  usage: '',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const questions = await runtime.questions();
      call.output.json(questions.map(questionJson));
      for (const question of questions) call.output.text(questionText(call, question));
      if (questions.length === 0) call.output.note(call.output.words.noQuestions);
      return exitCodes.ok;
    }),
};
