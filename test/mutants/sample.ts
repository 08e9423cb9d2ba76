// All faults of some rooms, and a sample of them by seed.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { seeded } from '../chaos/seeded.ts';
import { type Fault, faultsIn, withFault } from './faults.ts';
import type { Harmless } from './harmless.ts';

const ROOMS = ['core', 'driver', 'store', 'runtime', 'llm', 'tools', 'minds'];

/** A fault in a file. `file` is relative to the root, `line` counts from 1. */
export interface Mutant extends Fault {
  readonly file: string;
  readonly line: number;
  /** The line of the source in which it begins, and the replaced text. */
  readonly lineText: string;
  readonly was: string;
}

/**
 * Every fault of the rooms, in the order of paths and lines; of the paths that begin with `only`, `path:line` for one
 * line.
 */
export function mutantsOf(root: string, only = ''): readonly Mutant[] {
  const [prefix = '', line] = only.split(/:(?=\d+$)/);
  const files = ROOMS.flatMap(room => globSync(`src/${room}/**/*.ts`, { cwd: root }))
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.startsWith(prefix))
    .sort();
  const mutants = files.flatMap(file => mutantsIn(file, readFileSync(path.join(root, file), 'utf8')));
  return line === undefined ? mutants : mutants.filter(mutant => mutant.line === Number(line));
}

/** Every fault of one source. */
export function mutantsIn(file: string, source: string): readonly Mutant[] {
  const lines = source.split('\n');
  const starts: number[] = [0];
  for (const text of lines) starts.push((starts.at(-1) ?? 0) + text.length + 1);
  return faultsIn(source).map(fault => {
    const line = starts.findLastIndex(start => start <= fault.start) + 1;
    const was = source.slice(fault.start, fault.end);
    return { ...fault, file, line, lineText: lines[line - 1]?.trim() ?? '', was };
  });
}

/** So many of them, drawn by seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const random = seeded(seed);
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/** The file with the fault in it. */
export function sourceOf(root: string, mutant: Mutant): string {
  return withFault(readFileSync(path.join(root, mutant.file), 'utf8'), mutant);
}

/** The change in one line, cut where it is long. */
export function changeOf({ was, text }: Pick<Mutant, 'was' | 'text'>): string {
  const inLine = (source: string) => source.replace(/\s+/g, ' ').trim();
  const [before, after] = [inLine(was), inLine(text)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - 30);
  const cut = (source: string) =>
    `${from > 0 ? '…' : ''}${source.slice(from, from + 70)}${source.length > from + 70 ? '…' : ''}`;
  return `${cut(before)} → ${cut(after) || 'nothing'}`;
}

export function isHarmless(mutant: Mutant, list: readonly Harmless[]): boolean {
  return list.some(
    ({ file, line, change }) => file === mutant.file && line === mutant.lineText && change === changeOf(mutant),
  );
}
