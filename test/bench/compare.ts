// Two builds in turns: another commit's bench in a working tree of its own, beside the one of the present sources. A
// row is a ratio of its own run; what is told is how that changed, round by round, so that it can be judged on a busy
// machine.
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../scripts/child.ts';
import { root } from '../../scripts/project.ts';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { alignedText } from './row.ts';
import { median } from './stats.ts';

/** What `--json` prints of a row. */
export interface RowFigures {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
}

/** One round: the rows of both builds, measured one after the other. */
export interface Round {
  readonly ours: readonly RowFigures[];
  readonly theirs: readonly RowFigures[];
}

/**
 * How a row changed: our ratio over theirs in each round, the median beside the least and the greatest; below 1 is
 * faster.
 */
export interface Change {
  readonly name: string;
  readonly limit: number;
  /** Medians over the rounds. */
  readonly ours: number;
  readonly theirs: number;
  readonly change: number;
  readonly least: number;
  readonly greatest: number;
}

export interface CompareOptions {
  readonly commit: string;
  readonly rounds: number;
  /** Of the bench, for both builds. */
  readonly args: readonly string[];
  readonly say: (what: string) => void;
}

/** Measures both builds so many times, each beginning every other round. Throws when the commit is not there. */
export async function compareWith({ commit, rounds, args, say }: CompareOptions): Promise<readonly Change[]> {
  const folder = await makeTempFolder('dc');
  const tree = path.join(folder, 'tree');
  await run('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root });
  try {
    if (!existsSync(path.join(tree, 'node_modules')))
      symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), 'junction');
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      const first = round % 2 === 0 ? root : tree;
      const before = await rowsOf(first, args);
      const after = await rowsOf(first === root ? tree : root, args);
      measured.push(first === root ? { ours: before, theirs: after } : { ours: after, theirs: before });
    }
    return changesOf(measured);
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root });
    await removeTempFolder(folder);
  }
}

async function rowsOf(tree: string, args: readonly string[]): Promise<readonly RowFigures[]> {
  const output = await run(process.execPath, [path.join(tree, 'test', 'bench', 'main.ts'), '--json', ...args], {
    cwd: tree,
  });
  const { rows } = JSON.parse(output.split('\n').findLast(line => line.startsWith('{')) ?? '') as {
    readonly rows: readonly RowFigures[];
  };
  return rows;
}

/** How each row changed that both builds have; the limit is ours. */
export function changesOf(rounds: readonly Round[]): readonly Change[] {
  const names = new Set(rounds.flatMap(({ ours }) => ours.map(({ name }) => name)));
  return [...names].flatMap(name => {
    const pairs = rounds.flatMap(({ ours, theirs }) => {
      const [own, other] = [ours, theirs].map(rows => rows.find(row => row.name === name));
      return own && other ? [{ own, other }] : [];
    });
    const [first] = pairs;
    if (!first) return [];
    const changes = pairs.map(({ own, other }) => own.ratio / other.ratio);
    return {
      name,
      limit: first.own.limit,
      ours: median(pairs.map(({ own }) => own.ratio)),
      theirs: median(pairs.map(({ other }) => other.ratio)),
      change: median(changes),
      least: Math.min(...changes),
      greatest: Math.max(...changes),
    };
  });
}

/** The table for people. A change is told as one only when all rounds agree on its direction. */
export function changesText(changes: readonly Change[]): string {
  const cells = changes.map(({ name, limit, ours, theirs, change, least, greatest }) => [
    greatest < 1 ? 'less' : least > 1 ? 'MORE' : '',
    name,
    `${ours.toFixed(2)} of ${limit}`,
    `was ${theirs.toFixed(2)}`,
    `× ${change.toFixed(2)} (${least.toFixed(2)} to ${greatest.toFixed(2)})`,
  ]);
  return alignedText(cells);
}
