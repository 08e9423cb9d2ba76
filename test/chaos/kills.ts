// Kills in process: every moment of the story at which the process may end, and the story played on from there.
import { createMemoryFiles } from '../support/memory-files.ts';
import { inSteps } from './disk-steps.ts';
import { checkEnd, playStory, type Stage, type World } from './story.ts';

/** What a kill leaves behind: the files, and which commands ran. */
export interface Moment {
  readonly at: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly world: ReadonlyMap<string, number>;
}

export interface Moments {
  /** Those that differ from the one before. */
  readonly moments: readonly Moment[];
  /** Before, within and after each step of the disk. */
  readonly kills: number;
  /** How the story ends. */
  readonly end: string;
}

/** The moments of a story that is played on from `from`, or from the beginning. */
export async function momentsOf(from?: Moment): Promise<Moments> {
  const moments: Moment[] = [];
  let kills = 0;
  const world: World = new Map(from?.world);
  const files = createMemoryFiles(new Map(from?.texts));
  const note = (at: string) => {
    kills += 1;
    const last = moments.at(-1);
    if (last && isSame(last.texts, files.texts) && isSame(last.world, world)) return;
    moments.push({ at, texts: new Map(files.texts), world: new Map(world) });
  };
  const disk: Stage['disk'] = memory =>
    inSteps(memory, ({ op, file, text }, perform) => {
      note(`before ${op} ${file}`);
      if (text === undefined) perform();
      for (const part of partsOf(text ?? '')) {
        perform(part);
        note(`within ${op} ${file}`);
      }
      note(`after ${op} ${file}`);
    });
  const end = checkEnd(await playStory({ files, world, disk }), world);
  return { moments, kills, end };
}

/** Plays on from such a moment and gives how it ends. */
export async function playFrom({ at, texts, world }: Moment): Promise<string> {
  const files = createMemoryFiles(new Map(texts));
  const after: World = new Map(world);
  try {
    return checkEnd(await playStory({ files, world: after }), after);
  } catch (error) {
    throw new Error(`killed ${at}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Each line in two pieces: a write may come to the disk in parts. */
function partsOf(text: string): string[] {
  return text
    .split(/(?<=\n)/)
    .flatMap(line => [line.slice(0, line.length >> 1), line.slice(line.length >> 1)])
    .filter(part => part !== '');
}

function isSame<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
