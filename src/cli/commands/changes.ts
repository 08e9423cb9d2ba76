// `changes`: what the members of a tree changed with their file tools, by file, with lines and by whom (SPEC 25.2).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatPatch, structuredPatch } from 'diff';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import type { Runtime } from '../../runtime.ts';
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
      const found = await runtime.tree(rootId);
      if (!found.ok) return refused(call, found);
      const files = await changedFiles(runtime, rootId, nodesOf(found.tree));
      const sum = (key: 'added' | 'removed') => files.reduce((total, each) => total + each[key], 0);
      const { output, flags } = call;
      output.json({ files: files.map(({ patch: _, ...file }) => file), added: sum('added'), removed: sum('removed') });
      for (const { path: file, added, removed, by, patch } of files) {
        if (flags.isSet('diff')) output.text(patch);
        else output.line(`${file}  +${added} −${removed}  ${by.map(({ agentId }) => agentId).join(', ')}`);
      }
      output.note(output.words.changed(files.length, sum('added'), sum('removed')));
      return exitCodes.ok;
    }),
};

interface FileOfTree {
  readonly path: string;
  /** Lines against what the tree found; 0 for what is no text. */
  readonly added: number;
  readonly removed: number;
  readonly by: readonly { readonly agentId: string; readonly selfId: string; readonly kind: 'tool' }[];
  readonly patch: string;
}

async function changedFiles(
  runtime: Runtime,
  rootId: RootId,
  nodes: readonly DialogNode[],
): Promise<readonly FileOfTree[]> {
  const edits = await runtime.edits(rootRef(rootId));
  if (!edits.ok) return [];
  const makers = new Map<string, FileOfTree['by'][number][]>();
  for (const { selfId, agentId } of nodes) {
    const viewed = await runtime.view({ rootId, selfId }, { tail: 0 });
    const { files = [], earlier = [] } = (viewed.ok && viewed.view.state.work) || {};
    for (const file of new Set([...earlier, ...files].map(each => each.path)))
      makers.set(file, [...(makers.get(file) ?? []), { agentId, selfId, kind: 'tool' }]);
  }
  const files = edits.edits.filter(({ entry }) => entry === 'file').map(each => each.path);
  return Promise.all(
    files.map(async file => {
      const before = await runtime.textBefore(rootRef(rootId), file);
      return {
        path: file,
        by: makers.get(file) ?? [],
        ...(await linesOf(runtime.rtws, file, before.ok ? before.text : '')),
      };
    }),
  );
}

/** The difference of a file to its text of before, as it is on the disk now. */
async function linesOf(
  rtws: string,
  file: string,
  before: string,
): Promise<Pick<FileOfTree, 'added' | 'removed' | 'patch'>> {
  const now = await readFile(path.join(rtws, file), 'utf8').catch(() => '');
  if (now.includes('\0') || before.includes('\0'))
    return { added: 0, removed: 0, patch: `Binary file ${file} differs\n` };
  const patch = structuredPatch(`a/${file}`, `b/${file}`, before, now);
  const lines = patch.hunks.flatMap(hunk => hunk.lines);
  const count = (sign: string) => lines.filter(line => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-'), patch: formatPatch(patch) };
}

function nodesOf(node: DialogNode): readonly DialogNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}
