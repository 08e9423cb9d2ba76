// `changes`: what the members of a tree changed, by file, with lines and by whom (SPEC 25.2).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatPatch, structuredPatch } from 'diff';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { EditedFile, Runtime } from '../../runtime.ts';
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
      const found = await runtime.edits(rootRef(rootId));
      if (!found.ok) return refused(call, found);
      const files = found.edits.filter(({ entry }) => entry !== 'folder').map(withSum);
      const sum = (key: 'added' | 'removed') => files.reduce((total, each) => total + each[key], 0);
      const { output, flags } = call;
      output.json({ files, added: sum('added'), removed: sum('removed') });
      for (const { path: file, added, removed, by, untracked } of files) {
        const makers = by.map(({ agentId, kind }) => `${agentId}${kind === 'command' ? ' $' : ''}`);
        if (flags.isSet('diff')) output.text(untracked ? differs(file) : await patchOf(runtime, rootId, file));
        else output.line(`${file}  ${untracked ? '?' : `+${added} −${removed}`}  ${makers.join(', ')}`);
      }
      output.note(output.words.changed(files.length, sum('added'), sum('removed')));
      return exitCodes.ok;
    }),
};

/** A file as it is printed. `untracked`: its former contents are not known, or are no text, so no lines are counted. */
function withSum({ path: file, lines, by }: EditedFile) {
  const makers = new Map(
    by.map(({ agentId, selfId, kind }) => [`${selfId} ${kind}`, { agentId, selfId, kind }] as const),
  );
  return {
    path: file,
    added: lines?.added ?? 0,
    removed: lines?.removed ?? 0,
    by: [...makers.values()],
    ...(!lines && { untracked: true as const }),
  };
}

/** The difference of a file to its text of before, as it is on the disk now. */
async function patchOf(runtime: Runtime, rootId: RootId, file: string): Promise<string> {
  const before = await runtime.textBefore(rootRef(rootId), file);
  const now = await readFile(path.join(runtime.rtws, file), 'utf8').catch(() => '');
  return before.ok ? formatPatch(structuredPatch(`a/${file}`, `b/${file}`, before.text, now)) : differs(file);
}

function differs(file: string): string {
  return `Binary file ${file} differs\n`;
}
