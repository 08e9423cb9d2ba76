// `registry`: the registered subdialogs of a root.
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRoot } from '../open.ts';

export const registry: Command = {
  name: 'registry',
  usage: '<root>',
  args: ['root'],
  options: {},
  run: call =>
    withRoot(call, { mode: 'read', name: argument(call, 0) }, async (runtime, rootId) => {
      const found = await runtime.registry(rootId);
      if (!found.ok) return refused(call, found);
      call.output.json(found.registry);
      for (const [key, entry] of Object.entries(found.registry)) {
        const seen = (entry.lastAccessed ?? entry.createdAt).slice(0, 16).replace('T', ' ');
        call.output.line(
          `${key}  ${entry.subdialogId}  ${seen}${entry.locked ? `  ${call.output.words.registered.working}` : ''}`,
        );
      }
      if (Object.keys(found.registry).length === 0) call.output.note(call.output.words.noRegistered);
      return exitCodes.ok;
    }),
};
