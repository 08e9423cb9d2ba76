// `list_dir`: the names in a folder, without entries closed to file tools (SPEC 6.5, 12.4).
import * as fs from 'node:fs';
import * as z from 'zod';
import { decide } from '../core/policy.ts';
import type { Member } from '../core/team.ts';
import { errorCode, errorMessage } from '../core/thrown.ts';
import { linesThatFit } from './fit-lines.ts';
import { locate, type Place } from './guarded-files.ts';
import { guardPath, protectionOf } from './path-guard.ts';
import { pinFolder } from './pinned-folder.ts';
import { reviewFails, reviewReading } from './policy.ts';
import { defineTool, failed, type Tool, type ToolContext, type ToolResult } from './tool.ts';

const MAX_ENTRIES = 1_000;

export const listDirTool: Tool = defineTool({
  name: 'list_dir',
  description: 'List a folder; . is the workspace.',
  args: () => z.object({ path: z.string(), from: z.int().min(1).optional() }),
  isRepeatable: true,
  onlyReads: true,
  review: ({ path }, context) => {
    const located = locateToList(path, context);
    return located.kind === 'place'
      ? reviewReading('list_dir', located.place, context.texts.permission)
      : reviewFails(located);
  },
  run({ path, from }, context) {
    const located = locateToList(path, context);
    return located.kind === 'place' ? list(located.place, from) : failed(located.message);
  },
});

/** True if a member may list the workspace without asking. */
export function mayListAll(rtws: string, member: Member): boolean {
  const action = { tool: 'list_dir', toolset: 'read', paths: ['.'], otherwise: 'allow' } as const;
  return decide(member.policy ?? [], action) === 'allow' && guardPath({ rtws, member, path: '.', access: 'read' }).ok;
}

function locateToList(path: string, { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}

function list(place: Place, from = 1): ToolResult {
  try {
    const names = namesIn(place);
    if (from > 1 && from > names.length) return failed(`${place.relative} has ${names.length} entries.`);
    const shown = linesThatFit(names.slice(from - 1, from - 1 + MAX_ENTRIES));
    const next = from + shown.length;
    const more = names.length + 1 - next;
    const left = more > 0 ? [`… and ${more} more, not shown (go on with from: ${next})`] : [];
    const range = from > 1 ? `, from ${from}` : '';
    const title = `${place.relative}, ${names.length} entries${range}`;
    return { ok: true, content: [title, ...shown, ...left].join('\n') };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTDIR') return failed(`${place.relative} is not a folder; read_file reads a file.`);
    return failed(
      code === 'ENOENT'
        ? `There is no ${place.relative}.`
        : `${place.relative} cannot be listed: ${code ?? errorMessage(error)}.`,
    );
  }
}

function namesIn({ realRoot, steps }: Place): readonly string[] {
  const folder = pinFolder(realRoot, steps);
  try {
    return fs
      .readdirSync(folder.entry('.'), { withFileTypes: true })
      .filter(({ name }) => protectionOf(name) === undefined)
      .map(entry => entry.name + suffixOf(entry))
      .sort((a, b) => (a < b ? -1 : 1));
  } finally {
    folder.close();
  }
}

function suffixOf(entry: fs.Dirent): string {
  if (entry.isDirectory()) return '/';
  return entry.isSymbolicLink() ? ' (link)' : '';
}
