// `mcp`: the team of the folder as an MCP server on stdin and stdout, for editors and other agents.
import pkg from '../../../../package.json' with { type: 'json' };
import type { Command } from '../../command.ts';
import { exitCodes } from '../../exit-code.ts';
import { withDriver } from '../../open.ts';

export const mcp: Command = {
  name: 'mcp',
  usage: '[--client-confirms]',
  args: [],
  options: { 'client-confirms': { type: 'boolean' } },
  run: call =>
    withDriver(call, async runtime => {
      const { io, output, flags } = call;
      const { serveOnStdio } = await import('../../../doors/mcp/door.ts');
      const { promise: stopped, resolve } = Promise.withResolvers<void>();
      const interrupt = io.onInterrupt(resolve);
      const { stdin, stdout } = io;
      const clientConfirms = flags.isSet('client-confirms');
      await serveOnStdio(
        runtime,
        { stdin, stdout, version: pkg.version, language: output.language, clientConfirms, warn: output.trouble },
        stopped,
      );
      interrupt.dispose();
      return exitCodes.ok;
    }),
};
