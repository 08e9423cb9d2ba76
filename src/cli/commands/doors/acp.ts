// `acp`: the team of a folder as an agent of the Agent Client Protocol on stdin and stdout, for editors.
import pkg from '../../../../package.json' with { type: 'json' };
import type { Outcome } from '../../../core/facts/trouble.ts';
import type { ClientGiven } from '../../../doors/acp/agent.ts';
import { type Runtime, realPath } from '../../../runtime.ts';
import type { Command, CommandCall, OpenRuntime } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { openDriver, useAndClose } from '../../open.ts';

export const acp: Command = {
  name: 'acp',
  usage: '[--agent a]',
  args: [],
  options: { agent: { type: 'string' } },
  values: { '--agent': 'member' },
  async run(call): Promise<ExitCode> {
    const { io, output, flags } = call;
    const { serveAcpOnStdio: serveOnStdio } = await import('../../../doors/acp/stdio.ts');
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const interrupt = io.onInterrupt(resolve);
    const folders = openFolders(call);
    const agentId = flags.text('agent');
    const { stdin, stdout } = io;
    const options = {
      stdin,
      stdout,
      version: pkg.version,
      folder: call.rtws,
      open: folders.open,
      language: output.language,
      warn: output.trouble,
    };
    await serveOnStdio({ ...options, ...(agentId !== undefined && { agentId }) }, stopped);
    await folders.close();
    interrupt.dispose();
    return exitCodes.ok;
  },
};

/** Opens each folder that the client works in once; `close` closes them all. */
function openFolders(call: CommandCall) {
  const folders = new Map<string, Promise<Outcome<{ runtime: Runtime }>>>();
  const uses: Promise<unknown>[] = [];
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const openFolder = async (
    rtws: string,
    { files, servers, startCommand }: ClientGiven,
  ): Promise<Outcome<{ runtime: Runtime }>> => {
    // Trust was given for the folder of this command alone.
    const openRuntime: OpenRuntime = options =>
      call.openRuntime({
        ...options,
        handedServers: servers,
        ...(files && { workspaceFiles: files }),
        ...(startCommand && { startCommand }),
      });
    const opened = await openDriver({ ...call, rtws, trust: call.trust && rtws === call.rtws, openRuntime });
    if (!opened.ok) {
      folders.delete(rtws);
      return opened;
    }
    uses.push(useAndClose(call, opened, () => over.then(() => exitCodes.ok)));
    return opened;
  };
  return {
    open(folder: string, given: ClientGiven) {
      const rtws = realPath(folder);
      const opened = folders.get(rtws) ?? openFolder(rtws, given);
      folders.set(rtws, opened);
      return opened;
    },
    async close() {
      end();
      await Promise.all(uses);
    },
  };
}
