// A small model checker: runs several synchronous programs over shared files in every order of their file operations,
// and with every crash in between. A program is stepped by running it anew with the recorded results of its earlier
// operations.
import type { Files } from '../../src/store/disk-files.ts';

/** What one program did so far. */
export interface Actor<R> {
  /** Results of its operations, in order. */
  readonly log: readonly unknown[];
  /** What it gave in the end. */
  readonly result?: R;
  readonly isDead?: true;
}

/** What the programs share. */
export interface World<R> {
  /** Path → the text that lies there and which file that is. */
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly identity: number }>;
  readonly made: number;
  readonly actors: readonly Actor<R>[];
  /** The step that led here: the number of a program, `†` after one that died. */
  readonly came?: { readonly by: string; readonly from: World<R> };
}

/** The steps that led to a world. */
export function pathTo<R>({ came }: World<R>): string {
  return came ? `${pathTo(came.from)} ${came.by}` : '';
}

/** One program. What it asks about the others goes through `ask`, like its file operations. */
export type Program<R> = (files: Files, ask: (question: (world: World<R>) => boolean) => boolean) => R;

export interface Exploration {
  readonly worlds: number;
  /** Worlds in which every program has ended. */
  readonly ends: number;
}

class Pause extends Error {}

/**
 * Calls `check` for every world that can come about from these texts; `mayCrash` says which programs may die at any
 * moment.
 */
export function exploreOrders<R>(
  programs: readonly Program<R>[],
  options: {
    readonly texts: Readonly<Record<string, string>>;
    readonly mayCrash: (actor: number) => boolean;
    readonly check: (world: World<R>) => void;
  },
): Exploration {
  const texts = new Map(Object.entries(options.texts).map(([file, text], made) => [file, { text, identity: made }]));
  const first: World<R> = { texts, made: texts.size, actors: programs.map(() => ({ log: [] })) };
  const seen = new Set<string>();
  const open: World<R>[] = [first];
  let ends = 0;
  for (let world = open.pop(); world; world = open.pop()) {
    const key = keyOf(world);
    if (seen.has(key)) continue;
    seen.add(key);
    options.check(world);
    const running = world.actors.flatMap((actor, index) => (actor.isDead || 'result' in actor ? [] : [index]));
    if (running.length === 0) ends += 1;
    for (const index of running) open.push(step(world, programs, index));
    for (const [index, actor] of world.actors.entries()) {
      if (options.mayCrash(index) && !actor.isDead) open.push(withActor(world, index, { log: [], isDead: true }));
    }
  }
  return { worlds: seen.size, ends };
}

/** Short names of texts, since keys are made of many. */
const names = new Map<unknown, number>();

function nameOf(value: unknown): number {
  const key = typeof value === 'object' ? JSON.stringify(value) : value;
  const name = names.get(key) ?? names.size;
  names.set(key, name);
  return name;
}

function keyOf<R>({ texts, actors }: World<R>): string {
  const files = [...texts].map(([file, { text, identity }]) => `${nameOf(file)}=${nameOf(text)}/${identity}`);
  const states = actors.map(({ log, result, isDead }) => (isDead ? '†' : (result ?? log.map(nameOf).join(','))));
  return [...files.sort(), ...states].join(' ');
}

function withActor<R>(world: World<R>, index: number, actor: Actor<R>): World<R> {
  const by = actor.isDead ? `${index}†` : String(index);
  return { ...world, actors: world.actors.with(index, actor), came: { by, from: world } };
}

/** The world after the next operation of one program, and after its end if that was the last. */
function step<R>(world: World<R>, programs: readonly Program<R>[], index: number): World<R> {
  const log = [...(world.actors[index]?.log ?? [])];
  const texts = new Map(world.texts);
  let made = world.made;
  let at = 0;
  let isNew = true;
  const operation = <A extends unknown[], T>(act: (...args: A) => T) => {
    return (...args: A): T => {
      if (at === log.length) {
        if (!isNew) throw new Pause();
        isNew = false;
        log.push(act(...args) ?? null);
      }
      return (log[at++] ?? undefined) as T;
    };
  };
  const put = (file: string, text: string) => {
    texts.set(file, { text, identity: ++made });
  };
  const files = {
    read: operation((file: string) => texts.get(file)?.text),
    stat: operation((file: string) => {
      const found = texts.get(file);
      return found && { identity: String(found.identity), bytes: found.text.length };
    }),
    exists: operation((file: string) => texts.has(file)),
    list: operation((folder: string) => {
      const inside = [...texts.keys()].filter(file => file.startsWith(`${folder}/`));
      return inside.map(file => file.slice(folder.length + 1)).sort();
    }),
    createExclusive: operation((file: string, text: string) => {
      if (texts.has(file)) return false;
      put(file, text);
      return true;
    }),
    replace: operation((file: string, text: string) => put(file, text)),
    remove: operation((file: string) => void texts.delete(file)),
    rename: operation((from: string, to: string) => {
      const moved = texts.get(from);
      if (!moved) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
      texts.delete(from);
      texts.set(to, moved);
    }),
  } as Pick<Files, 'read' | 'stat' | 'exists' | 'list' | 'createExclusive' | 'replace' | 'remove' | 'rename'> as Files;
  const ask = operation((question: (now: World<R>) => boolean) => question(world));
  let actor: Actor<R> = { log };
  try {
    // What it saw on the way changes nothing any more.
    actor = { log: [], result: (programs[index] as Program<R>)(files, ask) };
  } catch (error) {
    if (!(error instanceof Pause)) throw error;
  }
  return { ...withActor(world, index, actor), texts, made };
}
