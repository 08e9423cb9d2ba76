// Fills the folders of the rows at scale.
import path from 'node:path';
import { addLongRoot, addRoots, makeRtws, makeTemplate } from '../stored-roots.ts';
import { answer } from '../worker.ts';
import type { Prepared } from './prepare.ts';

/**
 * Absolute paths of rtws by how many roots they hold, one whose roots all wait for an answer, and a dialog with a long
 * course.
 */
export interface PreparedScale {
  readonly few: string;
  readonly many: string;
  readonly asking: string;
  readonly long: Prepared['messages'];
}

interface Input {
  readonly folder: string;
  readonly baseUrl: string;
  readonly few: number;
  readonly many: number;
  readonly asking: number;
  readonly courseBytes: number;
}

const text = 'What came of this step, at some length. '.repeat(500);

await answer<Input>(async ({ folder, baseUrl, few, many, asking, courseBytes }): Promise<PreparedScale> => {
  const place = (name: string) => path.join(folder, name);
  const plain = await makeTemplate(place('scale-template'), baseUrl);
  const asks = await makeTemplate(place('scale-asking-template'), baseUrl, 'asker');
  const filled = (name: string, template: typeof plain, count: number) => {
    makeRtws(place(name));
    addRoots(place(name), template, { count, crashed: false });
    return place(name);
  };
  const rtws = filled('scale-long', plain, 0);
  return {
    few: filled('scale-few', plain, few),
    many: filled('scale-many', plain, many),
    asking: filled('scale-asking', asks, asking),
    long: { rtws, rootId: addLongRoot(rtws, plain, Math.ceil(courseBytes / text.length), () => text) },
  };
});
