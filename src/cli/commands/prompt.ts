// `prompt`: the exact request that the next generation of a dialog would send.
import type { ChatMessage } from '../../core/base/chat.ts';
import type { CommandLineWords } from '../../words/command-line.ts';
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog } from '../open.ts';

export const prompt: Command = {
  name: 'prompt',
  usage: '<dialog>',
  args: ['dialog'],
  options: {},
  startsServers: true,
  run: call =>
    withDialog(call, { mode: 'read', name: argument(call, 0) }, async (runtime, dialog) => {
      const made = await runtime.prompt(dialog);
      if (!made.ok) return refused(call, made);
      const { messages, tools, lasting } = made.prompt;
      const { output } = call;
      const { words } = output;
      output.json({ messages, tools, ...(lasting !== undefined && { lasting }) });
      for (const [index, message] of messages.entries()) {
        const isClosing = lasting !== undefined && index >= lasting;
        output.line(output.paint('cyan', `── ${message.role}${isClosing ? ` ${words.closingPart}` : ''}`));
        output.line(contentOf(message, words));
      }
      output.line(output.paint('cyan', `── ${words.tools}`));
      for (const { name, description } of tools) output.line(`${name}: ${description}`);
      return exitCodes.ok;
    }),
};

function contentOf(message: ChatMessage, words: CommandLineWords): string {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.map(({ name, args }) => words.calls(name, args))]
    .filter(line => line !== '')
    .join('\n');
}
