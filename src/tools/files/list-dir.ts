// `list_dir`: the names in a folder, without entries closed to file tools (SPEC 6.5, 12.4).
import * as fs from 'node:fs';
import * as z from 'zod';
import { errorCode, errorMessage } from '../../core/base/thrown.ts';
import type { ResultWords } from '../../core/prompt/words/en/results.ts';
import { decide } from '../../core/team/policy.ts';
import type { Member } from '../../core/team/team.ts';
import { linesThatFit } from '../fit-lines.ts';
import { defineTool, failed, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { locate, type Place } from './guarded-files.ts';
import { guardPath, protectionOf } from './path-guard.ts';
import { pinFolder } from './pinned-folder.ts';
import { reviewFails, reviewReading } from './policy.ts';

const MAX_ENTRIES = 1_000;

export const listDirTool: Tool = defineTool({
  name: 'list_dir',
  description: words => words.list_dir,
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
    return located.kind === 'place' ? list(located.place, context.texts.results, from) : failed(located.message);
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

function list(place: Place, words: ResultWords, from = 1): ToolResult {
  try {
    const names = namesIn(place, words);
    if (from > 1 && from > names.length) return failed(words.entries(place.relative, names.length));
    const shown = linesThatFit(names.slice(from - 1, from - 1 + MAX_ENTRIES));
    const next = from + shown.length;
    const more = names.length + 1 - next;
    const left = more > 0 ? [words.moreEntries(more, next)] : [];
    return { ok: true, content: [words.entriesFrom(place.relative, names.length, from), ...shown, ...left].join('\n') };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTDIR') return failed(words.notFolder(place.relative));
    return failed(
      code === 'ENOENT' ? words.missing(place.relative) : words.notListed(place.relative, code ?? errorMessage(error)),
    );
  }
}

function namesIn({ realRoot, steps }: Place, { link }: ResultWords): readonly string[] {
  const folder = pinFolder(realRoot, steps);
  try {
    return fs
      .readdirSync(folder.entry('.'), { withFileTypes: true })
      .filter(({ name }) => protectionOf(name) === undefined)
      .map(entry => entry.name + suffixOf(entry, link))
      .sort((a, b) => (a < b ? -1 : 1));
  } finally {
    folder.close();
  }
}

function suffixOf(entry: fs.Dirent, link: string): string {
  if (entry.isDirectory()) return '/';
  return entry.isSymbolicLink() ? link : '';
}
