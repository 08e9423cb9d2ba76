// `file_size`: how large a file is, without entries closed to file tools (SPEC 6.5, 12.4).
import * as fs from 'node:fs';
import * as z from 'zod';
import { errorMessage } from '../../core/base/thrown.ts';
import { defineTool, failed, type Tool, type ToolContext } from '../tool.ts';
import { locate } from './guarded-files.ts';
import { pinFolder } from './pinned-folder.ts';
import { reviewFails, reviewReading } from './policy.ts';

export const fileSizeTool: Tool = defineTool({
  name: 'file_size',
  description: words => words.file_size,
  args: () => z.object({ path: z.string() }),
  isRepeatable: true,
  onlyReads: true,
  review: ({ path }, context) => {
    const located = locateFile(path, context);
    return located.kind === 'place'
      ? reviewReading('file_size', located.place, context.texts.permission)
      : reviewFails(located);
  },
  run({ path }, context) {
    const located = locateFile(path, context);
    if (located.kind !== 'place') return failed(located.message);
    const { realRoot, steps, relative } = located.place;
    const folder = pinFolder(realRoot, steps.slice(0, -1));
    try {
      return { ok: true, content: `${relative}: ${fs.lstatSync(folder.entry(steps.at(-1) ?? '.')).size}` };
    } catch (error) {
      return failed(errorMessage(error));
    } finally {
      folder.close();
    }
  },
});

function locateFile(path: string, { rtws, member }: ToolContext) {
  return locate({ rtws, member, path, access: 'read' });
}
