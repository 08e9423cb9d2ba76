// Fills the folders that other workers open.
import path from 'node:path';
import type { RootId } from '../../../src/core/base/ids.ts';
import { addLongRoot, addQueuedRoot, addRoots, makeRtws, makeTemplate } from '../stored-roots.ts';
import { answer } from '../worker.ts';

/** Absolute paths of rtws, and the long dialogs in them. */
export interface Prepared {
  readonly empty: string;
  readonly roots1000: string;
  readonly roots10000: string;
  readonly crashed: readonly string[];
  readonly growing: { readonly rtws: string; readonly young: RootId; readonly old: RootId };
  readonly messages: { readonly rtws: string; readonly rootId: RootId };
  /** Of 4 MB, all in open work. */
  readonly queued: { readonly rtws: string; readonly rootId: RootId };
}

/** Crashed folders: each can be recovered once. */
const CRASHES = 3;

await answer<{ folder: string; baseUrl: string }>(async ({ folder, baseUrl }): Promise<Prepared> => {
  const place = (name: string) => path.join(folder, name);
  const template = await makeTemplate(place('template'), baseUrl);
  const filled = (name: string, count: number, crashed = false) => {
    makeRtws(place(name));
    addRoots(place(name), template, { count, crashed });
    return place(name);
  };
  makeRtws(place('empty'));
  const short = () => 'Done, as you said.';
  const growing = filled('growing', 0);
  const messages = filled('messages', 0);
  const queued = filled('queued', 0);
  return {
    empty: place('empty'),
    roots1000: filled('roots1000', 1000),
    roots10000: filled('roots10000', 10_000),
    crashed: Array.from({ length: CRASHES }, (_, index) => filled(`crashed${index}`, 1000, true)),
    growing: {
      rtws: growing,
      young: addLongRoot(growing, template, 9, short),
      old: addLongRoot(growing, template, 1989, short),
    },
    queued: { rtws: queued, rootId: addQueuedRoot(queued, template, 40_000) },
    messages: { rtws: messages, rootId: addLongRoot(messages, template, 5000, longText) },
  };
});

/** Markdown as models write it, of several lengths. */
function longText(turn: number): string {
  const paragraph = `Step ${turn}: I looked at \`src/part-${turn % 17}.ts\` and **changed** what was asked, see the list below.`;
  const list = Array.from({ length: turn % 5 }, (_, index) => `- point ${index + 1} of step ${turn}`).join('\n');
  const code = turn % 10 === 0 ? `\n\n\`\`\`ts\nexport const step = ${turn};\nconsole.log(step);\n\`\`\`` : '';
  return `${paragraph}\n\n${list}${code}`;
}
