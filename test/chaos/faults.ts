// Disks that refuse in the middle of the story and are mended later: nothing that was recorded is lost, and it goes on
// to the same end (SPEC 18.4).
import { DriveError } from '../../src/core/facts/trouble.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { type DiskStep, inSteps } from './disk-steps.ts';
import { checkEnd, openStage, playOn, type World } from './story.ts';

/** A way in which a disk refuses, from one step of the story on. */
export interface Fault {
  readonly name: string;
  /** What the system says; `undefined`: this step works. */
  readonly refuses: (step: DiskStep) => string | undefined;
  /** Refuses this one step only. */
  readonly once?: true;
}

const writing: ReadonlySet<DiskStep['op']> = new Set(['open', 'write']);

export const faults: readonly Fault[] = [
  { name: 'a full disk', refuses: ({ op }) => (writing.has(op) ? 'ENOSPC' : undefined) },
  { name: 'a folder that became read-only', refuses: () => 'EROFS' },
  {
    name: 'a folder without permission',
    refuses: ({ op }) => (op === 'write' || op === 'sync' ? undefined : 'EACCES'),
  },
  { name: 'a disk that loses what it is to sync', refuses: ({ op }) => (op === 'sync' ? 'EIO' : undefined) },
  { name: 'renames that fail', refuses: ({ op }) => (op === 'rename' ? 'EPERM' : undefined) },
  { name: 'one step that fails', refuses: () => 'EIO', once: true },
];

/** How many steps the story takes on a healthy disk, and how it ends. */
export async function healthyStory(): Promise<{ steps: number; end: string }> {
  let steps = 0;
  const world: World = new Map();
  const files = createMemoryFiles();
  const t = openStage({
    files,
    world,
    disk: memory =>
      inSteps(memory, (_, perform) => {
        steps += 1;
        perform();
      }),
  });
  return { end: checkEnd({ t, tree: await playOn(t) }, world), steps };
}

/** Plays the story on a disk that refuses from step `from` on, mends it when nothing goes on, and gives how it ends. */
export async function playThrough({ refuses, once, name }: Fault, from: number): Promise<string> {
  let step = 0;
  let isMended = false;
  const world: World = new Map();
  const t = openStage({
    files: createMemoryFiles(),
    world,
    disk: memory =>
      inSteps(memory, (each, perform) => {
        step += 1;
        const code = !isMended && (once ? step === from : step >= from) ? refuses(each) : undefined;
        if (code === undefined) return perform();
        // What found room stays, as on a real disk.
        if (each.text !== undefined) perform(each.text.slice(0, each.text.length >> 1));
        throw Object.assign(new Error(`${code}: the disk refuses`), { code });
      }),
  });
  try {
    for (let round = 0; round < 5; round++) {
      const tree = await playOn(t).catch(unlessDisk);
      if (tree && rootOf(tree).state.status === 'completed' && isMended) return checkEnd({ t, tree }, world);
      isMended = true;
    }
    throw new Error('it does not come to its end');
  } catch (error) {
    throw new Error(`${name} at step ${from}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** An intent that the disk refuses says so; the person tries again. */
function unlessDisk(error: unknown): undefined {
  if (!(error instanceof DriveError)) throw error;
}
