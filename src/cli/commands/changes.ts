// `changes`: what the members of a tree changed, by file, with lines and by whom (SPEC 25.2).
import { rootRef } from '../../core/base/ids.ts';
import type { ChangeMaker } from '../../core/dialog/file-changes.ts';
import type { EditedFile } from '../../runtime.ts';
import { argument, type Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRoot } from '../open.ts';

export const changes: Command = {
  name: 'changes',
  usage: '<root> [--diff]',
  args: ['root'],
  options: { diff: { type: 'boolean' } },
  run: call =>
    withRoot(call, { mode: 'read', name: argument(call, 0) }, async (runtime, rootId) => {
      const found = await runtime.edits(rootRef(rootId), 'all');
      if (!found.ok) return refused(call, found);
      const files = found.edits.filter(({ entry }) => entry !== 'folder').map(withSum);
      const sum = (key: 'added' | 'removed') => files.reduce((total, each) => total + each[key], 0);
      const { output, flags } = call;
      const { untold } = found;
      output.json({ files, added: sum('added'), removed: sum('removed'), ...(untold && { untold }) });
      for (const { path: file, added, removed, by, untracked } of files) {
        const makers = by.map(makerLine);
        if (flags.isSet('diff')) {
          const read = await runtime.patch(rootRef(rootId), file, 'all');
          output.text((read.ok && read.patch) || `Binary file ${file} differs\n`);
        } else output.line(`${file}  ${untracked ? '?' : `+${added} −${removed}`}  ${makers.join(', ')}`);
      }
      if (files.some(({ by }) => by.some(({ unsure }) => unsure))) output.note(output.words.unsureMakers);
      if (untold) output.note(output.words.untold[untold]);
      output.note(output.words.changed(files.length, sum('added'), sum('removed')));
      return exitCodes.ok;
    }),
};

/** `$`: by a command; `*`: perhaps by others. */
function makerLine({ agentId, kind, unsure }: Omit<ChangeMaker, 'callId'>): string {
  return `${agentId}${kind === 'command' ? ' $' : ''}${unsure ? ' *' : ''}`;
}

/** A file as it is printed. `untracked`: its former contents are not known, or are no text, so no lines are counted. */
function withSum({ path: file, lines, by }: EditedFile) {
  const makers = new Map(
    by.map(({ callId: _, ...maker }) => [`${maker.selfId} ${maker.kind} ${maker.unsure}`, maker] as const),
  );
  return {
    path: file,
    added: lines?.added ?? 0,
    removed: lines?.removed ?? 0,
    by: [...makers.values()],
    ...(!lines && { untracked: true as const }),
  };
}
